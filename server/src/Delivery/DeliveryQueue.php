<?php

declare(strict_types=1);

namespace Enquiry\Delivery;

use Enquiry\Database\Connection;
use Enquiry\Database\Database;
use Enquiry\Database\Row;
use Enquiry\Shared\Clock;

/**
 * Makes every move of an enquiry and its deliveries, one for each target: a recipient, or the webhook.
 *
 * An enquiry is open while it is not planned, or one of its deliveries is waiting or failed. Afterwards it is sent,
 * unless it was dismissed. While it is open, its targets follow the settings. Later nobody is added.
 *
 *     move      delivery before         delivery after
 *     --------  ----------------------  -------------------------------------------------------------------------
 *     plan      none                    waiting, for each target of the form
 *               dropped, dismissed      waiting, if its target is configured
 *               waiting, failed         dropped, if its target is configured no more
 *     claim     waiting and due         waiting, with a lease until due_at
 *     settle    has the same lease      sent; or waiting until the next attempt, or failed; or dropped or dismissed
 *                                       as it is by now
 *     makeDue   waiting, no lease       waiting and due
 *     retry     failed                  waiting, with all attempts
 *               sent                    waiting, as another email. delivered_at stays, so it says "sent again"
 *               (sent, dismissed)       the enquiry is open, and is planned
 *     dismiss   waiting, failed         dismissed, and so is the enquiry
 *     erase     any                     deleted, with the enquiry. purge erases the old ones
 *
 * When a lease runs out, its process may have sent the enquiry: the next claim counts an unanswered attempt. A lease
 * outlives a move to dropped or dismissed, so that nobody else sends meanwhile what may be planned again.
 */
final class DeliveryQueue
{
    private const HOUR = 3_600;

    /** Enquiries in one transaction, so that others can be accepted in between. */
    private const AT_ONCE = 100;
    private const PLANNED_ANEW_AT_ONCE = 50;

    private ?Recipients $known = null;

    /**
     * @param \Closure(): Recipients $recipients asked for by a process that delivers or retries
     * @param int                    $perHour    DELIVERY_PER_HOUR; 0 for no limit
     */
    public function __construct(
        private readonly Database $database,
        private readonly \Closure $recipients,
        private readonly int $perHour = 0,
    ) {}

    private function recipients(): Recipients
    {
        return $this->known ??= ($this->recipients)();
    }

    /** Whether something is due, or an open enquiry is not planned for these recipients. */
    public function isAnyDue(int $now): bool
    {
        return $this->database->read(fn(Connection $connection): bool => $connection->row(
            "SELECT id FROM delivery WHERE state = 'waiting' AND is_marked IN (0, 1) AND " . self::isDue($now)
                . ' LIMIT 1',
        ) !== null
            || $connection->row('SELECT id FROM enquiry WHERE planned_for = 0 LIMIT 1') !== null
            || array_filter($this->stale(), static fn(string $isStale): bool
                => $connection->row("SELECT id FROM enquiry WHERE {$isStale} LIMIT 1") !== null) !== []);
    }

    /**
     * Plans open enquiries, and leases the delivery that has been due the longest, unless DELIVERY_PER_HOUR is reached.
     * Enquiries that look genuine come first.
     * @return Claim|bool without a claim, whether to ask again, because more enquiries may have to be planned
     */
    public function claim(int $leaseSeconds, int $now, bool $toWebhook = false): Claim|bool
    {
        $work = function (Connection $connection) use ($leaseSeconds, $now, $toWebhook): Claim|bool {
            if ($this->perHour > 0 && self::sentInHour($connection, $now, $toWebhook) >= $this->perHour) {
                return false;
            }
            $planned = 0;
            foreach ($this->stale() as $isStale) {
                $planned += $this->planSome($connection, $isStale, self::PLANNED_ANEW_AT_ONCE, $now);
            }
            foreach ([0, 1] as $isMarked) {
                // One of them is enough, the oldest: visitors wait for the database meanwhile.
                $isNew = "planned_for = 0 AND is_marked = {$isMarked} ORDER BY received_at, id";
                $planned += $this->planSome($connection, $isNew, 1, $now);
                $due = "state = 'waiting' AND is_marked = {$isMarked} AND " . self::isDue($now) . ' AND '
                    . self::isTo($toWebhook) . " ORDER BY due_at, id LIMIT 1 {$connection->skipLocked()}";
                while (($row = $connection->row("SELECT * FROM delivery WHERE {$due}")) !== null) {
                    $claim = $this->lease($connection, $row, $leaseSeconds, $now);
                    if ($claim !== null) {
                        return $claim;
                    }
                }
            }

            return $planned > 0;
        };

        return $this->database->write($work);
    }

