<?php

declare(strict_types=1);

namespace Enquiry\Store;

use Enquiry\Shared\ContactMessage;

/** All stored enquiries, for operators. */
final readonly class EnquiryRepository
{
    public function __construct(private Database $database) {}

    /** @return list<StoredEnquiry> */
    public function findByEmail(string $email): array
    {
        return $this->records('email = ? ORDER BY id', [ContactMessage::normaliseEmail($email)]);
    }

    public function find(string|\Stringable $reference): ?StoredEnquiry
    {
        return $this->records('reference = ?', [(string) $reference])[0] ?? null;
    }

    /** @return list<StoredEnquiry> */
    public function failed(): array
    {
        return $this->records("state = 'failed' ORDER BY id", []);
    }

    /** @return list<StoredEnquiry> newest first */
    public function page(?State $state, int $first, int $most): array
    {
        return $this->records(
            ($state === null ? '1 = 1' : 'state = ?') . " ORDER BY id DESC LIMIT {$most} OFFSET {$first}",
            $state === null ? [] : [$state->value],
        );
    }

    /** @return int the number of deleted enquiries */
    public function erase(string $email): int
    {
        return $this->change('DELETE FROM enquiry WHERE email = ?', [ContactMessage::normaliseEmail($email)]);
    }

    /** Deletes up to $most old enquiries that no longer wait. @return int how many */
    public function purge(int $receivedBefore, int $most): int
    {
        // MySQL accepts LIMIT in a subquery only inside another subquery.
        return $this->change(
            "DELETE FROM enquiry WHERE id IN (SELECT id FROM (SELECT id FROM enquiry WHERE state <> 'waiting' AND received_at < ? LIMIT {$most}) AS old)",
            [$receivedBefore],
        );
    }

    /** Queues failed enquiries again, for the recipients who did not get them. @return int how many */
    public function retryAllFailed(int $now): int
    {
        return $this->queueAgain("state = 'failed'", $now);
    }

    /** Also for a dismissed enquiry. */
    public function retryFailed(string $reference, int $now): bool
    {
        return $this->queueAgain("state IN ('failed', 'closed') AND reference = ?", $now, [$reference]) === 1;
    }

    /** Queues an enquiry again, for all recipients. @return bool false if it is already waiting */
    public function resend(string $reference, int $now): bool
    {
        return $this->queueAgain("state <> 'waiting' AND reference = ?", $now, [$reference], ", delivered_to = NULL, last_error = NULL, resent_at = {$now}") === 1;
    }

    /** Ends the delivery of an enquiry that waits or has failed. @return bool false if it is neither, or is being mailed now */
    public function dismiss(string $reference, int $now): bool
    {
        return $this->change(
            "UPDATE enquiry SET state = 'closed' WHERE reference = ? AND (state = 'failed' OR (state = 'waiting' AND (lease IS NULL OR due_at <= ?)))",
            [$reference, $now],
        ) === 1;
    }

    /** @param list<string> $values */
    private function queueAgain(string $condition, int $now, array $values = [], string $assignments = ''): int
    {
        return $this->change(
            "UPDATE enquiry SET state = 'waiting', due_at = ?, attempts = 0, unanswered = 0, collected = 0, lease = NULL{$assignments} WHERE {$condition}",
            [$now, ...$values],
        );
    }

    /** @param list<int|string> $values */
    private function change(string $sql, array $values): int
    {
        return $this->database->write(static fn(Connection $connection): int => $connection->change($sql, $values));
    }

    /**
     * @param list<string> $values
     * @return list<StoredEnquiry>
     */
    private function records(string $condition, array $values): array
    {
        return $this->database->read(static fn(Connection $connection): array => array_map(
            StoredEnquiry::of(...),
            $connection->rows("SELECT * FROM enquiry WHERE {$condition}", $values),
        ));
    }
}
