<?php

declare(strict_types=1);

namespace Enquiry\Queue;

/**
 * A refused mail is retried after a minute, then less and less often, for five days. Permanent errors are retried too,
 * because an operator can fix them: a wrong password, a missing mailbox.
 */
final class RetrySchedule
{
    private const MINUTES = [1, 2, 5, 10, 20, 40, 60];

    /** Five days. Attempts are counted, so days without a worker do not count. */
    private const MOST_ATTEMPTS = 125;

    /** Rarely, because the mail may have arrived, and a retry would duplicate it. */
    private const HOURS_UNANSWERED = [1, 4, 12];

    /**
     * No enquiry waits longer than that for its next attempt: without an answer or during a lease, and after a refusal.
     */
    public const LONGEST_WAIT_UNANSWERED = 43_200;
    public const LONGEST_WAIT = 3_600;

    /** Not counted as an attempt, so no enquiry fails because of an outage. */
    public const OUTAGE_WAIT = 120;

    /** @return ?int null after the last attempt */
    public static function after(int $attempts, int $now): ?int
    {
        return $attempts >= self::MOST_ATTEMPTS
            ? null
            : $now + 60 * self::MINUTES[min(max($attempts, 1), \count(self::MINUTES)) - 1];
    }

    /**
     * @param int $unanswered attempts that sent the whole mail and got no answer
     * @return ?int null after the last attempt
     */
    public static function afterNoAnswer(int $unanswered, int $now): ?int
    {
        $hours = self::HOURS_UNANSWERED[$unanswered - 1] ?? null;

        return $hours === null ? null : $now + 3_600 * $hours;
    }
}