    /** @return ?Claim null if its enquiry had to be planned first */
    private function lease(Connection $connection, Row $row, int $seconds, int $now): ?Claim
    {
        $enquiry = $connection->row('SELECT * FROM enquiry WHERE reference = ?', [$row->text('reference')]);
        if ($enquiry === null || $enquiry->number('planned_for') < 0) {
            // Somebody changed the tables by hand. This delivery must not stand before all others.
            $connection->change("UPDATE delivery SET state = 'dropped' WHERE id = ?", [$row->number('id')]);

            return null;
        }
        if ($enquiry->number('planned_for') !== $this->recipients()->fingerprint()) {
            $this->planEach($connection, [self::locked($connection, $row->text('reference'))], $now);

            return null;
        }
        $claim = new Claim($row, new StoredEnquiry($enquiry), bin2hex(random_bytes(16)));
        // A mail that ends its process, too, is retried less and less often.
        $seconds = max($seconds, Attempt::secondsAfterSilence($claim->unanswered) ?? 0);
        $connection->change('UPDATE delivery SET lease = ?, due_at = ?, unanswered = ? WHERE id = ?', [
            $claim->lease,
            $now + $seconds,
            $claim->unanswered,
            $claim->id,
        ]);

        return $claim;
    }

    /** @return bool false if another process has the delivery by now, or if it was erased */
    public function settle(Claim $claim, Attempt $attempt, ?int $dueAt, int $now): bool
    {
        $isDelivered = $attempt->outcome === Attempt::DELIVERED;
        $state = match (true) {
            $isDelivered => 'sent',
            $dueAt === null => 'failed',
            default => 'waiting',
        };
        $columns = [
            'due_at' => $dueAt ?? $now,
            'error' => $isDelivered ? null : mb_scrub($attempt->error, 'UTF-8'),
            'lease' => null,
            ...$isDelivered ? ['delivered_at' => $now] : [],
        ];

        // Added, because retry() may have set them to 0 meanwhile.
        $counted = [
            (int) ($attempt->outcome === Attempt::REFUSED),
            $attempt->unansweredOf($claim) - $claim->unanswered,
        ];

        return $this->database->write(static function (Connection $connection) use (
            $claim,
            $state,
            $columns,
            $counted,
        ): bool {
            self::locked($connection, $claim->enquiry->reference);
            $assignments = implode(' = ?, ', array_keys($columns));
            $changed = $connection->change(
                "UPDATE delivery SET state = CASE WHEN ? = 'sent' OR state = 'waiting' THEN ? ELSE state END, "
                    . "attempts = attempts + ?, unanswered = unanswered + ?, {$assignments} = ? WHERE id = ? AND "
                    . 'lease = ?',
                [$state, $state, ...$counted, ...array_values($columns), $claim->id, $claim->lease],
            );
            self::summarise($connection, $claim->enquiry->reference);

            return $changed > 0;
        });
    }

    /** A notice about a refused text was mailed. */
    public function noteNotice(StoredEnquiry $enquiry, int $now): void
    {
        $this->database->change('UPDATE enquiry SET noticed_at = ? WHERE reference = ?', [
            $now,
            $enquiry->reference,
        ]);
    }

    /**
     * The targets that retry() queues. An open enquiry goes to those where it failed; another one also to those who
     * were added since. One that is sent goes again to all who have it. One that was dismissed goes to all or nobody.
     * @param string $to one of them; empty for all
     * @return list<string>
     */
    public function retried(StoredEnquiry $enquiry, string $to = ''): array
    {
        $targets = $this->recipients()->targets($enquiry->form);
        $isAsked = static fn(string $target): bool => \in_array($to, ['', $target], true);
        $has = static fn(string $target): bool => $enquiry->stateOf($target) === 'sent';
        $lacking = array_filter($targets, static fn(string $target): bool => match ($enquiry->stateOf($target)) {
            'sent', 'waiting' => false,
            'failed' => $isAsked($target),
            default => $enquiry->isPlanned,
        });
        // The webhook has stored what it has accepted.
        $isDismissed = $enquiry->statuses() === [Status::Dismissed];
        $isAgain = $to !== '' || (!$enquiry->isOpen() && (!$isDismissed || $lacking === []));
        $again = $isAgain
            ? array_filter($this->recipients()->of($enquiry->form), static fn(string $target): bool
                => $isAsked($target) && $has($target))
            : [];
        $queued = [...$again, ...$lacking];
        $isMeant = $to === '' || (!$isDismissed && \in_array($to, $queued, true));

        return $isMeant ? $queued : [];
    }

