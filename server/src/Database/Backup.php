<?php

declare(strict_types=1);

namespace Enquiry\Database;

/** A SQLite file with a copy of all enquiries. Both SQLite and MySQL can be backed up to it and restored from it. */
final readonly class Backup
{
    /** Rows in one transaction. Enquiries are accepted between transactions. */
    private const AT_ONCE = 100;

    /** @param ?DamagedFile $damaged null for a whole file */
    private function __construct(private Connection $connection, public ?DamagedFile $damaged = null) {}

    /**
     * The file gets its final name when it is complete and on the disk.
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
        $damage = $database->read(static fn(Connection $connection): ?string => $connection->damage());
        if ($damage !== null) {
            throw StoreUnavailable::damaged($database->name(), $damage);
        }
        $unfinished = "{$file}.part";
        $mask = umask(0o077);
        @unlink($unfinished);
        try {
            $copy = Connection::sqlite($unfinished);
            // An interrupted copy is deleted, so one sync at the end is enough.
            $copy->command('PRAGMA journal_mode=MEMORY');
            $count = $copy->transaction('BEGIN', static fn(Connection $copy): int => self::copy($database, $copy));

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

    /** Of a damaged file, restore() reads what can be read. @throws StoreUnavailable */
    public static function open(string $file): self
    {
        if (!is_file($file) || !is_readable($file)) {
            throw StoreUnavailable::notRestored($file, 'it is missing, or this user cannot read it');
        }
        try {
            $connection = Connection::sqlite($file, \PDO::SQLITE_OPEN_READONLY);
            $damage = $connection->damage();
            $damaged = $damage === null ? null : new DamagedFile($connection);
            if (!\in_array('payload', Schema::names($connection, 'enquiry'), true)) {
                throw StoreUnavailable::notRestored($file, $damage ?? 'it has no table of enquiries');
            }

            return new self($connection, $damaged);
        } catch (SqlError $failure) {
            throw StoreUnavailable::notRestored($file, $failure->reason);
        }
    }

    /**
     * Adds the enquiries whose reference the database lacks. It can run again after an interruption.
     * @param \Closure(Row): bool $isWanted
     * @return array{int, int, int} the number of enquiries added, already there, and not wanted
     * @throws StoreUnavailable
     */
    public function restore(Database $database, \Closure $isWanted): array
    {
        [$all, $added, $left] = [0, 0, 0];
        foreach ($this->damaged?->parts() ?? self::parts($this->connection) as $rows) {
            $wanted = array_values(array_filter($rows, $isWanted));
            $all += \count($wanted);
            $left += \count($rows) - \count($wanted);
            $added += $database->write(static fn(Connection $connection): int => self::add($connection, $wanted));
        }

        return [$added, $all - $added, $left];
    }

    /** @return array<string, int> when each person was erased, by hash; empty for a backup of an earlier release */
    public function erased(): array
    {
        try {
            return self::erasedIn($this->connection);
        } catch (SqlError) {
            return [];
        }
    }

    /** @return array<string, int> when each person was erased, by hash */
    public static function erasedIn(Connection|Database $source): array
    {
        $times = [];
        foreach ($source->rows('SELECT who, erased_at FROM enquiry_erased') as $row) {
            $times[$row->text('who')] = $row->number('erased_at');
        }

        return $times;
    }

    private static function copy(Database $database, Connection $copy): int
    {
        Schema::migrate($copy);
        foreach (self::erasedIn($database) as $who => $time) {
            $copy->change('INSERT INTO enquiry_erased (who, erased_at) VALUES (?, ?)', [$who, $time]);
        }
        $count = 0;
        foreach (self::parts($database) as $rows) {
            $count += self::add($copy, $rows);
        }

        return $count;
    }

    /** @return iterable<non-empty-list<Row>> */
    private static function parts(Connection|Database $source): iterable
    {
        $sql = 'SELECT * FROM enquiry WHERE id > ? ORDER BY id LIMIT ' . self::AT_ONCE;
        $after = 0;
        while (($rows = $source->rows($sql, [$after])) !== []) {
            yield $rows;
            $after = end($rows)->number('id');
        }
    }

    /**
     * @param list<Row> $rows
     * @return int how many were missing
     */
    private static function add(Connection $connection, array $rows): int
    {
        $columns = array_flip(Schema::names($connection, 'enquiry'));
        unset($columns['id']);
        $added = 0;
        foreach ($rows as $row) {
            // A lease belongs to a worker that uses the other database.
            $values = ['lease' => null] + array_intersect_key($row->values(), $columns);
            $isAdded = self::insert($connection, $values);
            if (
                !$isAdded
                && $connection->row('SELECT id FROM enquiry WHERE reference = ?', [$row->text('reference')]) === null
            ) {
                // This database has the key already, because the visitor sent the message again: keep both.
                $isAdded = self::insert($connection, ['idempotency_key' => null] + $values);
            }
            $added += (int) $isAdded;
        }

        return $added;
    }

    /** @param array<string, int|string|null> $values by column */
    private static function insert(Connection $connection, array $values): bool
    {
        $columns = implode(', ', array_keys($values));
        $places = implode(', ', array_fill(0, \count($values), '?'));

        return $connection->change(
            "INSERT INTO enquiry ({$columns}) VALUES ({$places}) {$connection->dialect->orNothing()}",
            array_values($values),
        ) > 0;
    }
}
