<?php

declare(strict_types=1);

namespace Enquiry\Queue;

use Enquiry\Database\Connection;
use Enquiry\Database\Database;
use Enquiry\Database\Row;
use Enquiry\Database\State;
use Enquiry\Shared\Clock;

/**
 * The table `delivery` has a row for each enquiry and target. The endpoint stores only the enquiry. A process that
 * delivers adds the rows, because it knows the mail settings.
 */
final class DeliveryQueue
{
    /** In the column target, beside the email addresses of the sales team. */
    public const WEBHOOK = 'webhook';

    private const HOUR = 3_600;

    private bool $isPlanned = false;

    /**
     * @param \Closure(): list<string> $targets the configured ones; asked for once something is due
     * @param int                      $perHour DELIVERY_PER_HOUR; 0 for no limit
     */
    public function __construct(
        private readonly Database $database,
        private readonly \Closure $targets,
        private readonly int $perHour = 0,
    ) {}

    /** Whether something is due, or a waiting enquiry has no rows yet. */
    public function isAnyDue(int $now): bool
    {
        $isDue = self::isDue($now);

        return $this->database->read(static fn(Connection $connection): bool => $connection->row(
            "SELECT id FROM delivery WHERE state = 'waiting' AND is_marked IN (0, 1) AND {$isDue} LIMIT 1",
        ) !== null || $connection->row(
            "SELECT id FROM enquiry WHERE state = 'waiting' AND resent_at IS NULL AND NOT EXISTS (SELECT 1 FROM "
                . 'delivery WHERE delivery.reference = enquiry.reference) LIMIT 1',
        ) !== null);
    }

    /**
     * Leases the delivery that has been due the longest, unless DELIVERY_PER_HOUR is reached. Enquiries that look
     * genuine come first.
     */
    public function claim(int $leaseSeconds, int $now, bool $toWebhook = false): ?Claim
    {
        return $this->database->write(function (Connection $connection) use ($leaseSeconds, $now, $toWebhook): ?Claim {
            $due = static fn(int $isMarked): ?Row => $connection->row(
                "SELECT * FROM delivery WHERE state = 'waiting' AND is_marked = ? AND " . self::isDue($now) . ' AND '
                    . self::isTo($toWebhook) . " ORDER BY due_at, id LIMIT 1 {$connection->skipLocked()}",
                [$isMarked],
            );
            $row = $this->isPlanned ? $due(0) : null;
            if ($row === null) {
                $this->plan($connection, $now);
                $row = $due(0) ?? $due(1);
            }
            $this->isPlanned = true;
            $isFull = $this->perHour > 0 && self::sentInHour($connection, $now, $toWebhook) >= $this->perHour;
            if ($row === null || $isFull) {
                return null;
            }
            $enquiry = $connection->row('SELECT * FROM enquiry WHERE reference = ?', [$row->text('reference')]);
            if ($enquiry === null) {
                // Erased meanwhile: its delivery must not stand before all others.
                $connection->change('DELETE FROM delivery WHERE id = ?', [$row->number('id')]);

                return null;
            }
            $lease = bin2hex(random_bytes(16));
            $claim = new Claim($row, new StoredEnquiry($enquiry), $lease);
            // A mail that ends its process, too, is retried less and less often.
            $seconds = max($leaseSeconds, Attempt::secondsAfterSilence($claim->unanswered) ?? 0);
            $connection->change('UPDATE delivery SET lease = ?, due_at = ?, unanswered = ? WHERE id = ?', [
                $lease,
                $now + $seconds,
                $claim->unanswered,
                $claim->id,
            ]);

            return $claim;
        });
    }

    /** @return bool false if another process has the delivery by now, or if it was erased or dismissed */
    public function settle(Claim $claim, Attempt $attempt, ?int $dueAt, int $now): bool
    {
        $isDelivered = $attempt->outcome === Attempt::DELIVERED;
        $state = match (true) {
            $isDelivered => State::Sent,
            $dueAt === null => State::Failed,
            default => State::Waiting,
        };
        $columns = [
            'state' => $state->value,
            'due_at' => $dueAt ?? $now,
            'attempts' => $claim->attempts + (int) ($attempt->outcome === Attempt::REFUSED),
            'unanswered' => $attempt->unansweredOf($claim),
            'error' => $isDelivered ? null : mb_scrub($attempt->error, 'UTF-8'),
            'delivered_at' => $isDelivered ? $now : null,
        ];

        return $this->database->write(static function (Connection $connection) use ($claim, $columns): bool {
            $reference = $claim->enquiry->reference;
            // So that of two processes, the second one finds no delivery of this enquiry waiting.
            $connection->row(
                "SELECT id FROM enquiry WHERE reference = ? {$connection->forUpdate()}",
                [$reference],
            );
            $assignments = implode(' = ?, ', array_keys($columns));
            $changed = $connection->change(
                "UPDATE delivery SET {$assignments} = ?, lease = NULL WHERE id = ? AND lease = ? AND state = 'waiting'",
                [...array_values($columns), $claim->id, $claim->lease],
            );
            if ($changed === 0) {
                return false;
            }
            self::summarise($connection, 'reference = ?', [$reference]);

            return true;
        });
    }

    /**
     * Sets the state of waiting enquiries that have nothing left to deliver.
     * @param list<int|string> $values
     */
    private static function summarise(Connection $connection, string $condition, array $values = []): void
    {
        $states = '(SELECT state FROM delivery WHERE delivery.reference = enquiry.reference)';
        $connection->change(
            "UPDATE enquiry SET state = CASE WHEN 'failed' IN {$states} THEN 'failed' ELSE 'sent' END WHERE "
                . "{$condition} AND state = 'waiting' AND 'waiting' NOT IN {$states} AND EXISTS {$states}",
            $values,
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
        return 'target ' . ($webhook ? '=' : '<>') . " '" . self::WEBHOOK . "'";
    }

    /**
     * Gives each waiting enquiry a row for each configured target, unless an operator asked to mail it again. The row
     * of a target that is configured no more is closed, unless a process is delivering it.
     */
    private function plan(Connection $connection, int $now): void
    {
        $targets = ($this->targets)();
        $places = implode(', ', array_fill(0, \count($targets), '?'));
        $connection->change(
            "UPDATE delivery SET state = 'closed', lease = NULL WHERE state = 'waiting' AND target NOT IN ({$places}) "
                . 'AND (lease IS NULL OR due_at <= ?)',
            [...$targets, $now],
        );
        $connection->change(
            "UPDATE delivery SET state = 'waiting', due_at = ?, attempts = 0, unanswered = 0 WHERE state = 'closed' "
                . "AND target IN ({$places}) AND reference IN (SELECT reference FROM enquiry WHERE state = 'waiting')",
            [$now, ...$targets],
        );
        foreach ($targets as $target) {
            $connection->change(
                'INSERT INTO delivery (reference, target, state, is_marked, due_at, attempts, unanswered) SELECT '
                    . "reference, ?, 'waiting', CASE WHEN flags = '[]' THEN 0 ELSE 1 END, CASE WHEN received_at > ? "
                    . "THEN ? ELSE received_at END, 0, 0 FROM enquiry WHERE state = 'waiting' AND resent_at IS NULL "
                    . 'AND NOT EXISTS (SELECT 1 FROM delivery WHERE delivery.reference = enquiry.reference AND '
                    . "delivery.target = ?) {$connection->orNothing('delivery')}",
                [$target, $now, $now, $target],
            );
        }
        self::summarise($connection, '1 = 1');
    }
}
