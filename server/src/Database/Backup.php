<?php

declare(strict_types=1);

namespace Enquiry\Database;

/**
 * A SQLite file with a copy of all enquiries and their deliveries. Both SQLite and MySQL can be backed up to it and
 * restored from it.
 */
final readonly class Backup
{
    /** Enquiries in one transaction. Enquiries are accepted between transactions. */
    private const AT_ONCE = 100;

    private function __construct(private Connection $connection) {}

    /**
     * The file gets its final name when it is complete, whole and on the disk.
     * @return int the number of enquiries
     * @throws StoreUnavailable
     */
    public static function take(Database $database, string $file): int
    {
        if (file_exists($file)) {
            throw StoreUnavailable::notBackedUp($file, 'It already exists. Choose another file.');
        }
        if (!(new DataFolder(\dirname($file)))->isWritable()) {
            throw StoreUnavailable::notBackedUp($file, 'Its folder is missing or not writable. Choose another file.');
        }
        $unfinished = "{$file}.part";
        $mask = umask(0o077);
        @unlink($unfinished);
        try {
            $copy = Connection::sqlite($unfinished);
            // An interrupted copy is deleted, so one sync at the end is enough.
            $copy->command('PRAGMA journal_mode=MEMORY');
            Schema::create($copy);
            $count = $copy->transaction('BEGIN', static fn(Connection $copy): int => self::copy($database, $copy));
            $damage = self::damage($copy);
            if ($damage !== null) {
                throw StoreUnavailable::notBackedUp($file, "The copy is damaged: {$damage}.");
            }

            return @rename($unfinished, $file)
                ? $count
                : throw StoreUnavailable::notBackedUp($file, error_get_last()['message'] ?? '');
        } catch (SqlError $failure) {
            throw StoreUnavailable::notBackedUp($file, $failure->getMessage());
        } finally {
            @unlink($unfinished);
            umask($mask);
        }
    }

    /** @throws StoreUnavailable if it is no whole backup that this release can read */
    public static function open(string $file): self
    {
        if (!is_file($file) || !is_readable($file)) {
            throw StoreUnavailable::notRestored($file, 'it is missing, or this user cannot read it');
        }
        try {
            $connection = Connection::sqlite($file, Connection::READ_ONLY);
            $damage = self::damage($connection);
            if ($damage !== null || !Schema::isThere($connection)) {
                throw StoreUnavailable::notRestored($file, $damage ?? 'it has no table of enquiries');
            }

            return new self($connection);
        } catch (SqlError $failure) {
            throw StoreUnavailable::notRestored($file, $failure->reason);
        }
    }

    /**
     * Adds the enquiries whose reference the database lacks. It can run again after an interruption.
     * @return array{int, int} the number of enquiries added, and already there
     * @throws StoreUnavailable
     */
    public function restore(Database $database): array
    {
        [$all, $added] = [0, 0];
        foreach (self::parts($this->connection) as $part) {
            $all += \count($part);
            $added += $database->write(static fn(Connection $connection): int => self::add($connection, $part));
        }

        return [$added, $all - $added];
    }

    private static function damage(Connection $connection): ?string
    {
        $found = $connection->one('PRAGMA integrity_check(1)')->text('integrity_check');

        return $found === 'ok' ? null : trim($found);
    }

    private static function copy(Database $database, Connection $copy): int
    {
        $count = 0;
        foreach (self::parts($database) as $part) {
            $count += self::add($copy, $part);
        }

        return $count;
    }

    /** @return iterable<non-empty-list<array{Row, list<Row>}>> enquiries, each with its deliveries */
    private static function parts(Connection|Database $source): iterable
    {
        $after = 0;
        while (true) {
            $read = static fn(Connection $connection): array => self::part($connection, $after);
            // In a transaction, for the locks of part().
            $part = $source instanceof Database ? $source->write($read) : $read($source);
            if ($part === []) {
                return;
            }
            yield $part;
            $after = end($part)[0]->number('id');
        }
    }

    /** @return list<array{Row, list<Row>}> of locked enquiries, so that their deliveries are of the same moment */
    private static function part(Connection $connection, int $after): array
    {
        $sql = 'SELECT * FROM delivery WHERE reference = ? ORDER BY id';
        $limit = 'LIMIT ' . self::AT_ONCE . " {$connection->forUpdate()}";

        return array_map(
            static fn(Row $row): array => [$row, $connection->rows($sql, [$row->text('reference')])],
            $connection->rows("SELECT * FROM enquiry WHERE id > ? ORDER BY id {$limit}", [$after]),
        );
    }

    /**
     * @param array<array{Row, list<Row>}> $enquiries each with its deliveries
     * @return int how many enquiries were missing
     */
    private static function add(Connection $connection, array $enquiries): int
    {
        $added = 0;
        foreach ($enquiries as [$row, $deliveries]) {
            $isAdded = self::insert($connection, 'enquiry', $row->values);
            $sql = 'SELECT id FROM enquiry WHERE reference = ?';
            if (!$isAdded && $connection->row($sql, [$row->text('reference')]) === null) {
                // This database has the key already, because the visitor sent the message again: keep both.
                $isAdded = self::insert($connection, 'enquiry', ['idempotency_key' => null] + $row->values);
            }
            foreach ($isAdded ? $deliveries : [] as $delivery) {
                // A lease belongs to a worker that uses the other database.
                self::insert($connection, 'delivery', ['lease' => null] + $delivery->values);
            }
            $added += (int) $isAdded;
        }

        return $added;
    }

    /** @param array<string, int|string|null> $values by column */
    private static function insert(Connection $connection, string $table, array $values): bool
    {
        // Each database numbers its rows itself.
        unset($values['id']);
        $columns = implode(', ', array_keys($values));
        $places = implode(', ', array_fill(0, \count($values), '?'));

        return $connection->change(
            "INSERT INTO {$table} ({$columns}) VALUES ({$places}) {$connection->orNothing($table)}",
            array_values($values),
        ) > 0;
    }
}
