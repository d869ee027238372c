<?php

declare(strict_types=1);

namespace Enquiry\Delivery;

use Enquiry\Store\Connection;
use Enquiry\Store\Database;
use Enquiry\Store\Payload;
use Enquiry\Store\RateExceeded;
use Enquiry\Store\StoreUnavailable;
use Enquiry\Store\Throttle;

/** The enquiries that wait for delivery: the rows of the table enquiry whose state is "waiting". */
final readonly class EnquiryQueue
{
    private const THROTTLE = 'delivery';

    /** Long enough for replies about several recipients. */
    private const LONGEST_REASON = 2_000;

    /** No retry waits longer than this. A time further ahead was stored before the clock was set back. */
    private const LONGEST_WAIT = 86_400;

    /**
     * @param Throttle  $rateLimit        for client addresses
     * @param ?Throttle $deliveryThrottle null for no limit
     */
    public function __construct(
        private Database $database,
        private Throttle $rateLimit,
        private ?Throttle $deliveryThrottle,
    ) {}

    public function isAnyDue(int $now): bool
    {
        return $this->database->read(static fn(Connection $connection): bool => $connection->row(
            "SELECT id FROM enquiry WHERE state = 'waiting' AND due_at <= ? LIMIT 1",
            [$now],
        ) !== null);
    }

    /**
     * Leases the enquiry that has been due the longest. No other process gets it during the lease.
     * @throws RateExceeded|StoreUnavailable
     */
    public function claim(int $now, int $seconds, string $lease): ?LeasedEnquiry
    {
        return $this->database->write(function (Connection $connection) use ($now, $seconds, $lease): ?LeasedEnquiry {
            $row = $connection->row(
                "SELECT * FROM enquiry WHERE state = 'waiting' AND due_at <= ? ORDER BY due_at, id LIMIT 1 {$connection->dialect->lockingClause()}",
                [$now],
            );
            if ($row === null) {
                return null;
            }
            // Windows begin with the minute, because cron may start a moment early.
            $this->deliveryThrottle?->count($connection, self::THROTTLE, $now - $now % $this->deliveryThrottle->seconds);
            $claim = LeasedEnquiry::of($row, $lease);
            $connection->change(
                'UPDATE enquiry SET lease = ?, due_at = ?, attempts = ?, unanswered = ? WHERE id = ?',
                [$lease, $now + $seconds, $claim->attempts, $claim->unanswered, $claim->id],
            );

            return $claim;
        });
    }

    /** Like the next three methods, returns false if another worker has the enquiry by now, or if it was erased. */
    public function markSent(LeasedEnquiry $claim, int $now): bool
    {
        return $this->settle($claim, "state = 'sent', sent_at = ?, last_error = NULL", [$now]);
    }

    public function retryLater(LeasedEnquiry $claim, int $dueAt, string $reason): bool
    {
        return $this->settle($claim, 'due_at = ?, last_error = ?', [$dueAt, self::shorten($reason)]);
    }

    /** After an attempt that does not count. */
    public function putBack(LeasedEnquiry $claim, int $dueAt, string $reason): bool
    {
        return $this->settle($claim, 'due_at = ?, last_error = ?, attempts = ?', [$dueAt, self::shorten($reason), $claim->attempts - 1]);
    }

    public function giveUp(LeasedEnquiry $claim, string $reason): bool
    {
        return $this->settle($claim, "state = 'failed', last_error = ?", [self::shorten($reason)]);
    }

    /** Deletes expired windows of the rate limits, and makes enquiries due that a wrong clock put off too far. */
    public function tidy(int $now): void
    {
        $this->database->write(function (Connection $connection) use ($now): void {
            $this->rateLimit->forget($connection, $now);
            $connection->change("UPDATE enquiry SET due_at = ? WHERE state = 'waiting' AND due_at > ?", [$now, $now + self::LONGEST_WAIT]);
        });
    }

    /** @param list<int|string|null> $values */
    private function settle(LeasedEnquiry $claim, string $assignments, array $values): bool
    {
        $deliveredTo = $claim->deliveredTo === [] ? null : Payload::encodeList($claim->deliveredTo);

        return $this->database->write(static fn(Connection $connection): int => $connection->change(
            "UPDATE enquiry SET {$assignments}, delivered_to = ?, unanswered = ?, lease = NULL WHERE id = ? AND lease = ? AND state = 'waiting'",
            [...$values, $deliveredTo, $claim->unanswered, $claim->id, $claim->lease],
        )) === 1;
    }

    private static function shorten(string $reason): string
    {
        return mb_strcut(mb_scrub($reason, 'UTF-8'), 0, self::LONGEST_REASON, 'UTF-8');
    }
}
