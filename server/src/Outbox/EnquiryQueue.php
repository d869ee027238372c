<?php

declare(strict_types=1);

namespace Enquiry\Outbox;

use Enquiry\Domain\ContactMessage;
use Enquiry\Domain\Enquiry;
use Enquiry\Domain\SystemClock;
use Enquiry\Storage\Connection;
use Enquiry\Storage\Database;
use Enquiry\Storage\Row;
use Enquiry\Storage\StoreUnavailable;

/**
 * The enquiry's own row carries the state of its delivery, so that storing the one and queueing the
 * other are a single write: waiting (due_at says when it is tried next, or when the lease of whoever
 * tries it now runs out), then sent, or failed.
 */
final readonly class EnquiryQueue
{
    /** The throttle of delivery counts beside the addresses, under a name that is no hash. */
    private const DELIVERY = 'delivery';

    /** No hash, and no reference that an enquiry could have. */
    private const REHEARSAL = 'rehearsal';

    /** Every id up to this one had stopped waiting when the queue was last counted. */
    public const SETTLED = 'settled_up_to_id';

    /** Nothing is tried so often. */
    private const MOST_COUNTED = 1_000_000;

    /** With room for the replies about several recipients. */
    private const LONGEST_REASON = 2_000;

    /** In seconds. Whoever sends the same text once more within that time wonders whether it arrived. */
    private const REPEATED_WITHIN = 1_800;

    /** Of one person within that time; more are not compared. */
    private const MOST_COMPARED = 20;

    /** In seconds, with room to spare: whoever seems to hold an enquiry for longer took it under a clock that has gone back since. */
    private const LONGEST_LEASE = 3_600;

    public function __construct(
        private Database $database,
        private Throttle $rateLimit,
        private int $maxWaiting,
        private ?Throttle $deliveryThrottle,
    ) {}

    /**
     * A cheap look before anything is parsed; add() is what counts.
     *
     * @throws RateExceeded
     * @throws StoreUnavailable
     */
    public function assertAddressMayWrite(?string $addressHash, ?string $key, int $now): void
    {
        if ($addressHash === null) {
            return;
        }
        $this->database->read(function (Connection $connection) use ($addressHash, $key, $now): void {
            try {
                $this->rateLimit->assertNotExceeded($connection, $addressHash, $now);
            } catch (RateExceeded $exceeded) {
                if (self::rowWith($connection, $key) === null) {
                    throw $exceeded;
                }
            }
        });
    }

    /**
     * Stores the enquiry and queues its delivery, once for each key: whoever sends the same message again
     * with the same key gets the reference of the first.
     *
     * @param list<string> $replaces keys of earlier attempts at the same message; those that are stored are noted with it
     *
     * @throws KeyReused        where the key came with another message before
     * @throws KeyTaken         where the reference is another enquiry's
     * @throws RateExceeded
     * @throws StoreUnavailable
     */
    public function add(Enquiry $enquiry, ?string $key = null, ?string $addressHash = null, array $replaces = []): Receipt
    {
        try {
            return $this->database->write(fn(Connection $connection): Receipt => $this->addIn($connection, $enquiry, $key, $addressHash, $replaces));
        } catch (KeyTaken|RateExceeded $refusal) {
            // Another request with the same key may have come first while this one waited.
            return $this->database->read(static fn(Connection $connection): ?Receipt => self::receiptFor($connection, $key, $enquiry->message)) ?? throw $refusal;
        }
    }

    /** @param list<string> $replaces */
    private function addIn(Connection $connection, Enquiry $enquiry, ?string $key, ?string $addressHash, array $replaces): Receipt
    {
        $known = self::receiptFor($connection, $key, $enquiry->message);
        if ($known !== null) {
            return $known;
        }
        $receivedAt = $enquiry->receivedAt->getTimestamp();
        if ($addressHash !== null) {
            $this->rateLimit->count($connection, $addressHash, $receivedAt);
        }
        $this->requireRoom($connection);
        $reference = (string) $enquiry->reference;
        $email = ContactMessage::normaliseEmail($enquiry->message->email());
        $replaced = self::referencesFor($connection, $replaces);
        $added = self::insert($connection, [
            $reference,
            $key,
            $receivedAt,
            $email,
            Payload::encode($enquiry->message, $replaced, $replaced === [] ? self::earlier($connection, $email, $enquiry->message, $receivedAt) : null),
            Payload::encodeList($enquiry->flags),
            $receivedAt,
        ]);

        return $added === 1 ? Receipt::new($reference) : throw KeyTaken::reference();
    }

    /** @throws KeyReused */
    private static function receiptFor(Connection $connection, ?string $key, ContactMessage $message): ?Receipt
    {
        $row = self::rowWith($connection, $key);
        if ($row === null) {
            return null;
        }

        return Payload::holds($row->text('payload'), $message) ? Receipt::known($row->text('reference')) : throw KeyReused::withAnotherMessage();
    }

    private static function rowWith(Connection $connection, ?string $key): ?Row
    {
        return $key === null ? null : $connection->row('SELECT reference, payload FROM enquiry WHERE idempotency_key = ?', [$key]);
    }

    /**
     * @param list<string> $keys
     *
     * @return list<string> in the order in which they were received
     */
    private static function referencesFor(Connection $connection, array $keys): array
    {
        if ($keys === []) {
            return [];
        }
        $places = implode(', ', array_map(static fn(): string => '?', $keys));

        return array_map(
            static fn(Row $row): string => $row->text('reference'),
            $connection->rows("SELECT reference FROM enquiry WHERE idempotency_key IN ({$places}) ORDER BY received_at, id", $keys),
        );
    }

    /** @return ?string the reference of the first that said the same a short while ago */
    private static function earlier(Connection $connection, string $email, ContactMessage $message, int $receivedAt): ?string
    {
        $rows = $connection->rows(
            'SELECT reference, payload FROM enquiry WHERE email = ? AND received_at BETWEEN ? AND ? ORDER BY received_at, id LIMIT ' . self::MOST_COMPARED,
            [$email, $receivedAt - self::REPEATED_WITHIN, $receivedAt],
        );
        foreach ($rows as $row) {
            if (Payload::holds($row->text('payload'), $message)) {
                return $row->text('reference');
            }
        }

        return null;
    }

    /**
     * No count with each enquiry: the ids given since the oldest one that waited at the last count are
     * never fewer than those that wait. Only where they exceed the bound, or cannot be told, is counted, and noted, again.
     */
    private function requireRoom(Connection $connection): void
    {
        $span = $connection->one(
            'SELECT COALESCE((SELECT MAX(id) FROM enquiry), 0) - COALESCE((SELECT value FROM enquiry_meta WHERE name = ?), 0) AS span',
            [self::SETTLED],
        )->numberOrNull('span') ?? \PHP_INT_MAX;
        if ($span >= $this->maxWaiting) {
            $this->countAnew($connection);
        }
    }

    private function countAnew(Connection $connection): void
    {
        $counted = $connection->one("SELECT COUNT(*) AS waiting, MIN(id) AS oldest FROM enquiry WHERE state = 'waiting'");
        if ($counted->number('waiting') >= $this->maxWaiting) {
            throw StoreUnavailable::queueFull($this->maxWaiting);
        }
        $oldest = $counted->numberOrNull('oldest');
        $before = $oldest === null ? '(SELECT COALESCE(MAX(id), 0) FROM enquiry)' : (string) ($oldest - 1);
        $connection->change(
            "INSERT INTO enquiry_meta (name, value) VALUES (?, {$before}) {$connection->dialect->onConflict('name', "value = {$before}")}",
            [self::SETTLED],
        );
    }

    /**
     * What add() does, with an enquiry that nobody sees: it is gone before the transaction ends.
     *
     * @throws StoreUnavailable
     */
    public function rehearse(int $now): void
    {
        $this->database->write(function (Connection $connection) use ($now): void {
            $this->requireRoom($connection);
            // No limit of the operator's: it would be reached.
            (new Throttle(\PHP_INT_MAX, Throttle::MISUSE_SECONDS))->count($connection, self::REHEARSAL, $now);
            $connection->change('DELETE FROM enquiry WHERE reference = ?', [self::REHEARSAL]);
            $added = self::insert($connection, [self::REHEARSAL, null, $now, '', '{}', '[]', $now]);
            $connection->change('DELETE FROM enquiry WHERE reference = ?', [self::REHEARSAL]);
            QueueMonitor::try($connection, $now);
            if ($added !== 1) {
                throw StoreUnavailable::takesNoRow();
            }
        });
    }

    /** @param array{string, ?string, int, string, string, string, int} $values */
    private static function insert(Connection $connection, array $values): int
    {
        return $connection->change(
            'INSERT INTO enquiry (reference, idempotency_key, received_at, email, payload, flags, state, attempts, due_at) '
            . "VALUES (?, ?, ?, ?, ?, ?, 'waiting', 0, ?) {$connection->dialect->orNothing()}",
            $values,
        );
    }

    /** Whether a message came with the key before. */
    public function knows(?string $key): bool
    {
        return $key !== null && $this->database->read(static fn(Connection $connection): bool => self::rowWith($connection, $key) !== null);
    }

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
