<?php

declare(strict_types=1);

namespace Enquiry\Console;

use Enquiry\Shared\LocalTime;
use Enquiry\Shared\Text;
use Symfony\Component\Console\Attribute\Option;

/** The options that choose enquiries by the time at which they were received. */
final class Received
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

    #[Option('Only those received then or later, such as 2026-10-05, october or "2 days"')]
    public ?string $since = null;

    #[Option('Only those received then or earlier. A day, a month or a year is included')]
    public ?string $until = null;

    public function isGiven(): bool
    {
        return $this->since !== null || $this->until !== null;
    }

    /** @return array{int, int} the first second, and the first second that is too late */
    public function between(int $now): array
    {
        [$from] = $this->since === null ? [0] : self::span($this->since, $now);
        [, $before] = $this->until === null ? [0, \PHP_INT_MAX] : self::span($this->until, $now);
        if ($from >= $before) {
            throw new \InvalidArgumentException('--since must be earlier than the end of --until.');
        }

        return [$from, $before];
    }

    /** @return array{int, int} the first second, and the first one after it. A moment ends when it begins */
    public static function span(string $typed, int $now): array
    {
        // Not strtotime(), which reads 2026 as 20:26 today and monday as next Monday.
        [$first, $length] = self::read(trim(Text::fold($typed)), LocalTime::at($now))
            ?? throw new \InvalidArgumentException(
                "\"{$typed}\" is no time that can be used. Write\n" . self::ACCEPTED,
            );
        if ($first->getTimestamp() > $now) {
            throw new \InvalidArgumentException("\"{$typed}\" is in the future. Name a time that has begun.");
        }

        return [$first->getTimestamp(), $first->modify($length)->getTimestamp()];
    }

    /** @return ?array{\DateTimeImmutable, string} when it begins, and its length */
    private static function read(string $text, \DateTimeImmutable $now): ?array
    {
        $today = $now->setTime(0, 0);
        if (preg_match('/^(\d{4})(?:-(\d\d))?(?:-(\d\d))?$/D', $text, $found) === 1) {
            [$year, $month, $day] = [(int) $found[1], (int) ($found[2] ?? 1), (int) ($found[3] ?? 1)];
            $length = [2 => '+1 year', '+1 month', '+1 day'][\count($found)];

            return checkdate($month, $day, $year) ? [$today->setDate($year, $month, $day), $length] : null;
        }
        if (preg_match('/^(\d{1,4}) (minute|hour|day|week)s?(?: ago)?$/D', $text, $found) === 1) {
            return [$now->modify("-{$found[1]} {$found[2]}"), '+0 days'];
        }
        if (\in_array($text, self::MONTHS, true)) {
            $first = $today->modify("first day of {$text}");

            return [$first > $today ? $first->modify('-1 year') : $first, '+1 month'];
        }
        if (\in_array($text, self::WEEKDAYS, true)) {
            return [$today->modify("last {$text}"), '+1 day'];
        }

        return match ($text) {
            'today', 'yesterday' => [$today->modify($text), '+1 day'],
            'last month' => [$today->modify('first day of last month'), '+1 month'],
            default => null,
        };
    }
}
