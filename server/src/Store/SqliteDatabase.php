<?php

declare(strict_types=1);

namespace Enquiry\Store;

use Enquiry\Shared\SystemClock;

/**
 * One SQLite file in the data folder, complete after each transaction: its journal is emptied, and all is on the disk.
 * Each piece of work opens the file anew, because an operator or the host may replace it at any time. One process uses
 * it at a time: they wait by flock(), because SQLite's own waiting is not fair.
 */
final readonly class SqliteDatabase implements Database
{
    public const FILE = 'enquiries.sqlite';

    /** For locks of other programs, such as sqlite3. */
    private const BUSY_SECONDS = 1;

    /** For the file write.lock. */
    private const LOCK_SECONDS = 3;
    private const LOCK_RETRY_MICROSECONDS = 20;

    /** How often a transaction runs if the file is replaced meanwhile. */
    private const MOST_ATTEMPTS = 3;

    /** The journal mode is in two bytes of the file's header. */
    private const MODE_OFFSET = 18;
    private const WITHOUT_LOG = "\x01\x01";

    public function __construct(private DataFolder $folder) {}

    public function read(\Closure $work): mixed
    {
        return $this->alone(function () use ($work): mixed {
            $this->makeFile();

            return $work($this->connect());
        });
    }

    public function write(\Closure $work): mixed
    {
        return $this->alone(function ($lock) use ($work): mixed {
            for ($attempt = 1; $attempt <= self::MOST_ATTEMPTS; ++$attempt) {
                $this->makeFile();
                $inode = $this->inode();
                try {
                    $connection = $this->connect();
                    if ($this->stamp() !== stream_get_contents($lock, offset: 0)) {
                        $this->requireWhole($connection);
                    }
                    // After a plain BEGIN, the first write can fail without waiting.
                    $result = $connection->transaction('BEGIN IMMEDIATE', $work);
                    self::emptyLog($connection);
                } catch (SqlError $failure) {
                    if ($this->inode() === $inode) {
                        throw $failure;
                    }
                    continue;
                }
                if ($this->inode() === $inode) {
                    ftruncate($lock, 0);
                    rewind($lock);
                    @fwrite($lock, $this->stamp());

                    return $result;
                }
            }
            throw StoreUnavailable::replaced($this->name());
        });
    }

    public function limit(TimeLimit $timeLimit): void {}

    public function prepare(): void
    {
        $this->read(static fn(): null => null);
    }

    public function name(): string
    {
        return $this->folder->file(self::FILE);
    }

    private function makeFile(): void
    {
        if ($this->inode() === 0) {
            $this->folder->make();
            $this->folder->makePrivateFile($this->name());
        }
    }

    private function connect(): Connection
    {
        $this->removeStrayLog();
        $options = [
            \PDO::ATTR_TIMEOUT => self::BUSY_SECONDS,
            \PDO::SQLITE_ATTR_OPEN_FLAGS => \PDO::SQLITE_OPEN_READWRITE,
        ];
        $connection = Connection::open(Dialect::Sqlite, "sqlite:{$this->name()}", options: $options);
        $connection->command('PRAGMA secure_delete=ON; PRAGMA synchronous=FULL');
        self::leaveLog($connection);
        if (!Schema::isUpToDate($connection)) {
            $connection->transaction('BEGIN IMMEDIATE', Schema::migrate(...));
        }

        return $connection;
    }

    /**
     * Release 2.0.0 used a write-ahead log. While one of its processes has the file open, the log stays.
     * @see emptyLog()
     */
    private static function leaveLog(Connection $connection): void
    {
        $connection->command('PRAGMA busy_timeout=0');
        try {
            $connection->command('PRAGMA journal_mode=TRUNCATE');
        } catch (SqlError $failure) {
            if (!$failure->isLocked()) {
                throw $failure;
            }
        }
        $connection->command('PRAGMA busy_timeout=' . 1_000 * self::BUSY_SECONDS);
    }

    /** With a write-ahead log, the newest rows are not in the file until then. */
    private static function emptyLog(Connection $connection): void
    {
        if ($connection->one('PRAGMA journal_mode')->text('journal_mode') === 'wal') {
            $connection->command('PRAGMA wal_checkpoint(TRUNCATE)');
        }
    }

    /** A restored backup of the host may put an old log back, and SQLite would read it instead of newer rows. */
    private function removeStrayLog(): void
    {
        $log = "{$this->name()}-wal";
        if (@is_file($log) && @file_get_contents($this->name(), offset: self::MODE_OFFSET, length: 2) === self::WITHOUT_LOG) {
            @unlink($log);
        }
    }

    /** @throws StoreUnavailable if a page is damaged: what SQLite adds to such a file may be lost */
    private function requireWhole(Connection $connection): void
    {
        $found = $connection->one('PRAGMA integrity_check(1)')->text('integrity_check');
        if ($found !== 'ok') {
            throw StoreUnavailable::damaged($this->name(), $found);
        }
    }

    private function inode(): int
    {
        clearstatcache(true, $this->name());

        return (int) @fileinode($this->name());
    }

    /** Tells whether the file is as the last transaction left it. The lock file keeps the stamp of that moment. */
    private function stamp(): string
    {
        return "{$this->inode()} " . (int) @filesize($this->name()) . ' ' . (int) @filemtime($this->name());
    }

    /**
     * @template T
     * @param \Closure(resource): T $work gets the lock file
     * @return T
     */
    private function alone(\Closure $work): mixed
    {
        $this->folder->requireId();
        $lock = $this->folder->openLock('write.lock');
        try {
            $end = SystemClock::elapsed() + self::LOCK_SECONDS;
            // flock() has no time limit.
            while (!flock($lock, \LOCK_EX | \LOCK_NB)) {
                if (SystemClock::elapsed() >= $end) {
                    throw StoreUnavailable::lockedTooLong();
                }
                usleep(self::LOCK_RETRY_MICROSECONDS);
            }

            return $work($lock);
        } catch (SqlError $failure) {
            throw StoreUnavailable::because($failure);
        } finally {
            fclose($lock);
        }
    }
}