    /**
     * @param list<string> $references
     * @param string       $to         see retried()
     */
    public function retry(array $references, string $to, int $now): void
    {
        $this->changeEach($references, function (Connection $connection, string $in, array $some) use ($to, $now): int {
            $enquiries = $connection->rows("SELECT * FROM enquiry WHERE {$in} {$connection->forUpdate()}", $some);
            foreach ($enquiries as $enquiry) {
                $reference = $enquiry->text('reference');
                $deliveries = $connection->rows('SELECT * FROM delivery WHERE reference = ?', [$reference]);
                $targets = $this->retried(new StoredEnquiry($enquiry, $deliveries), $to);
                if ($targets === []) {
                    continue;
                }
                $connection->change(
                    "UPDATE enquiry SET state = 'waiting', planned_for = ? WHERE reference = ?",
                    [$this->recipients()->fingerprint(), $reference],
                );
                // MySQL assigns from left to right.
                $connection->change(
                    "UPDATE delivery SET resent_at = CASE WHEN state = 'sent' THEN ? ELSE resent_at END, state = "
                        . "'waiting', due_at = ?, waiting_since = ?, attempts = 0, unanswered = 0 WHERE reference = ? "
                        . "AND state IN ('sent', 'failed') AND " . self::isOneOf('target', $targets),
                    [$now, $now, $now, $reference, ...$targets],
                );
            }
            $this->planEach($connection, $connection->rows("SELECT * FROM enquiry WHERE {$in}", $some), $now, $now);

            return \count($enquiries);
        });
    }

    /**
     * Dismisses those that are open. What a process is delivering now may still arrive.
     * @param list<string> $references
     * @return int how many
     */
    public function dismiss(array $references): int
    {
        return $this->changeEach($references, static function (Connection $connection, string $in, array $some): int {
            $dismissed = $connection->change(
                "UPDATE enquiry SET state = 'dismissed', planned_for = -1 WHERE planned_for >= 0 AND {$in}",
                $some,
            );
            $connection->change(
                "UPDATE delivery SET state = 'dismissed' WHERE state IN ('waiting', 'failed') AND {$in}",
                $some,
            );

            return $dismissed;
        });
    }

    /** @param list<string> $references @return int the number of deleted enquiries */
    public function erase(array $references): int
    {
        return $this->changeEach($references, static function (Connection $connection, string $in, array $some): int {
            $erased = $connection->change("DELETE FROM enquiry WHERE {$in}", $some);
            $connection->change("DELETE FROM delivery WHERE {$in}", $some);

            return $erased;
        });
    }

    /** Erases old enquiries, whatever their state. */
    public function purge(int $receivedBefore): void
    {
        $sql = 'SELECT reference FROM enquiry WHERE received_at < ? LIMIT ' . self::AT_ONCE;
        do {
            $rows = $this->database->rows($sql, [$receivedBefore]);
            $this->erase(array_map(static fn(Row $row): string => $row->text('reference'), $rows));
        } while ($rows !== []);
    }

    /** Lets all that wait be delivered now, except those that a process is delivering. */
    public function makeDue(int $now): void
    {
        $this->database->change(
            "UPDATE delivery SET due_at = ? WHERE state = 'waiting' AND lease IS NULL AND due_at > ?",
            [$now, $now],
        );
    }

    /** Deliveries of the last hour, and those under way. A sent one keeps its time in due_at, which has an index. */
    public static function sentInHour(Connection $connection, int $now, bool $toWebhook = false): int
    {
        return $connection->one(
            "SELECT COUNT(*) AS number FROM delivery WHERE state IN ('sent', 'waiting') AND is_marked IN (0, 1) AND "
                . "due_at BETWEEN ? AND ? AND (state = 'sent' OR lease IS NOT NULL) AND " . self::isTo($toWebhook),
            [$now - self::HOUR + 1, $now + Attempt::LONGEST_SECONDS],
        )->number('number');
    }

    /** @return string a condition in SQL, also true of a time that a clock chose before it was set back */
    private static function isDue(int $now): string
    {
        return \sprintf('due_at NOT BETWEEN %d AND %d', $now + 1, $now + Attempt::LONGEST_SECONDS + Clock::SKEW);
    }

    /** @return string a condition in SQL */
    private static function isTo(bool $webhook): string
    {
        return 'target ' . ($webhook ? '=' : '<>') . " '" . Recipients::WEBHOOK . "'";
    }

