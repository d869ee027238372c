<?php

declare(strict_types=1);

namespace Enquiry\Store;

use Enquiry\Shared\SystemClock;

/**
 * One SQLite file in the data folder, in WAL mode with synchronous=FULL: a commit is on the disk on return.
 * Writers wait by flock(), because SQLite's own waiting is not fair.
 */
final class SqliteDatabase implements Database
{
    public const FILE = 'enquiries.sqlite';

    /** For locks of other programs, such as sqlite3. */
    private const BUSY_SECONDS = 1;

    /** For the file write.lock. */
    private const LOCK_SECONDS = 3;
    private const LOCK_RETRY_MICROSECONDS = 20;

    private ?Connection $connection = null;

    public function __construct(private readonly DataFolder $folder) {}

    public function read(\Closure $work): mixed
    {
        try {
            return $work($this->connection());
        } catch (SqlError $failure) {
            throw $this->unavailable($failure);
        }
    }

    public function write(\Closure $work): mixed
    {
        try {
            $connection = $this->connection();
            $lock = $this->lock();
            try {
                // After a plain BEGIN, the first write can fail without waiting.
                return $connection->transaction('BEGIN IMMEDIATE', $work);
            } finally {
                fclose($lock);
            }
        } catch (SqlError $failure) {
            throw $this->unavailable($failure);
        }
    }

    public function limit(TimeLimit $timeLimit): void {}

    public function prepare(): void
    {
        $this->read(static fn(): null => null);
    }

    /** secure_delete overwrites deleted rows in the database file, but the write-ahead log keeps them until a checkpoint. */
    public function scrub(): void
    {
        $this->read(function (Connection $connection): void {
            $lock = $this->lock();
            try {
                if ($connection->one('PRAGMA wal_checkpoint(TRUNCATE)')->number('busy') !== 0) {
                    throw StoreUnavailable::stillRead("{$this->name()}-wal");
                }
            } finally {
                fclose($lock);
            }
        });
    }

    public function name(): string
    {
        return $this->folder->file(self::FILE);
    }

    private function connection(): Connection
    {
        return $this->connection ??= $this->connect();
    }

    private function connect(): Connection
    {
        $this->folder->requireId();
        if (!@is_file($this->name())) {
            $this->folder->make();
            $this->folder->makePrivateFile($this->name());
        }
        $isPersistent = \PHP_SAPI !== 'cli' && is_writable($this->name());
        $connection = Connection::open(Dialect::Sqlite, "sqlite:{$this->name()}", options: [
            \PDO::ATTR_TIMEOUT => self::BUSY_SECONDS,
            // With the inode, because an operator may replace the file.
            \PDO::ATTR_PERSISTENT => $isPersistent ? 'enquiries-' . fileinode($this->name()) : false,
        ]);
        if ($isPersistent) {
            // A fatal error skips the ROLLBACK of transaction(), so the connection would keep its lock.
            register_shutdown_function($connection->rollBack(...));
        }
        $connection->command('PRAGMA secure_delete=ON; PRAGMA synchronous=FULL');
        if (!Schema::isUpToDate($connection)) {
            $this->migrate($connection);
        }

        return $connection;
    }

    private function migrate(Connection $connection): void
    {
        $lock = $this->lock();
        try {
            $mode = $connection->one('PRAGMA journal_mode=WAL')->text('journal_mode');
            if ($mode !== 'wal') {
                throw StoreUnavailable::notWal($this->name(), $mode);
            }
            $connection->transaction('BEGIN IMMEDIATE', Schema::migrate(...));
        } finally {
            fclose($lock);
        }
    }

    /** @return resource close it to release the lock */
    private function lock()
    {
        $lock = $this->folder->openLock('write.lock');
        $end = SystemClock::elapsed() + self::LOCK_SECONDS;
        // flock() has no time limit.
        while (!flock($lock, \LOCK_EX | \LOCK_NB)) {
            if (SystemClock::elapsed() >= $end) {
                throw StoreUnavailable::lockedTooLong();
            }
            usleep(self::LOCK_RETRY_MICROSECONDS);
        }

        return $lock;
    }

    private function unavailable(SqlError $failure): StoreUnavailable
    {
        $this->connection = null;

        return StoreUnavailable::because($failure);
    }
}
