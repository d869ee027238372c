<?php

declare(strict_types=1);

namespace Enquiry\Storage;

/**
 * One SQLite file in the data folder. Every accepted enquiry costs one synced write here, so: WAL with
 * synchronous=FULL, a connection that outlives the request, and an flock around each transaction,
 * because SQLite's own waiting is not fair (p99 of 128 ms instead of 8 at eight clients).
 */
final class SqliteDatabase implements Database
{
    public const VERSION = 1;

    /** Own writers queue at the flock, so this wait is for others: a backup, somebody's sqlite3. */
    private const BUSY_SECONDS = 2;

    /** A holder is stuck that keeps others waiting for so long: suspended, or at a disk that does not answer. */
    private const PATIENCE_SECONDS = 5;

    /** For how long erasing waits for those who read. */
    private const SCRUB_SECONDS = 3;
    private const SCRUB_BUSY_MILLISECONDS = 100;

    /** Less than a transaction takes. */
    private const LOOK_AGAIN_MICROSECONDS = 100;

    private ?Connection $connection = null;
    private int $inode = 0;

    /** @param bool $persistent a command has one request only, and must not hold on to what it opened */
    public function __construct(
        private readonly DataFolder $folder,
        private readonly bool $persistent = \PHP_SAPI !== 'cli',
    ) {}

    public function read(\Closure $work): mixed
    {
        return $this->translating(fn(): mixed => $work($this->connection()));
    }

    public function write(\Closure $work): mixed
    {
        return $this->translating(function () use ($work): mixed {
            $connection = $this->connection();
            $lock = $this->lock();
            try {
                return self::inTransaction($connection, $work);
            } finally {
                fclose($lock);
            }
        });
    }

    public function writeUnsynced(\Closure $work): mixed
    {
        return $this->translating(function () use ($work): mixed {
            $this->connection()->command('PRAGMA synchronous=NORMAL');
            try {
                return $this->write($work);
            } finally {
                $this->connection()->command('PRAGMA synchronous=FULL');
            }
        });
    }

    public function prepare(): void
    {
        $this->read(static fn(): bool => true);
    }

    /**
     * Every version of a page since the last checkpoint is in the write-ahead log, also those with rows that
     * are deleted now. Who reads from the log keeps it; a short wait each time, because writers wait as well.
     */
    public function scrub(bool $rebuild): void
    {
        $this->translating(function () use ($rebuild): void {
            $connection = $this->connection();
            $end = null;
            do {
                $lock = $this->lock();
                try {
                    if ($rebuild && $end === null) {
                        array_map($connection->command(...), Dialect::Sqlite->rebuild());
                    }
                    $end ??= hrtime(true) + self::SCRUB_SECONDS * 1_000_000_000;
                    $connection->command('PRAGMA busy_timeout=' . self::SCRUB_BUSY_MILLISECONDS);
                    if ($connection->row('PRAGMA wal_checkpoint(TRUNCATE)')?->number('busy') === 0) {
                        return;
                    }
                } finally {
                    $connection->command('PRAGMA busy_timeout=' . 1000 * self::BUSY_SECONDS);
                    fclose($lock);
                }
                usleep(1000 * self::SCRUB_BUSY_MILLISECONDS);
            } while (hrtime(true) < $end);
            throw StoreUnavailable::stillRead("{$this->file()}-wal", self::SCRUB_SECONDS);
        });
    }

    public function name(): string
    {
        return $this->file();
    }

    /**
     * @template T
     *
     * @param \Closure(Connection): T $work
     *
     * @return T
     */
    private static function inTransaction(Connection $connection, \Closure $work): mixed
    {
        // A plain BEGIN would fail without any wait as soon as it turns to writing.
        $connection->command('BEGIN IMMEDIATE');
        try {
            $result = $work($connection);
            $connection->command('COMMIT');

            return $result;
        } catch (\Throwable $failure) {
            self::rollBack($connection);
            throw $failure;
        }
    }

    /** SQLite rolls back by itself on some failures (a full disk); then there is nothing left to roll back. */
    private static function rollBack(Connection $connection): void
    {
        try {
            $connection->command('ROLLBACK');
        } catch (\PDOException) {
        }
    }

