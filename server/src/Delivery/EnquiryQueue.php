<?php

declare(strict_types=1);

namespace Enquiry\Delivery;

use Enquiry\Shared\SystemClock;
use Enquiry\Store\Connection;
use Enquiry\Store\Database;
use Enquiry\Store\Payload;
use Enquiry\Store\RateExceeded;
use Enquiry\Store\Row;
use Enquiry\Store\State;
use Enquiry\Store\StoreUnavailable;
use Enquiry\Store\Throttle;

/**
 * What is to be delivered. The enquiry's own row carries the state of that, so that storing the one and queueing
 * the other are a single write, which is the Intake's: waiting (due_at says when it is tried next, or when the lease of whoever
 * tries it now runs out), then sent, or failed.
 */
final readonly class EnquiryQueue
{
    /** The throttle of delivery counts beside the addresses, under a name that is no hash. */
    private const DELIVERY = 'delivery';

    /** Nothing is tried so often. */
    private const MOST_COUNTED = 1_000_000;

    /** With room for the replies about several recipients. */
    private const LONGEST_REASON = 2_000;

    /** In seconds, with room to spare: whoever seems to hold an enquiry for longer took it under a clock that has gone back since. */
    private const LONGEST_LEASE = 3_600;

    /**
     * @param Throttle  $rateLimit        of addresses, whose counts are forgotten when they are over
     * @param ?Throttle $deliveryThrottle null where nothing bounds delivery
     */
    public function __construct(
        private Database $database,
        private Throttle $rateLimit,
        private ?Throttle $deliveryThrottle,
    ) {}

    /** When the next waiting enquiry is due; null where none waits. */
    public function nextDueAt(): ?int
    {
        return $this->database->read(static function (Connection $connection): ?int {
            $row = $connection->one("SELECT MIN(due_at) AS due_at FROM enquiry WHERE state = 'waiting'");

            // A damaged one is looked at now; those behind it may be due.
            return $row->textOrNull('due_at') === null ? null : $row->numberOrNull('due_at') ?? 0;
        });
    }

    /**
     * Takes the enquiry that has been due the longest, for so many seconds: nobody else gets it until then.
     * Not synced: a loss of power ends whoever holds it, and what is due again then is mailed again.
     *
     * @throws RateExceeded     where the throttle of delivery holds
     * @throws StoreUnavailable
     */
    public function claim(int $now, int $seconds, string $lease): ?LeasedEnquiry
    {
        return $this->database->writeUnsynced(function (Connection $connection) use ($now, $seconds, $lease): ?LeasedEnquiry {
            $row = $connection->row(
                "SELECT id, reference, received_at, attempts, unanswered, delivered_to, resent_at, payload, flags, lease FROM enquiry WHERE state = 'waiting' AND due_at <= ? "
                . "ORDER BY due_at, id LIMIT 1 {$connection->dialect->lockingClause()}",
                [$now],
            );
            if ($row === null) {
                return null;
            }
            $this->deliveryThrottle?->count($connection, self::DELIVERY, $now);
            $id = $row->number('id');
            $attempts = self::count($row, 'attempts') + 1;
            $isAbandoned = $row->textOrNull('lease') !== null;
            $unanswered = self::count($row, 'unanswered') + (int) $isAbandoned;
            $connection->change('UPDATE enquiry SET lease = ?, due_at = ?, attempts = ?, unanswered = ? WHERE id = ?', [$lease, $now + $seconds, $attempts, $unanswered, $id]);
            $receivedAt = $row->timeOrNull('received_at');
            if ($receivedAt === null) {
                // Damaged: better mailed with another time than not at all.
                $receivedAt = $now;
                $connection->change('UPDATE enquiry SET received_at = ? WHERE id = ?', [$now, $id]);
            }

            return new LeasedEnquiry(
                $id,
                $lease,
                $row->text('reference'),
                $receivedAt,
                $attempts,
                $unanswered,
                $row->list('delivered_to'),
                $row->timeOrNull('resent_at'),
                $row->text('payload'),
                $row->text('flags'),
                $isAbandoned,
            );
        });
    }

    /** @return bool false where the lease ran out and the enquiry is another worker's, or was erased */
    public function markSent(LeasedEnquiry $claim, int $now): bool
    {
        return $this->settle($claim, 'state = ?, sent_at = ?, last_error = NULL', [State::Sent->value, $now]);
    }

    /** @return bool as markSent() */
    public function retryLater(LeasedEnquiry $claim, int $dueAt, string $reason): bool
    {
        return $this->settle($claim, 'due_at = ?, last_error = ?', [$dueAt, self::shorten($reason)]);
    }

    /** After an attempt that does not count. @return bool as markSent() */
    public function putBack(LeasedEnquiry $claim, int $dueAt, string $reason): bool
    {
        return $this->settle($claim, 'due_at = ?, last_error = ?, attempts = ?', [$dueAt, self::shorten($reason), $claim->attempts - 1]);
    }

    /** @return bool as markSent() */
    public function giveUp(LeasedEnquiry $claim, string $reason): bool
    {
        return $this->settle($claim, 'state = ?, last_error = ?', [State::Failed->value, self::shorten($reason)]);
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

    /**
     * What is due later than the schedule, or a lease, could say was put off under a clock that has gone
     * back since. What somebody has in hand still waits as long as that may last, or it would be mailed twice.
     */
    public static function bringBack(Connection $connection, int $now): void
    {
        $waits = RetrySchedule::longestWaits();
        $last = array_pop($waits);
        $cases = implode(' ', array_map(static fn(int $attempts, int $wait): string => "WHEN {$attempts} THEN {$wait}", array_keys($waits), $waits));
        $patient = '';
        for ($unanswered = 1; ($seconds = RetrySchedule::afterNoAnswer($unanswered, 0)) !== null; ++$unanswered) {
            $patient .= "WHEN unanswered = {$unanswered} THEN {$seconds} ";
        }
        $first = RetrySchedule::UNREACHABLE_AT_FIRST;
        $later = RetrySchedule::UNREACHABLE_LATER;
        $old = $now - 2 * $first;
        $unreachable = "WHEN last_error IS NOT NULL AND attempts < 3 AND received_at < {$old} THEN {$later} WHEN last_error IS NOT NULL AND attempts = 0 THEN {$first} ";
        $wait = 'CASE WHEN lease IS NOT NULL THEN ' . self::LONGEST_LEASE . " {$patient}{$unreachable}ELSE CASE attempts {$cases} ELSE {$last} END END";
        $soon = $now + SystemClock::SKEW;
        $isLate = "due_at > {$soon} + {$wait}";
        // A look at the last of them first: an update would lock, and read, whatever is to be tried again.
        if ($connection->row("SELECT 1 AS late FROM (SELECT due_at, lease, attempts, unanswered, received_at, last_error FROM enquiry WHERE state = 'waiting' ORDER BY due_at DESC LIMIT 1000) AS latest WHERE {$isLate} LIMIT 1") !== null) {
            $connection->change("UPDATE enquiry SET due_at = {$now} + {$wait} WHERE state = 'waiting' AND {$isLate}");
        }
    }

    /** Deletes what was counted for addresses in windows that are over. */
    public function forgetAddresses(int $now): void
    {
        $this->database->write(fn(Connection $connection): int => $this->rateLimit->forget($connection, $now));
    }

    /** A damaged one begins anew. */
    private static function count(Row $row, string $column): int
    {
        $count = $row->numberOrNull($column) ?? 0;

        return $count > self::MOST_COUNTED ? 0 : max(0, $count);
    }

    private static function shorten(string $reason): string
    {
        return mb_strcut(mb_scrub($reason, 'UTF-8'), 0, self::LONGEST_REASON, 'UTF-8');
    }
}
