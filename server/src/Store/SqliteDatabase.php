<?php

declare(strict_types=1);

namespace Enquiry\Store;

use Enquiry\Shared\SystemClock;

/**
 * One SQLite file in the data folder. Every accepted enquiry costs one synced write here, so: WAL with
 * synchronous=FULL, a connection that outlives the request, and an flock around each transaction,
 * because SQLite's own waiting is not fair (p99 of 128 ms instead of 8 at eight clients).
 */
final class SqliteDatabase implements Database
{
    public const FILE = 'enquiries.sqlite';

    /** The application_id of a file that has every migration: a request that finds it asks no further. */
    public const MIGRATED = 0x456E7100 + self::MIGRATIONS;

    /** Own writers queue at the flock, so this wait is for others: a backup, somebody's sqlite3. */
    private const BUSY_SECONDS = 1;

    /** A holder of the lock is stuck that keeps others waiting for so long: suspended, or at a disk that does not answer. */
    private const PATIENCE_SECONDS = 3.0;

    /** The first in line looks again before a transaction could have been done; the others seldom enough to be no load. */
    private const FIRST_LOOKS_AGAIN_MICROSECONDS = 100;
    private const OTHERS_LOOK_AGAIN_MICROSECONDS = 1_000;

    /** For how long erasing waits for those who read. */
    private const SCRUB_SECONDS = 3;
    private const SCRUB_BUSY_MILLISECONDS = 100;

    private static bool $isWatched = false;

    /** In the middle of a transaction. */
    private static ?Connection $unfinished = null;

    private readonly TimeLimit $timeLimit;
    private ?Connection $connection = null;
    private string $identity = '';

    /** @param bool $persistent a command has one request only, and must not hold on to what it opened */
    public function __construct(
        private readonly DataFolder $folder,
        ?TimeLimit $timeLimit = null,
        private readonly bool $persistent = \PHP_SAPI !== 'cli',
    ) {
        $this->timeLimit = $timeLimit ?? TimeLimit::ofEachOperation();
    }

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

