<?php

declare(strict_types=1);

namespace Enquiry\Store;

/**
 * Moves enquiries to another database: some are taken from the workers here by a lease, stored there, and
 * only then deleted here. Whatever interrupts it, running it again ends with each of them in one place; a
 * reference that is there already is not stored twice.
 */
final readonly class Relocation
{
    /** Large enough that syncing costs little, small enough to hold nobody up. */
    public const AT_ONCE = 100;

    /** What other databases have room for, where SQLite takes anything: the largest number, or the most characters. */
    private const NUMBERS = ['received_at' => \PHP_INT_MAX, 'due_at' => \PHP_INT_MAX, 'attempts' => 2_147_483_647, 'unanswered' => 2_147_483_647];
    private const TIMES_OR_NULL = ['sent_at', 'resent_at'];
    private const WIDTHS = ['reference' => 20, 'idempotency_key' => 200, 'email' => 254, 'state' => 7];

    /** Longer than storing so many can take, or a worker here could send what is already there. */
    private const LEASE_SECONDS = 600;

    public function __construct(private Database $from, private Database $to) {}

    public function count(): int
    {
        return $this->from->read(static fn(Connection $connection): int => $connection
            ->one('SELECT COUNT(*) AS enquiries FROM enquiry')->number('enquiries'));
    }

    /**
     * Those that a worker is sending right now are left to it.
     *
     * @param \Closure(): int $now asked again and again: a lease that began with the run could be over before its end
     *
     * @return \Generator<int, int> how many, after each step
     */
    public function move(\Closure $now, string $lease): \Generator
    {
        $after = 0;
        while (($rows = $this->take($after, $now(), $lease)) !== []) {
            $this->to->write(static fn(Connection $connection): int => self::store($connection, $rows));
            $ids = self::ids($rows);
            $this->from->write(static function (Connection $connection) use ($ids, $lease): void {
                // SQLite gives the highest ids again once they are free.
                Meta::forget($connection, Meta::SETTLED);
                $connection->change("DELETE FROM enquiry WHERE id IN ({$ids}) AND lease = ?", [$lease]);
            });
            $after = end($rows)->number('id');
            yield \count($rows);
        }
    }

    /**
     * Clears the disk of what was moved.
     *
     * @throws StoreUnavailable where something may be left
     */
    public function scrub(): void
    {
        $this->from->scrub(rebuild: true);
    }

    /**
     * Stores those whose reference is not there yet, with every column that both tables have.
     *
     * @param list<Row> $rows
     *
     * @return int how many were not there
     */
    public static function store(Connection $connection, array $rows): int
    {
        $columns = array_diff_key(array_flip(Schema::columns($connection, 'enquiry')), ['id' => true]);
        $stored = 0;
        foreach ($rows as $row) {
            // Whoever had a lease has it of the other database.
            $values = ['lease' => null] + array_intersect_key($connection->dialect === Dialect::Sqlite ? $row->values() : self::fitting($row), $columns);
            $added = self::insert($connection, $values);
            if ($added === 0 && $connection->row('SELECT id FROM enquiry WHERE reference = ?', [$values['reference'] ?? null]) === null) {
                // The visitor sent it again, to this database, before the row came here: keep both, lose none.
                $added = self::insert($connection, ['idempotency_key' => null] + $values);
            }
            $stored += $added;
        }

        return $stored;
    }

    /**
     * A damaged row loses what no other database would take, and nothing else.
     *
     * @return array<string, int|string|null> by column
     */
    private static function fitting(Row $row): array
    {
        $values = [];
        foreach ($row->values() as $column => $value) {
            $width = self::WIDTHS[$column] ?? null;
            $values[$column] = match (true) {
                isset(self::NUMBERS[$column]) => min(max(0, $row->numberOrNull($column) ?? 0), self::NUMBERS[$column]),
                \in_array($column, self::TIMES_OR_NULL, true) => $row->timeOrNull($column),
                \is_string($value) => mb_substr(str_replace("\0", '', mb_scrub($value, 'UTF-8')), 0, $width, 'UTF-8'),
                default => $value,
            };
        }

        return $values;
    }

    /**
     * Free are those without a lease, with one that ran out, or with one of an earlier run of this.
     *
     * @return list<Row>
     */
    private function take(int $after, int $now, string $lease): array
    {
        return $this->from->write(static function (Connection $connection) use ($after, $now, $lease): array {
            $rows = $connection->rows(
                "SELECT * FROM enquiry WHERE id > ? AND (lease IS NULL OR due_at <= ? OR lease = ?) "
                . 'ORDER BY id LIMIT ' . self::AT_ONCE . " {$connection->dialect->lockingClause()}",
                [$after, $now, $lease],
            );
            if ($rows !== []) {
                $connection->change('UPDATE enquiry SET lease = ?, due_at = ? WHERE id IN (' . self::ids($rows) . ')', [$lease, $now + self::LEASE_SECONDS]);
            }

            return $rows;
        });
    }

    /** @param list<Row> $rows */
    private static function ids(array $rows): string
    {
        return implode(', ', array_map(static fn(Row $row): int => $row->number('id'), $rows));
    }

    /** @param array<string, int|string|null> $values by column */
    private static function insert(Connection $connection, array $values): int
    {
        return $connection->change(
            'INSERT INTO enquiry (' . implode(', ', array_keys($values)) . ') VALUES (' . implode(', ', array_fill(0, \count($values), '?')) . ") {$connection->dialect->orNothing()}",
            array_values($values),
        );
    }
}