    /** A file that was replaced, by a restored backup say, gets a new connection instead of writes to the old one. */
    private function connection(): Connection
    {
        $inode = $this->inode();
        if ($this->connection === null || $inode !== $this->inode) {
            $this->connection = $inode === 0 ? $this->create() : $this->open($inode);
            $this->inode = $this->inode();
        }

        return $this->connection;
    }

    private function inode(): int
    {
        $file = $this->file();
        clearstatcache(true, $file);

        return (int) @fileinode($file);
    }

    private function open(int $inode): Connection
    {
        $connection = $this->connect($inode);
        // One that a script left in the middle of a transaction must not carry it into this one.
        self::rollBack($connection);
        $connection->command('PRAGMA synchronous=FULL');
        $version = $this->versionOf($connection);
        if ($version > self::VERSION) {
            throw StoreUnavailable::newer($this->file(), $version);
        }

        return $version === self::VERSION ? $connection : $this->create();
    }

    private function connect(int $inode): Connection
    {
        $connection = new Connection(new \PDO("sqlite:{$this->file()}", options: [
            // By name: for this very file, and never a connection that a forked process inherited.
            \PDO::ATTR_PERSISTENT => $this->persistent ? "enquiries-{$inode}-" . getmypid() : false,
            \PDO::ATTR_ERRMODE => \PDO::ERRMODE_EXCEPTION,
            \PDO::ATTR_TIMEOUT => self::BUSY_SECONDS,
        ]), Dialect::Sqlite);
        // Else a row that is deleted, or only moved by an update, stays in the file until something else needs the room.
        $connection->command('PRAGMA secure_delete=ON');

        return $connection;
    }

    /** Under the lock, so that of 32 first requests one makes the tables and the others find them. */
    private function create(): Connection
    {
        $this->folder->make();
        $lock = $this->lock();
        try {
            $this->folder->makePrivateFile($this->file());
            $connection = $this->connect($this->inode());
            self::rollBack($connection);
            if ($this->versionOf($connection) < self::VERSION) {
                $mode = $connection->row('PRAGMA journal_mode=WAL')?->text('journal_mode') ?? '';
                if ($mode !== 'wal') {
                    throw StoreUnavailable::notWal($this->file(), $mode);
                }
                self::inTransaction($connection, static function (Connection $connection): void {
                    array_map($connection->command(...), Dialect::Sqlite->schema());
                    $connection->command('PRAGMA user_version=' . self::VERSION);
                });
            }
            $connection->command('PRAGMA synchronous=FULL');

            return $connection;
        } finally {
            fclose($lock);
        }
    }

    private function versionOf(Connection $connection): int
    {
        return $connection->row('PRAGMA user_version')?->number('user_version') ?? 0;
    }

    private function file(): string
    {
        return $this->folder->file('enquiries.sqlite');
    }

    /** @return resource closing it lets the next one in */
    private function lock()
    {
        $lock = $this->folder->openLock('write.lock');
        if (!flock($lock, \LOCK_EX | \LOCK_NB)) {
            $this->waitFor($lock);
        }

        return $lock;
    }

    /**
     * PHP's flock() knows no time limit, and requests that wait for ever would take every worker of the
     * web server. So the first in line looks at the lock again and again, and gives up in time; the others
     * queue behind it, in order and asleep, and come out once their own time is over.
     *
     * @param resource $lock
     */
    private function waitFor($lock): void
    {
        $end = hrtime(true) + self::PATIENCE_SECONDS * 1_000_000_000;
        $line = $this->folder->openLock('line.lock');
        flock($line, \LOCK_EX);
        try {
            while (!flock($lock, \LOCK_EX | \LOCK_NB)) {
                if (hrtime(true) > $end) {
                    throw StoreUnavailable::lockedTooLong(self::PATIENCE_SECONDS);
                }
                usleep(self::LOOK_AGAIN_MICROSECONDS);
            }
        } finally {
            fclose($line);
        }
    }

    /**
     * @template T
     *
     * @param \Closure(): T $work
     *
     * @return T
     */
    private function translating(\Closure $work): mixed
    {
        try {
            return $work();
        } catch (\PDOException $failure) {
            throw StoreUnavailable::because($failure);
        }
    }
}
