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

    /** A mail that may have arrived comes twice if it is sent again: seldom, and not for long. */
    private const HOURS_UNANSWERED = [1, 4, 12];

    /** In seconds, from the one to the other. */
    public const UNREACHABLE_AT_FIRST = 60;
    public const UNREACHABLE_LATER = 300;

    public static function isExhausted(int $attempts): bool
    {
        return $attempts >= self::MOST_ATTEMPTS;
    }

    /** @return ?int null where there were enough */
    public static function after(int $attempts, int $now): ?int
    {
        return self::isExhausted($attempts)
            ? null
            : $now + 60 * self::MINUTES[min(max($attempts, 1), \count(self::MINUTES)) - 1];
    }

    /**
     * @param int $unanswered how many attempts ended after the whole mail was sent, without an answer
     *
     * @return ?int null where there were enough
     */
    public static function afterNoAnswer(int $unanswered, int $now): ?int
    {
        $hours = self::HOURS_UNANSWERED[$unanswered - 1] ?? null;

        return $hours === null ? null : $now + 3_600 * $hours;
    }

    /**
     * While the mail server cannot be used at all, which is no fault of the enquiry: often enough that all leave
     * soon after it is back, and seldom enough for a server that shuts out who fails to log in. No attempts are
     * counted, so an outage makes none fail, however long it is.
     */
    public static function whileUnreachable(int $waitingSince, int $now): int
    {
        return $now + min(max(intdiv($now - $waitingSince, 2), self::UNREACHABLE_AT_FIRST), self::UNREACHABLE_LATER);
    }

    /** @return non-empty-list<int> the longest wait in seconds after so many attempts; after more, the last one */
    public static function longestWaits(): array
    {
        return [0, ...array_map(static fn(int $minutes): int => 60 * $minutes, self::MINUTES)];
    }
}
