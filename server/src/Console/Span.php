<?php

declare(strict_types=1);

namespace Enquiry\Console;

use Enquiry\Shared\LocalTime;
use Enquiry\Shared\Text;

/** The time that an operator names: a year, a month, a week, a day, a minute, or a moment. None is in the future. */
final readonly class Span
{
    /** The accepted forms of a time, for the help and the error. */
    public const ACCEPTED = <<<'TEXT'
        a day:        2026-10-05, "5 October 2026", "5 October", today, yesterday, or
                      a weekday such as monday: the last one before today
        a minute:     a day and a time: "2026-10-05 14:30", "yesterday 09:00"
        a period:     2026-10, october, "October 2026", 2026, "last week",
                      "this month", "last year"
        how long ago: "2 days", "2 days ago", "48 hours"; also minutes, weeks, months
                      and years
        TEXT;

    private const MONTHS = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september',
        'october', 'november', 'december'];
    private const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
    private const SHORTEST_NAME = 3;

    /**
     * @param int $from   Unix seconds
     * @param int $before its end: the first second after it; a moment ends when it begins
     */
    private function __construct(public int $from, public int $before) {}

    public static function parse(string $typed, int $now): self
    {
        $text = trim(Text::fold($typed));
        $today = LocalTime::at($now)->setTime(0, 0);
        preg_match('/^(.+?)(?: |t)(\d\d?):(\d\d)$/D', $text, $timed);
        $span = $timed === []
            ? self::ago($text, $now) ?? self::period($text, $today) ?? self::ofDay($text, $today)
            : self::minute(self::ofDay($timed[1], $today), (int) $timed[2], (int) $timed[3]);
        if ($span === null) {
            throw new \InvalidArgumentException("\"{$typed}\" is no time that can be used. Write\n" . self::ACCEPTED);
        }
        if ($span->from > $now) {
            throw new \InvalidArgumentException("\"{$typed}\" is in the future. Name a time that has begun.");
        }

        return $span;
    }

    private static function ago(string $text, int $now): ?self
    {
        if (preg_match('/^(\d{1,4}) ?(minute|hour|day|week|month|year)s?(?: ago)?$/D', $text, $found) !== 1) {
            return null;
        }
        [, $number, $unit] = $found;
        $here = LocalTime::at($now);
        $months = ['month' => 1, 'year' => 12][$unit] ?? null;
        if ($months === null) {
            $moment = $here->modify("-{$number} {$unit}");
        } else {
            // Not modify(): a month before 31 March would be 3 March.
            $month = $here->modify('first day of this month')->modify('-' . $months * (int) $number . ' months');
            $day = min((int) $here->format('j'), (int) $month->format('t'));
            $moment = $month->modify('+' . $day - 1 . ' days');
        }

        return new self($moment->getTimestamp(), $moment->getTimestamp());
    }

    private static function period(string $text, \DateTimeImmutable $today): ?self
    {
        [$year, $current] = array_map(intval(...), explode(' ', $today->format('Y n')));
        if (preg_match('/^(last|this) (week|month|year)$/D', $text, $found) === 1) {
            $first = match ($found[2]) {
                'week' => $today->modify('monday this week'),
                'month' => $today->modify('first day of this month'),
                'year' => $today->setDate($year, 1, 1),
            };

            return $found[1] === 'this'
                ? self::between($first, "+1 {$found[2]}")
                : self::between($first->modify("-1 {$found[2]}"), "+1 {$found[2]}");
        }
        if (preg_match('~^(\d{4})(?:[-/](\d\d))?$~D', $text, $found) === 1) {
            $month = (int) ($found[2] ?? 1);
            $isMonth = isset($found[2]);

            return $month < 1 || $month > 12
                ? null
                : self::between($today->setDate((int) $found[1], $month, 1), $isMonth ? '+1 month' : '+1 year');
        }
        $month = preg_match('/^([a-z]+)(?: (\d{4}))?$/D', $text, $found) === 1
            ? self::number($found[1], self::MONTHS)
            : null;

        return $month === null ? null : self::between(
            $today->setDate((int) ($found[2] ?? ($month > $current ? $year - 1 : $year)), $month, 1),
            '+1 month',
        );
    }

    private static function ofDay(string $text, \DateTimeImmutable $today): ?self
    {
        $weekday = self::number((string) preg_replace('/^last /', '', $text), self::WEEKDAYS);
        $day = match (true) {
            $text === 'today' => $today,
            $text === 'yesterday' => $today->modify('-1 day'),
            $weekday !== null => $today->modify('last ' . self::WEEKDAYS[$weekday - 1]),
            default => self::date($text, $today),
        };

        return $day === null ? null : self::between($day, '+1 day');
    }

    private static function date(string $text, \DateTimeImmutable $today): ?\DateTimeImmutable
    {
        if (preg_match('~^(\d{4})[-/](\d\d)[-/](\d\d)$~D', $text, $found) === 1) {
            [, $year, $month, $day] = array_map(intval(...), $found);
        } elseif (preg_match('/^(\d\d?) ([a-z]+)(?: (\d{4}))?$/D', $text, $found) === 1) {
            $day = (int) $found[1];
            $month = self::number($found[2], self::MONTHS) ?? 0;
            $year = (int) ($found[3] ?? $today->format('Y'));
            // Without a year, the last such day.
            if (!isset($found[3]) && \sprintf('%02d%02d', $month, $day) > $today->format('md')) {
                --$year;
            }
        } else {
            return null;
        }

        return checkdate($month, $day, $year) ? $today->setDate($year, $month, $day) : null;
    }

    private static function minute(?self $day, int $hour, int $minute): ?self
    {
        if ($day === null || $hour > 23 || $minute > 59) {
            return null;
        }
        $from = LocalTime::at($day->from)->setTime($hour, $minute)->getTimestamp();

        return new self($from, $from + 60);
    }

    /**
     * @param list<string> $names
     * @return ?int from 1, of the name that begins so
     */
    private static function number(string $typed, array $names): ?int
    {
        foreach (\strlen($typed) < self::SHORTEST_NAME ? [] : $names as $index => $name) {
            if (str_starts_with($name, $typed)) {
                return $index + 1;
            }
        }

        return null;
    }

    private static function between(\DateTimeImmutable $from, string $length): self
    {
        return new self($from->getTimestamp(), $from->modify($length)->getTimestamp());
    }
}
