<?php

declare(strict_types=1);

namespace Enquiry\Delivery;

/**
 * When a mail that was not taken is tried again: after a minute, then less and less often, to once an
 * hour, for five days. The same for temporary and permanent refusals, since what is permanent to a mail
 * server (a wrong password, a mailbox that is gone) is what an operator mends.
 */
final class RetrySchedule
{
    public const GIVE_UP_AFTER = 5 * 86_400;

    private const MINUTES = [1, 2, 5, 10, 20, 40, 60];

    /** @return ?int null where the next attempt would come too late */
    public static function after(int $attempts, int $receivedAt, int $now): ?int
    {
        $next = $now + 60 * self::MINUTES[min(max($attempts, 1), \count(self::MINUTES)) - 1];

        return $next > $receivedAt + self::GIVE_UP_AFTER ? null : $next;
    }
}
