<?php

declare(strict_types=1);

namespace Enquiry\Database;

use Enquiry\Shared\Clock;

/**
 * One SQLite file in the data folder, complete and on the disk after each transaction (docs/decisions.md).
 * Each read or write opens the file anew, because an operator or the host may replace it at any time.
 * One process uses it at a time. The others wait by flock(), because SQLite's own waiting is not fair.
 */
final class SqliteDatabase extends Database
{
    public const FILE = 'enquiries.sqlite';

    /** Made when the database is gone. As long as this file exists, status reports it and no backup is deleted. */
    public const LOST = 'database-was-missing.txt';

    /** For the file write.lock. */
    private const LOCK_SECONDS = 3;
    private const LOCK_RETRY_MICROSECONDS = 20;

    /** If the file is replaced during a transaction, the transaction runs again. */
    private const MOST_ATTEMPTS = 3;

    private const MODE_OFFSET = 18;
    private const WITHOUT_LOG = "\x01\x01";

    public function __construct(private readonly DataFolder $folder) {}

    public function read(\Closure $work): mixed
    {
        return $this->alone(function ($lock) use ($work): mixed {
            $this->makeFile($lock);

            return $work($this->connect());
        });
    }

    public function write(\Closure $work): mixed
    {
        return $this->alone(function ($lock) use ($work): mixed {
            for ($attempt = 1; $attempt <= self::MOST_ATTEMPTS; ++$attempt) {
                $this->makeFile($lock);
                $inode = $this->inode();
                // If the file is replaced meanwhile, the transaction is in a file without a name.
                try {
                    $result = $this->commit($work, $lock);
                    if ($this->inode() === $inode) {
                        return $result;
                    }
                } catch (SqlError $failure) {
                    if ($this->inode() === $inode) {
                        throw $failure;
                    }
                }
            }
            throw StoreUnavailable::replaced($this->name());
        });
    }

    public function name(): string
    {
        return $this->folder->file(self::FILE);
    }

    /** @param resource $lock has the stamp of a database that was used before */
    private function makeFile($lock): void
    {
        if ($this->inode() !== 0 && filesize($this->name()) > 0) {
            return;
        }
        $this->folder->make();
        if (stream_get_contents($lock, offset: 0) !== '') {
            $this->folder->makePrivateFile($this->folder->file(self::LOST));
            ftruncate($lock, 0);
        }
        $this->folder->makePrivateFile($this->name());
    }

    private function connect(): Connection
    {
        $this->removeStrayLog();
        $connection = Connection::sqlite($this->name(), \PDO::SQLITE_OPEN_READWRITE);
        try {
            $connection->command('PRAGMA journal_mode=TRUNCATE');
        } catch (SqlError) {
            // Release 2.0.0 used a write-ahead log. The log stays while one of its processes has the file open.
        }
        $connection->command('PRAGMA secure_delete=ON; PRAGMA synchronous=FULL');
        if (!Schema::isUpToDate($connection)) {
            $connection->transaction('BEGIN IMMEDIATE', Schema::migrate(...));
        }

        return $connection;
    }

    /**
     * A host that restores a backup may put an old log back. SQLite would read the log instead of newer rows.
     * @see https://www.sqlite.org/fileformat2.html section 1.3.3: the file's header has the journal mode.
     */
    private function removeStrayLog(): void
    {
        $log = "{$this->name()}-wal";
        if (
            @is_file($log)
            && @file_get_contents($this->name(), offset: self::MODE_OFFSET, length: 2) === self::WITHOUT_LOG
        ) {
            @unlink($log);
        }
    }

    /**
     * @template T
     * @param \Closure(Connection): T $work
     * @param resource $lock
     * @return T
     */
    private function commit(\Closure $work, $lock): mixed
    {
        $connection = $this->connect();
        // In a file with a damaged page, new rows may be lost.
        $damage = stream_get_contents($lock, offset: 0) === $this->stamp() ? null : $connection->damage();
        if ($damage !== null) {
            throw StoreUnavailable::damaged($this->name(), $damage);
        }
        // After a plain BEGIN, the first write can fail without waiting.
        $result = $connection->transaction('BEGIN IMMEDIATE', $work);
        // Moves the rows from a log of release 2.0.0 into the file. Without a log it does nothing.
        $connection->command('PRAGMA wal_checkpoint(TRUNCATE)');
        ftruncate($lock, 0);
        rewind($lock);
        @fwrite($lock, $this->stamp());

        return $result;
    }

    private function inode(): int
    {
        clearstatcache(true, $this->name());

        return (int) @fileinode($this->name());
    }

    /**
     * The lock file keeps the stamp of the last transaction. Another stamp tells that another program wrote the file.
     */
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
        $lock = $this->folder->openPrivate('write.lock');
        try {
            $end = Clock::stopwatch() + self::LOCK_SECONDS;
            // flock() has no time limit.
            while (!flock($lock, \LOCK_EX | \LOCK_NB)) {
                if (Clock::stopwatch() >= $end) {
                    throw StoreUnavailable::lockedTooLong();
                }
                usleep(self::LOCK_RETRY_MICROSECONDS);
            }

            return $work($lock);
        } finally {
            fclose($lock);
        }
    }
}
