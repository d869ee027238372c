<?php

declare(strict_types=1);

namespace Enquiry\Console;

use Enquiry\Shared\LocalTime;
use Enquiry\Shared\Text;

/** The time that an operator names: a year, a month, a day, or a moment. None is in the future. */
final readonly class Span
{
    /** The accepted forms of a time, for the help and the error. */
    public const ACCEPTED = <<<'TEXT'
        a day:           2026-10-05, today, yesterday, or a weekday such as monday:
                         the last one before today
        a month or year: 2026-10, october, "last month", 2026
        how long ago:    "2 days", "48 hours"; also minutes and weeks
        TEXT;

    private const MONTHS = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september',
        'october', 'november', 'december'];
    private const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

    /** Unix seconds. */
    public int $from;

    /** The first second after it. A moment ends when it begins. */
    public int $before;

    private function __construct(\DateTimeImmutable $from, string $length)
    {
        $this->from = $from->getTimestamp();
        $this->before = $from->modify($length)->getTimestamp();
    }

    public static function parse(string $typed, int $now): self
    {
        // Not strtotime(), which reads 2026 as 20:26 today and monday as next Monday.
        $span = self::read(trim(Text::fold($typed)), LocalTime::at($now))
            ?? throw new \InvalidArgumentException(
                "\"{$typed}\" is no time that can be used. Write\n" . self::ACCEPTED,
            );
        if ($span->from > $now) {
            throw new \InvalidArgumentException("\"{$typed}\" is in the future. Name a time that has begun.");
        }

        return $span;
    }

    private static function read(string $text, \DateTimeImmutable $now): ?self
    {
        $today = $now->setTime(0, 0);
        if (preg_match('/^(\d{4})(?:-(\d\d))?(?:-(\d\d))?$/D', $text, $found) === 1) {
            [$year, $month, $day] = [(int) $found[1], (int) ($found[2] ?? 1), (int) ($found[3] ?? 1)];
            $length = [2 => '+1 year', '+1 month', '+1 day'][\count($found)];

            return checkdate($month, $day, $year) ? new self($today->setDate($year, $month, $day), $length) : null;
        }
        if (preg_match('/^(\d{1,4}) (minute|hour|day|week)s?(?: ago)?$/D', $text, $found) === 1) {
            return new self($now->modify("-{$found[1]} {$found[2]}"), '+0 days');
        }
        if (\in_array($text, self::MONTHS, true)) {
            $first = $today->modify("first day of {$text}");

            return new self($first > $today ? $first->modify('-1 year') : $first, '+1 month');
        }
        if (\in_array($text, self::WEEKDAYS, true)) {
            return new self($today->modify("last {$text}"), '+1 day');
        }

        return match ($text) {
            'today', 'yesterday' => new self($today->modify($text), '+1 day'),
            'last month' => new self($today->modify('first day of last month'), '+1 month'),
            default => null,
        };
    }
}
