<?php

declare(strict_types=1);

namespace Enquiry\Storage;

use Enquiry\Reference;

/** Every enquiry that is kept, for the people who answer for it. */
final readonly class Archive
{
    private const COLUMNS = 'id, reference, received_at, email, payload, flags, state, attempts, due_at, sent_at, last_error';

    public function __construct(private Database $database) {}

    /** E-mail addresses are stored and looked up in one case, or a person would not find all of theirs. */
    public static function normalise(string $email): string
    {
        return mb_strtolower($email, 'UTF-8');
    }

    /** For people: where it is. */
    public function name(): string
    {
        return $this->database->name();
    }

    /** @return list<Record> */
    public function findByEmail(string $email): array
    {
        return $this->records('email = ?', [self::normalise($email)]);
    }

    public function find(Reference $reference): ?Record
    {
        return $this->records('reference = ?', [(string) $reference])[0] ?? null;
    }

    /** @return list<Record> */
    public function failed(): array
    {
        return $this->records('state = ?', [State::Failed->value]);
    }

    /** Deletes all of one person's, waiting or not. @return int how many */
    public function erase(string $email): int
    {
        return $this->delete('DELETE FROM enquiry WHERE email = ?', [self::normalise($email)]);
    }

    public function countOlderThan(int $receivedBefore): int
    {
        return $this->database->read(static fn(Connection $connection): int => $connection->row(
            "SELECT COUNT(*) AS old FROM enquiry WHERE state <> 'waiting' AND received_at < ?",
            [$receivedBefore],
        )?->number('old') ?? 0);
    }

    /** Deletes up to so many of the sent and the failed; the waiting stay, however old. @return int how many */
    public function purge(int $receivedBefore, int $most): int
    {
        // MySQL takes a LIMIT in a subquery only where another one wraps it.
        return $this->delete(
            "DELETE FROM enquiry WHERE id IN (SELECT id FROM (SELECT id FROM enquiry WHERE state <> 'waiting' AND received_at < ? LIMIT {$most}) AS old)",
            [$receivedBefore],
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
            $connection->change('DELETE FROM enquiry_meta WHERE name = ?', [Outbox::SETTLED]);

            return $connection->change($sql, $values);
        });
    }

    /** Puts failed enquiries back in the queue, due at once: one, or all. @return int how many */
    public function retryFailed(int $now, ?Reference $reference = null): int
    {
        return $this->database->write(static function (Connection $connection) use ($now, $reference): int {
            // Old ones wait again, so what was noted when the queue was last counted no longer holds.
            $connection->change('DELETE FROM enquiry_meta WHERE name = ?', [Outbox::SETTLED]);

            return $connection->change(
                "UPDATE enquiry SET state = 'waiting', due_at = ?, attempts = 0, lease = NULL WHERE state = 'failed'"
                . ($reference === null ? '' : ' AND reference = ?'),
                [$now, ...($reference === null ? [] : [(string) $reference])],
            );
        });
    }

    /**
     * @param list<string> $values
     *
     * @return list<Record>
     */
    private function records(string $condition, array $values): array
    {
        return $this->database->read(static fn(Connection $connection): array => array_map(
            Record::of(...),
            $connection->rows('SELECT ' . self::COLUMNS . " FROM enquiry WHERE {$condition} ORDER BY id", $values),
        ));
    }
}
