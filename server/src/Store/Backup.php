<?php

declare(strict_types=1);

namespace Enquiry\Store;

use Enquiry\Shared\ContactMessage;

/**
 * A copy of all enquiries in one private SQLite file, whichever database they are in. What addresses were
 * counted for and what the queue notes about itself are of no use in another place, and left out.
 */
final readonly class Backup
{
    /** Without these it is no enquiry; later releases may have more. */
    private const COLUMNS = ['reference', 'idempotency_key', 'received_at', 'email', 'payload', 'flags', 'state', 'attempts', 'due_at', 'sent_at', 'last_error'];

    private function __construct(public string $file, private Connection $connection) {}

    /**
     * What the file holds is of one moment; enquiries are accepted meanwhile. It has its name, and the mark
     * by which open() knows it, once all of it is on the disk.
     *
     * @return int how many it holds
     *
     * @throws StoreUnavailable|\RuntimeException where it cannot be written
     */
    public static function take(Database $database, string $file): int
    {
        if (file_exists($file)) {
            throw self::isThere($file);
        }
        $database->prepare();
        $unfinished = "{$file}.part";
        try {
            self::make($unfinished);
            $count = self::copy($database, self::connect($unfinished, \PDO::SQLITE_OPEN_READWRITE));
            if (!self::sync($unfinished) || !@rename($unfinished, $file)) {
                throw self::cannotBeWritten($file, error_get_last()['message'] ?? '');
            }

            return $count;
        } catch (SqlError $failure) {
            throw self::cannotBeWritten($file, $failure->getMessage());
        } finally {
            @unlink($unfinished);
        }
    }

    /**
     * A backup, or the file of a queue. Nothing is changed by it.
     *
     * @throws \RuntimeException where it cannot be restored from
     */
    public static function open(string $file): self
    {
        if (!is_file($file) || !is_readable($file)) {
            throw self::isNotThere($file);
        }
        try {
            $connection = self::connect($file, \PDO::SQLITE_OPEN_READONLY);
            $version = $connection->row('PRAGMA user_version')?->number('user_version') ?? 0;
            if ($version > Schema::COMPATIBLE) {
                throw self::ofLaterRelease($file, $version);
            }
            $found = $connection->row('PRAGMA integrity_check(1)')?->text('integrity_check') ?? '';
            if ($found !== 'ok') {
                throw self::damaged($file, $found);
            }
            if ($version === 0 || array_diff(self::COLUMNS, Schema::columns($connection, 'enquiry')) !== []) {
                throw self::foreign($file);
            }

            return new self($file, $connection);
        } catch (SqlError $failure) {
            throw self::unreadable($file, $failure->getMessage());
        }
    }

    public function count(): int
    {
        return self::countIn($this->connection);
    }

    public function holdsEmail(string $email): bool
    {
        return $this->connection->row('SELECT id FROM enquiry WHERE email = ? LIMIT 1', [ContactMessage::normaliseEmail($email)]) !== null;
    }

    /**
     * Stores what is missing there. In pieces, so that enquiries come in between; run again, it goes on.
     *
     * @return \Generator<int, array{int, int}> how many were looked at and how many stored, after each piece
     *
     * @throws StoreUnavailable
     */
    public function restore(Database $database): \Generator
    {
        foreach (self::pieces($this->connection) as $rows) {
            yield [\count($rows), $database->write(static fn(Connection $connection): int => Relocation::store($connection, $rows))];
        }
    }

    private static function copy(Database $database, Connection $copy): int
    {
        // A file that is not finished is thrown away, so that nothing has to be undone, and one sync is enough.
        array_map($copy->command(...), ['PRAGMA journal_mode=OFF', 'PRAGMA synchronous=OFF', 'BEGIN']);
        Schema::migrate($copy);
        $copy->command('PRAGMA user_version=0');
        $database->read(static function (Connection $connection) use ($copy): void {
            array_map($connection->command(...), $connection->dialect->beginSnapshot());
            try {
                foreach (self::pieces($connection) as $rows) {
                    self::store($copy, $rows);
                }
            } finally {
                $connection->command('ROLLBACK');
            }
        });
        array_map($copy->command(...), ['PRAGMA user_version=' . Schema::COMPATIBLE, 'COMMIT']);

        return self::countIn($copy);
    }

    private static function countIn(Connection $connection): int
    {
        return $connection->one('SELECT COUNT(*) AS enquiries FROM enquiry')->number('enquiries');
    }

    /**
     * A fault of the file must not pass for one of the database.
     *
     * @param list<Row> $rows
     */
    private static function store(Connection $copy, array $rows): void
    {
        try {
            Relocation::store($copy, $rows);
        } catch (SqlError $failure) {
            throw self::cannotBeWritten('The backup', $failure->getMessage());
        }
    }

    /** @return \Generator<int, non-empty-list<Row>> all of them, in the order in which they came */
    private static function pieces(Connection $connection): \Generator
    {
        $after = 0;
        while (($rows = $connection->rows('SELECT * FROM enquiry WHERE id > ? ORDER BY id LIMIT ' . Relocation::AT_ONCE, [$after])) !== []) {
            yield $rows;
            $after = end($rows)->number('id');
        }
    }

    /** Anew, also where an earlier run was killed; nobody but its owner can ever open it. */
    private static function make(string $file): void
    {
        $mask = umask(0o077);
        @unlink($file);
        $made = @fopen($file, 'x');
        umask($mask);
        if ($made === false) {
            throw self::cannotBeWritten($file, error_get_last()['message'] ?? '');
        }
        fclose($made);
    }

    private static function sync(string $file): bool
    {
        $handle = fopen($file, 'r+');

        return $handle !== false && fsync($handle);
    }

    private static function connect(string $file, int $flags): Connection
    {
        return Connection::open(Dialect::Sqlite, "sqlite:{$file}", '', '', [\PDO::SQLITE_ATTR_OPEN_FLAGS => $flags], static fn(): bool => true);
    }

    private static function isThere(string $file): \RuntimeException
    {
        return new \RuntimeException("{$file} is there already, and is not overwritten: name another file, or delete it.");
    }

    private static function cannotBeWritten(string $file, string $reason): \RuntimeException
    {
        return new \RuntimeException("{$file} cannot be written ({$reason}). No backup was made: mend that, or name a file elsewhere.");
    }

    private static function isNotThere(string $file): \RuntimeException
    {
        return new \RuntimeException("{$file} is not there, or cannot be read by this user. Nothing was restored.");
    }

    private static function unreadable(string $file, string $reason): \RuntimeException
    {
        return new \RuntimeException("{$file} is damaged or not a backup ({$reason}). Nothing was restored: take another file.");
    }

    private static function damaged(string $file, string $reason): \RuntimeException
    {
        return self::unreadable($file, trim($reason));
    }

    private static function foreign(string $file): \RuntimeException
    {
        return self::unreadable($file, 'it has no whole table of enquiries');
    }

    private static function ofLaterRelease(string $file, int $version): \RuntimeException
    {
        return new \RuntimeException("{$file} is of a later release (tables of version {$version}). Nothing was restored: run that release.");
    }
}
