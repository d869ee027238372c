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
    private const PURGED_AT_ONCE = 500;

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
        return $this->changeEach('DELETE FROM enquiry WHERE', $references);
    }

    /**
     * Closes those that wait or have failed, except those that a process is mailing now.
     * @param list<string> $references
     * @return int how many
     */
    public function dismissEach(array $references, int $now): int
    {
        return $this->changeEach(
            "UPDATE enquiry SET state = 'closed', lease = NULL, webhook_due_at = NULL, webhook_error = NULL WHERE "
                . "state IN ('waiting', 'failed') AND (lease IS NULL OR due_at <= {$now}) AND",
            $references,
        );
    }

    /**
     * In several transactions, so that enquiries can be accepted in between.
     * @param list<string> $references
     */
    private function changeEach(string $statement, array $references): int
    {
        $changed = 0;
        foreach (array_chunk($references, self::AT_ONCE) as $some) {
            $places = implode(', ', array_fill(0, \count($some), '?'));
            $changed += $this->database->change("{$statement} reference IN ({$places})", $some);
        }

        return $changed;
    }

    /**
     * Adds a reason why enquiries may be spam.
     * @param list<string> $references
     * @return int how many changed
     */
    public function markEach(array $references, string $reason): int
    {
        $changed = 0;
        foreach (array_chunk($references, self::AT_ONCE) as $some) {
            $changed += $this->database->write(static fn(Connection $connection): int => array_sum(array_map(
                static fn(string $reference): int => self::mark($connection, $reference, $reason),
                $some,
            )));
        }

        return $changed;
    }

    private static function mark(Connection $connection, string $reference, string $reason): int
    {
        $flags = $connection->row('SELECT flags FROM enquiry WHERE reference = ?', [$reference])?->list('flags');

        return $flags === null || \in_array($reason, $flags, true) ? 0 : $connection->change(
            'UPDATE enquiry SET flags = ? WHERE reference = ?',
            [StoredEnquiry::encode([...$flags, $reason]), $reference],
        );
    }

    /** Deletes old enquiries that no longer wait, and the codes of people whose erased enquiries would be as old. */
    public function purge(int $receivedBefore, int $keysBefore): void
    {
        // In batches, so that enquiries can be accepted in between.
        do {
            // MySQL accepts LIMIT in a subquery only inside another subquery.
            $deleted = $this->database->change(
                "DELETE FROM enquiry WHERE id IN (SELECT id FROM (SELECT id FROM enquiry WHERE state <> 'waiting' AND "
                    . 'received_at < ? LIMIT ' . self::PURGED_AT_ONCE . ') AS old)',
                [$receivedBefore],
            );
        } while ($deleted > 0);
        $this->database->change('DELETE FROM enquiry_erased WHERE erased_at < ?', [$receivedBefore]);
        // An earlier release hashed the client's address into a form's key.
        $this->database->change(
            "UPDATE enquiry SET idempotency_key = NULL WHERE received_at < ? AND idempotency_key LIKE 'form:%'",
            [$keysBefore],
        );
    }

    /** Queues failed enquiries again, for the recipients who did not get them. @return int how many */
    public function retryAllFailed(int $now): int
    {
        // An enquiry that failed by mail and by webhook counts once.
        $this->postAgain("state = 'failed'", $now);

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
        $this->database->change(
            "UPDATE enquiry SET due_at = ? WHERE state = 'waiting' AND lease IS NULL AND due_at > ?",
            [$now, $now],
        );
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