    /** @return list<string> conditions in SQL, each for an index: the enquiry was planned for other recipients */
    private function stale(): array
    {
        $now = $this->recipients()->fingerprint();

        return ["planned_for > 0 AND planned_for < {$now}", "planned_for > {$now}"];
    }

    /** @return int how many */
    private function planSome(Connection $connection, string $condition, int $atMost, int $now): int
    {
        $rows = $connection->rows(
            "SELECT * FROM enquiry WHERE {$condition} LIMIT {$atMost} {$connection->skipLocked()}",
        );
        $this->planEach($connection, $rows, $now);

        return \count($rows);
    }

    /**
     * Gives each open enquiry a delivery for each target of its form, and drops those that are configured no more.
     * @param list<?Row> $enquiries whose rows this transaction has locked
     * @param ?int       $since     when the added ones began to wait; null: when a new enquiry was received
     */
    private function planEach(Connection $connection, array $enquiries, int $now, ?int $since = null): void
    {
        foreach ($enquiries as $enquiry) {
            if ($enquiry === null || $enquiry->number('planned_for') < 0) {
                continue;
            }
            $isNew = $enquiry->number('planned_for') === 0;
            $from = $since ?? ($isNew ? min($now, $enquiry->number('received_at')) : $now);
            $reference = $enquiry->text('reference');
            $targets = $this->recipients()->targets($enquiry->text('form'));
            $isTarget = self::isOneOf('target', $targets);
            $connection->change(
                "UPDATE delivery SET state = 'waiting', due_at = CASE WHEN lease IS NULL THEN ? ELSE due_at END, "
                    . 'waiting_since = ?, attempts = 0, unanswered = 0 WHERE reference = ? AND state IN '
                    . "('dropped', 'dismissed') AND {$isTarget}",
                [$from, $from, $reference, ...$targets],
            );
            $row = '(?, ?, ' . "'waiting', {$enquiry->number('is_marked')}, {$from}, {$from}, 0, 0)";
            $connection->change(
                'INSERT INTO delivery (reference, target, state, is_marked, due_at, waiting_since, attempts, '
                    . 'unanswered) VALUES ' . implode(', ', array_fill(0, \count($targets), $row))
                    . " {$connection->orNothing('delivery')}",
                array_merge(...array_map(static fn(string $target): array => [$reference, $target], $targets)),
            );
            $connection->change(
                "UPDATE delivery SET state = 'dropped' WHERE reference = ? AND state IN ('waiting', 'failed') AND NOT "
                    . "{$isTarget}",
                [$reference, ...$targets],
            );
            $connection->change('UPDATE enquiry SET planned_for = ?, noticed_at = NULL WHERE reference = ?', [
                $this->recipients()->fingerprint(),
                $reference,
            ]);
            self::summarise($connection, $reference);
        }
    }

    /** The one place that decides what an enquiry is, unless it was dismissed. */
    private static function summarise(Connection $connection, string $reference): void
    {
        $has = static fn(string $state): string
            => "'{$state}' IN (SELECT state FROM delivery WHERE delivery.reference = enquiry.reference)";
        $isWaiting = "(planned_for = 0 OR {$has('waiting')})";
        $connection->change(
            "UPDATE enquiry SET planned_for = CASE WHEN {$isWaiting} OR {$has('failed')} THEN planned_for ELSE -1 END, "
                . "state = CASE WHEN {$has('failed')} THEN CASE WHEN {$isWaiting} THEN 'both' ELSE 'failed' END WHEN "
                . "{$isWaiting} THEN 'waiting' ELSE 'sent' END WHERE reference = ? AND state <> 'dismissed'",
            [$reference],
        );
    }

    /** Each move locks the enquiry's row before those of its deliveries. */
    private static function locked(Connection $connection, string $reference): ?Row
    {
        return $connection->row("SELECT * FROM enquiry WHERE reference = ? {$connection->forUpdate()}", [$reference]);
    }

    /** @param list<string> $values @return string a condition in SQL */
    private static function isOneOf(string $column, array $values): string
    {
        return "{$column} IN (" . implode(', ', array_fill(0, \count($values), '?')) . ')';
    }

    /**
     * In several transactions, so that enquiries can be accepted in between.
     * @param list<string> $references
     * @param \Closure(Connection, string, list<string>): int $change gets a condition on the references
     */
    private function changeEach(array $references, \Closure $change): int
    {
        $changed = 0;
        foreach (array_chunk($references, self::AT_ONCE) as $some) {
            $in = self::isOneOf('reference', $some);
            $changed += $this->database->write(
                static fn(Connection $connection): int => $change($connection, $in, $some),
            );
        }

        return $changed;
    }
}
