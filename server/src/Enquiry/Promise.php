<?php

declare(strict_types=1);

namespace Enquiry\Enquiry;

use Enquiry\Shared\LocalTime;

/**
 * By when the firm promises to answer. Cases: tests/contract/promises.json.
 *
 * @phpstan-type Facts array{
 *     days: int,
 *     hours: array<string, list<array{string, string}>>,
 *     holidays: list<string>,
 *     until: string,
 * }
 */
final readonly class Promise
{
    /**
     * @param ?Facts $facts working days until the answer, opening hours by weekday, public holidays and the last day
     *                      on which they are known; null if the firm promises nothing
     */
    public function __construct(private ?array $facts = null) {}

    /**
     * The same time on a later working day. An enquiry outside the opening hours counts from the next opening.
     * @return ?int Unix seconds, to the minute; null if the firm promises nothing or the holidays are unknown
     */
    public function of(int $receivedAt): ?int
    {
        $received = LocalTime::at($receivedAt);
        $from = $received->format('Y-m-d H:i');
        $days = $this->facts['days'] ?? 0;
        $last = $time = '';
        foreach ($this->openingHours($received) as [$day, $opens, $closes]) {
            if ($time === '') {
                [$last, $time] = "{$day} {$closes}" > $from ? explode(' ', max($from, "{$day} {$opens}")) : ['', ''];
            } elseif ($day > $last && $opens <= $time && $time < $closes) {
                $last = $day;
                if (--$days === 0) {
                    return LocalTime::parse("{$day} {$time}");
                }
            }
        }

        return null;
    }

    /** @return iterable<array{string, string, string}> date, opening and closing, from this day on */
    private function openingHours(\DateTimeImmutable $day): iterable
    {
        ['hours' => $hours, 'holidays' => $holidays, 'until' => $until] = $this->facts
            ?? ['hours' => [], 'holidays' => [], 'until' => ''];
        for (; ($date = $day->format('Y-m-d')) <= $until; $day = $day->modify('+1 day')) {
            foreach (\in_array($date, $holidays, true) ? [] : $hours[$day->format('l')] ?? [] as [$opens, $closes]) {
                yield [$date, $opens, $closes];
            }
        }
    }
}
