<?php

declare(strict_types=1);

namespace Enquiry\Queue;

/**
 * A refused delivery is retried after a minute, then less and less often, for five days. Permanent errors are retried
 * too, because an operator can fix them: a wrong password, a missing mailbox.
 */
final class RetrySchedule
{
    private const MINUTES = [1, 2, 5, 10, 20, 40, 60];

    /** Five days. Attempts are counted, so days without a worker do not count. */
    private const MOST_ATTEMPTS = 125;

    /** Rarely, because the mail may have arrived, and a retry would duplicate it. */
    private const HOURS_UNANSWERED = [1, 4, 12];

    /** Not counted as an attempt, so no enquiry fails because of an outage. */
    private const OUTAGE_SECONDS = 120;

    /** No delivery waits longer for its next attempt, not even if the webhook asks for it. */
    public const LONGEST_SECONDS = 86_400;

    /** @return ?int when the next attempt is due; null if there is none */
    public static function next(Claim $claim, Attempt $attempt, int $now): ?int
    {
        $seconds = match ($attempt->outcome) {
            Attempt::REFUSED => self::afterRefusals($claim->attempts + 1),
            Attempt::POSTPONED => self::OUTAGE_SECONDS,
            Attempt::UNANSWERED, Attempt::ABANDONED => self::afterSilence($claim, $attempt),
            default => null,
        };
        $latest = $now + self::LONGEST_SECONDS;

        return $seconds === null ? null : max($now + $seconds, min($attempt->notBefore, $latest));
    }

    /** @return int attempts that may have arrived; an abandoned one is counted by the claim */
    public static function unanswered(Claim $claim, Attempt $attempt): int
    {
        return $claim->unanswered + (int) ($attempt->outcome === Attempt::UNANSWERED);
    }

    private static function afterRefusals(int $attempts): ?int
    {
        return $attempts >= self::MOST_ATTEMPTS
            ? null
            : 60 * self::MINUTES[min($attempts, \count(self::MINUTES)) - 1];
    }

    private static function afterSilence(Claim $claim, Attempt $attempt): ?int
    {
        // The first lease that ran out adds no wait.
        $times = self::unanswered($claim, $attempt) - (int) $claim->isAbandoned;
        $hours = self::HOURS_UNANSWERED[$times - 1] ?? null;

        return $hours === null ? null : 3_600 * $hours;
    }
}