    public function prepare(bool $anew = false): void
    {
        if ($anew || !$this->read(Schema::isUpToDate(...))) {
            $this->write(static fn(Connection $connection) => Schema::migrate($connection, $anew));
        }
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
                    $end ??= SystemClock::elapsed() + self::SCRUB_SECONDS;
                    $connection->command('PRAGMA busy_timeout=' . self::SCRUB_BUSY_MILLISECONDS);
                    if ($connection->row('PRAGMA wal_checkpoint(TRUNCATE)')?->number('busy') === 0) {
                        return;
                    }
                } finally {
                    $connection->command('PRAGMA busy_timeout=' . 1000 * self::BUSY_SECONDS);
                    fclose($lock);
                }
                usleep(1000 * self::SCRUB_BUSY_MILLISECONDS);
            } while (SystemClock::elapsed() < $end);
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
        self::$isWatched = self::$isWatched || self::rollBackAtTheEnd();
        self::$unfinished = $connection;
        // A plain BEGIN would fail without any wait as soon as it turns to writing.
        $connection->command('BEGIN IMMEDIATE');
        try {
            $result = $work($connection);
            $connection->command('COMMIT');

            return $result;
        } catch (\Throwable $failure) {
            self::rollBack($connection);
            throw $failure;
        } finally {
            self::$unfinished = null;
        }
    }

    /** After a fatal error, which runs no finally: the connection outlives the request, and so would its lock. */
    private static function rollBackAtTheEnd(): bool
    {
        register_shutdown_function(static function (): void {
            if (self::$unfinished !== null) {
                self::rollBack(self::$unfinished);
            }
        });

        return true;
    }

    /** SQLite rolls back by itself on some failures (a full disk); then there is nothing left to roll back. */
    private static function rollBack(Connection $connection): void
    {
        try {
            $connection->command('ROLLBACK');
        } catch (SqlError) {
        }
    }

    /** A file that was replaced, by a restored backup or another disk say, gets a new connection instead of writes to the old one. */
    private function connection(): Connection
    {
        $identity = $this->identity();
        if ($this->connection === null || $identity !== $this->identity) {
            $this->connection = $identity === '' ? $this->create() : $this->open();
            $this->identity = $this->identity();
        }

        return $this->connection;
    }

    /** The device belongs to it: a copy of a disk has the same inodes. */
    private function identity(): string
    {
        $file = $this->file();
        clearstatcache(true, $file);
        $stat = @stat($file);

        return $stat === false ? '' : "{$stat['dev']}-{$stat['ino']}";
    }

    private function open(): Connection
    {
        $connection = $this->connect();
        $isUsable = $connection->one('PRAGMA application_id')->numberOrNull('application_id') === self::MIGRATED || Schema::isUsable($connection);

        return $isUsable ? $connection : $this->create();
    }

    private function connect(): Connection
    {
        $options = [
            // By name: for this very file.
            \PDO::ATTR_PERSISTENT => $this->persistent && $this->isWritable() ? "enquiries-{$this->identity()}" : false,
            \PDO::ATTR_TIMEOUT => self::BUSY_SECONDS,
        ];
        $connection = Connection::open(Dialect::Sqlite, "sqlite:{$this->file()}", '', '', $options, static fn(): bool => true);
        // One that a script left in the middle of a transaction must not carry it into this one. ROLLBACK alone
        // is an error where there is none, which is dearer than to begin one.
        // Without secure_delete a row that is deleted, or only moved by an update, stays in the file until
        // something else needs the room.
        $connection->command('SAVEPOINT opening; ROLLBACK; PRAGMA secure_delete=ON; PRAGMA synchronous=FULL');

        return $connection;
    }

    /** SQLite opens for reading what it may not write, and a connection that is kept would stay so when that is mended. */
    private function isWritable(): bool
    {
        foreach (['', '-wal', '-shm'] as $suffix) {
            $file = $this->file() . $suffix;
            clearstatcache(true, $file);
            if (file_exists($file) && !is_writable($file)) {
                return false;
            }
        }

        return true;
    }

    /** Under the lock, so that of 32 first requests one makes the tables and the others find them. */
    private function create(): Connection
    {
        $this->folder->make();
        $lock = $this->lock();
        try {
            $this->folder->makePrivateFile($this->file());
            $connection = $this->connect();
            if (!Schema::isUsable($connection)) {
                $mode = $connection->row('PRAGMA journal_mode=WAL')?->text('journal_mode') ?? '';
                if ($mode !== 'wal') {
                    throw StoreUnavailable::notWal($this->file(), $mode);
                }
                self::inTransaction($connection, static fn(Connection $connection) => Schema::migrate($connection));
            }

            return $connection;
        } finally {
            fclose($lock);
        }
    }

    private function file(): string
    {
        return $this->folder->file(self::FILE);
    }

    /**
     * PHP's flock() knows no time limit, and requests that wait for ever would take every worker of the web
     * server. So all look at the lock again and again: the first in line without rest, which is what keeps
     * the queue short, and the others now and then, so that none is held up by a first one that is suspended.
     *
     * @return resource to be closed
     */
    private function lock()
    {
        $lock = $this->folder->openLock('write.lock');
        if (flock($lock, \LOCK_EX | \LOCK_NB)) {
            return $lock;
        }
        $end = SystemClock::elapsed() + min(self::PATIENCE_SECONDS, $this->timeLimit->secondsLeft() - self::BUSY_SECONDS);
        $line = $this->folder->openLock('line.lock');
        $isFirst = false;
        try {
            do {
                $isFirst = $isFirst || flock($line, \LOCK_EX | \LOCK_NB);
                usleep($isFirst ? self::FIRST_LOOKS_AGAIN_MICROSECONDS : self::OTHERS_LOOK_AGAIN_MICROSECONDS);
                if (flock($lock, \LOCK_EX | \LOCK_NB)) {
                    return $lock;
                }
            } while (SystemClock::elapsed() < $end);
        } finally {
            fclose($line);
        }
        fclose($lock);
        throw StoreUnavailable::lockedTooLong();
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
            return $this->timeLimit->during($work);
        } catch (SqlError $failure) {
            // What failed may be the connection: the next call makes another.
            $this->connection = null;
            throw StoreUnavailable::because($failure);
        }
    }
}
