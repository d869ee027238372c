<?php

declare(strict_types=1);

namespace Enquiry\Storage;

/**
 * Moves waiting enquiries to another database, one at a time: taken from the workers here by a lease,
 * stored there, and only then deleted here. Whatever interrupts it, running it again ends with each of
 * them in one place; a reference that is there already is not stored twice.
 */
final readonly class Relocation
{
    /** Longer than storing one row can take, or a worker here could send what is already there. */
    private const LEASE_SECONDS = 600;

    public function __construct(private Database $from, private Database $to) {}

    public function count(): int
    {
        return $this->from->read(static fn(Connection $connection): int => $connection
            ->row("SELECT COUNT(*) AS waiting FROM enquiry WHERE state = 'waiting'")?->number('waiting') ?? 0);
    }

    /**
     * Those that a worker is sending right now are left to it.
     *
     * @return \Generator<int, string> the reference of each, once it is moved
     */
    public function move(int $now, string $lease): \Generator
    {
        for ($after = 0; ($row = $this->take($after, $now, $lease)) !== null; $after = $row->number('id')) {
            $this->to->write(static fn(Connection $connection): int => self::store($connection, $row));
            $this->from->write(static fn(Connection $connection): int => $connection->change(
                'DELETE FROM enquiry WHERE id = ? AND lease = ?',
                [$row->number('id'), $lease],
            ));
            yield $row->text('reference');
        }
    }

    /** Free are those without a lease, with one that ran out, or with one of an earlier run of this. */
    private function take(int $after, int $now, string $lease): ?Row
    {
        return $this->from->write(static function (Connection $connection) use ($after, $now, $lease): ?Row {
            $row = $connection->row(
                "SELECT * FROM enquiry WHERE state = 'waiting' AND id > ? AND (lease IS NULL OR due_at <= ? OR lease = ?) "
                . "ORDER BY id LIMIT 1 {$connection->dialect->lockingClause()}",
                [$after, $now, $lease],
            );
            if ($row !== null) {
                $connection->change('UPDATE enquiry SET lease = ?, due_at = ? WHERE id = ?', [$lease, $now + self::LEASE_SECONDS, $row->number('id')]);
            }

            return $row;
        });
    }

    private static function store(Connection $connection, Row $row): int
    {
        $insert = 'INSERT INTO enquiry (reference, idempotency_key, received_at, email, payload, flags, state, attempts, due_at, last_error) '
            . "VALUES (?, ?, ?, ?, ?, ?, 'waiting', ?, ?, ?) {$connection->dialect->orNothing()}";
        $values = static fn(?string $key): array => [
            $row->text('reference'), $key, $row->number('received_at'), $row->text('email'), $row->text('payload'),
            $row->text('flags'), $row->number('attempts'), $row->number('due_at'), $row->textOrNull('last_error'),
        ];
        $added = $connection->change($insert, $values($row->textOrNull('idempotency_key')));
        if ($added === 1 || $connection->row('SELECT id FROM enquiry WHERE reference = ?', [$row->text('reference')]) !== null) {
            return $added;
        }

        // The visitor sent it again, to the new database, before the old one's was moved: keep both, lose none.
        return $connection->change($insert, $values(null));
    }
}
