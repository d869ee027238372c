<?php

declare(strict_types=1);

namespace Enquiry\Queue;

use Enquiry\Database\Connection;
use Enquiry\Database\Database;
use Enquiry\Database\State;

/** All stored enquiries, for operators. */
final readonly class EnquiryRepository
{
    private const AT_ONCE = 100;

    public function __construct(private Database $database) {}

    public function find(string|\Stringable $reference): ?StoredEnquiry
    {
        $row = $this->database->row('SELECT * FROM enquiry WHERE reference = ?', [(string) $reference]);

        return $row === null ? null : new StoredEnquiry($row);
    }

    /**
     * Read in parts, because a flood may be larger than the memory.
     * @return iterable<StoredEnquiry> newest first
     */
    public function newest(?State $state = null, int $receivedSince = 0, int $receivedBefore = \PHP_INT_MAX): iterable
    {
        $before = \PHP_INT_MAX;
        $inState = $state === null ? '' : " AND state = '{$state->value}'";
        $condition = "id < ? AND received_at >= ? AND received_at < ?{$inState}";
        do {
            $rows = $this->database->rows(
                "SELECT * FROM enquiry WHERE {$condition} ORDER BY id DESC LIMIT " . self::AT_ONCE,
                [$before, $receivedSince, $receivedBefore],
            );
            foreach ($rows as $row) {
                yield new StoredEnquiry($row);
                $before = $row->number('id');
            }
        } while ($rows !== []);
    }

    /** @param list<string> $references @return int the number of deleted enquiries */
    public function erase(array $references): int
    {
        return $this->inParts(
            $references,
            static fn(Connection $connection, string $these, array $some): int => $connection->change(
                "DELETE FROM enquiry WHERE {$these}",
                $some,
            ),
        );
    }

    /**
     * Closes those that wait or have failed, except those that a process is mailing now.
     * @param list<string> $references
     * @return int how many
     */
    public function dismissEach(array $references, int $now): int
    {
        return $this->inParts(
            $references,
            static fn(Connection $connection, string $these, array $some): int => $connection->change(
                "UPDATE enquiry SET state = 'closed', lease = NULL, webhook_due_at = NULL, webhook_error = NULL "
                    . "WHERE state IN ('waiting', 'failed') AND (lease IS "
                    . "NULL OR due_at <= {$now}) AND {$these}",
                $some,
            ),
        );
    }

    /**
     * Adds a reason why enquiries may be spam.
     * @param list<string> $references
     * @return int how many changed
     */
    public function markEach(array $references, string $reason): int
    {
        return $this->inParts($references, static function (Connection $connection, string $these, array $some) use (
            $reason,
        ): int {
            $changed = 0;
            foreach ($connection->rows("SELECT reference, flags FROM enquiry WHERE {$these}", $some) as $row) {
                $flags = $row->list('flags');
                if (!\in_array($reason, $flags, true)) {
                    $flags = Payload::encodeList([...$flags, $reason]);
                    $sql = 'UPDATE enquiry SET flags = ? WHERE reference = ?';
                    $changed += $connection->change($sql, [$flags, $row->text('reference')]);
                }
            }

            return $changed;
        });
    }

    /**
     * In several transactions, so that enquiries can be accepted in between.
     * @param list<string>                                     $references
     * @param \Closure(Connection, string, list<string>): int $work gets a condition and its values
     */
    private function inParts(array $references, \Closure $work): int
    {
        $changed = 0;
        foreach (array_chunk($references, self::AT_ONCE) as $some) {
            $these = 'reference IN (' . implode(', ', array_fill(0, \count($some), '?')) . ')';
            $changed += $this->database->write(
                static fn(Connection $connection): int => $work($connection, $these, $some),
            );
        }

        return $changed;
    }

    /** Deletes up to $most old enquiries that no longer wait. @return int how many */
    public function purge(int $receivedBefore, int $most): int
    {
        // MySQL accepts LIMIT in a subquery only inside another subquery.
        return $this->database->change(
            "DELETE FROM enquiry WHERE id IN (SELECT id FROM (SELECT id FROM enquiry WHERE state <> 'waiting' AND "
                . "received_at < ? LIMIT {$most}) AS old)",
            [$receivedBefore],
        );
    }

    /** An earlier release hashed the client's address into a form's key. Erased people are no longer in any backup. */
    public function forget(int $keysBefore, int $erasedBefore): void
    {
        $this->database->change(
            "UPDATE enquiry SET idempotency_key = NULL WHERE received_at < ? AND idempotency_key LIKE 'form:%'",
            [$keysBefore],
        );
        $this->database->change('DELETE FROM enquiry_erased WHERE erased_at < ?', [$erasedBefore]);
    }

    /** Queues failed enquiries again, for the recipients who did not get them. @return int how many */
    public function retryAllFailed(int $now): int
    {
        return $this->queueAgain("state = 'failed'", $now) + $this->postAgain('1 = 1', $now);
    }

    /** Also for a dismissed enquiry. */
    public function retryFailed(string $reference, int $now): bool
    {
        return $this->queueAgain("state IN ('failed', 'closed') AND reference = ?", $now, [$reference])
            + $this->postAgain('reference = ?', $now, [$reference]) > 0;
    }

    /** Lets all that wait be mailed now, except those that a process is mailing. */
    public function makeDue(int $now): void
    {
        $this->database->change("UPDATE enquiry SET due_at = ? WHERE state = 'waiting' AND lease IS NULL AND due_at > ?", [
            $now,
            $now,
        ]);
    }

    /** Queues an enquiry again, for all recipients. @return bool false if it is already waiting */
    public function resend(string $reference, int $now): bool
    {
        return $this->queueAgain(
            "state <> 'waiting' AND reference = ?",
            $now,
            [$reference],
            ", delivered_to = NULL, last_error = NULL, resent_at = {$now}",
        ) === 1;
    }

    /**
     * For enquiries that the webhook did not accept.
     * @param list<string> $values
     */
    private function postAgain(string $condition, int $now, array $values = []): int
    {
        return $this->database->change(
            'UPDATE enquiry SET webhook_due_at = ?, webhook_attempts = 0 WHERE webhook_due_at IS NULL AND '
                . "webhook_error IS NOT NULL AND {$condition}",
            [$now, ...$values],
        );
    }

    /** @param list<string> $values */
    private function queueAgain(string $condition, int $now, array $values = [], string $assignments = ''): int
    {
        return $this->database->change(
            "UPDATE enquiry SET state = 'waiting', due_at = ?, attempts = 0, unanswered = 0, collected = 0, lease = "
                . "NULL{$assignments} WHERE {$condition}",
            [$now, ...$values],
        );
    }
}
