<?php

declare(strict_types=1);

namespace Enquiry\Store;

use Enquiry\Shared\ContactMessage;

/** Every enquiry that is kept, for the people who answer for it. */
final readonly class EnquiryRepository
{
    private const COLUMNS = 'id, reference, received_at, email, payload, flags, state, attempts, due_at, sent_at, last_error, delivered_to, unanswered, resent_at';

    /** Settled before that time. Where it is not known when an enquiry came in, it goes by when it was last tried. */
    private const SETTLED_BEFORE = "state <> 'waiting' AND (received_at < ? OR (received_at > 253402300799 AND due_at < ?))";

    public function __construct(private Database $database) {}

    /** For people: where it is. */
    public function name(): string
    {
        return $this->database->name();
    }

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
        return $this->records(State::HAS_FAILED . ' ORDER BY id', []);
    }

    /** @return list<StoredEnquiry> the newest first */
    public function page(?State $state, int $first, int $most): array
    {
        return $this->records(
            ($state === null ? '1 = 1' : 'state = ?') . " ORDER BY id DESC LIMIT {$most} OFFSET {$first}",
            $state === null ? [] : [$state->value],
        );
    }

    /** Deletes all of one person's, waiting or not. @return int how many */
    public function erase(string $email): int
    {
        return $this->delete('DELETE FROM enquiry WHERE email = ?', [ContactMessage::normaliseEmail($email)]);
    }

    public function countOlderThan(int $receivedBefore): int
    {
        return $this->database->read(static fn(Connection $connection): int => $connection->one(
            'SELECT COUNT(*) AS old FROM enquiry WHERE ' . self::SETTLED_BEFORE,
            [$receivedBefore, $receivedBefore],
        )->number('old'));
    }

    /** Deletes up to so many of those that are settled; the waiting stay, however old. @return int how many */
    public function purge(int $receivedBefore, int $most): int
    {
        // MySQL takes a LIMIT in a subquery only where another one wraps it.
        return $this->delete(
            'DELETE FROM enquiry WHERE id IN (SELECT id FROM (SELECT id FROM enquiry WHERE ' . self::SETTLED_BEFORE . " LIMIT {$most}) AS old)",
            [$receivedBefore, $receivedBefore],
        );
    }

    /**
     * Clears the disk of what deleted rows have left there.
     *
     * @throws StoreUnavailable where something may be left
     */
    public function scrub(bool $rebuild): void
    {
        $this->database->scrub($rebuild);
    }

    /** @param list<int|string> $values */
    private function delete(string $sql, array $values): int
    {
        return $this->database->write(static function (Connection $connection) use ($sql, $values): int {
            // SQLite gives the highest ids again once they are free.
            Meta::forget($connection, Meta::SETTLED);

            return $connection->change($sql, $values);
        });
    }

    /**
     * Puts failed enquiries back in the queue, due at once, for those who have not got them: all, or one, which
     * may have been dismissed since.
     *
     * @return int how many
     */
    public function retryFailed(int $now, string|\Stringable|null $reference = null): int
    {
        return $reference === null
            ? $this->queueAgain(State::HAS_FAILED, $now)
            : $this->queueAgain('(' . State::HAS_FAILED . " OR state = 'closed') AND reference = ?", $now, [(string) $reference]);
    }

    /** Queues one again that was settled, for all recipients, whoever of them has it. @return bool false where it waits, or is gone */
    public function resend(int $now, string $reference): bool
    {
        return $this->queueAgain("state <> 'waiting' AND reference = ?", $now, [$reference], ", delivered_to = NULL, last_error = NULL, resent_at = {$now}") === 1;
    }

    /** Takes one that has failed out of the alarm. @return bool false where it has not failed */
    public function dismiss(string $reference): bool
    {
        return $this->database->write(static fn(Connection $connection): int => $connection->change(
            'UPDATE enquiry SET state = ? WHERE reference = ? AND ' . State::HAS_FAILED,
            [State::Closed->value, $reference],
        )) === 1;
    }

    /** @param list<string> $values */
    private function queueAgain(string $condition, int $now, array $values = [], string $assignments = ''): int
    {
        return $this->database->write(static function (Connection $connection) use ($condition, $now, $values, $assignments): int {
            // Old ones wait again, so what was noted when the queue was last counted no longer holds.
            Meta::forget($connection, Meta::SETTLED);

            return $connection->change(
                "UPDATE enquiry SET state = 'waiting', due_at = ?, attempts = 0, unanswered = 0, lease = NULL{$assignments} WHERE {$condition}",
                [$now, ...$values],
            );
        });
    }

    /**
     * @param list<string> $values
     *
     * @return list<StoredEnquiry>
     */
    private function records(string $condition, array $values): array
    {
        return $this->database->read(static fn(Connection $connection): array => array_map(
            StoredEnquiry::of(...),
            $connection->rows('SELECT ' . self::COLUMNS . " FROM enquiry WHERE {$condition}", $values),
        ));
    }
}
