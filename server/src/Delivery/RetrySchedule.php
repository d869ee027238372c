<?php

declare(strict_types=1);

namespace Enquiry\Delivery;

/**
 * When a mail that was not taken is tried again: after a minute, then less and less often, to once an
 * hour, for five days. Attempts are counted, not days: an enquiry that waited while no worker ran, or
 * that was put back in the queue, has all of them before it. The same for temporary and permanent
 * refusals, since what is permanent to a mail server (a wrong password, a mailbox that is gone) is
 * what an operator mends.
 */
final class RetrySchedule
{
    private const MINUTES = [1, 2, 5, 10, 20, 40, 60];

    /** As many as five days have room for. */
    private const MOST_ATTEMPTS = 125;

    /** @return ?int null where there were enough */
    public static function after(int $attempts, int $now): ?int
    {
        return $attempts >= self::MOST_ATTEMPTS
            ? null
            : $now + 60 * self::MINUTES[min(max($attempts, 1), \count(self::MINUTES)) - 1];
    }

    /** @return ?int null where it went without an answer often enough: each attempt may have arrived */
    public static function afterNoAnswer(int $unanswered, int $now): ?int
    {
        $hours = [1, 4, 12][max($unanswered, 1) - 1] ?? null;

        return $hours === null ? null : $now + 3600 * $hours;
    }

    /** @return non-empty-list<int> the longest wait in seconds after so many attempts; after more, the last one */
    public static function longestWaits(): array
    {
        return [0, ...array_map(static fn(int $minutes): int => 60 * $minutes, self::MINUTES)];
    }
}
