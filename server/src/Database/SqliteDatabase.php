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

    /** For the file write.lock. */
    private const LOCK_SECONDS = 3;
    private const LOCK_RETRY_MICROSECONDS = 1_000;

    public function __construct(DataFolder $folder)
    {
        // Not the path, because the folder may be moved.
        parent::__construct($folder, self::FILE);
    }

    public function read(\Closure $work): mixed
    {
        return $this->alone(fn(): mixed => $work($this->connect()));
    }

    public function write(\Closure $work): mixed
    {
        // After a plain BEGIN, the first write can fail without waiting.
        return $this->alone(fn(): mixed => $this->connect()->transaction('BEGIN IMMEDIATE', $work));
    }

    public function name(): string
    {
        return $this->folder->file(self::FILE);
    }

    private function connect(): Connection
    {
        clearstatcache(true, $this->name());
        if ((int) @filesize($this->name()) === 0) {
            if ($this->wasMade()) {
                throw StoreUnavailable::missing($this->name());
            }
            $this->folder->make();
            $this->folder->makePrivateFile($this->name());
        }
        $connection = Connection::sqlite($this->name(), Connection::READ_WRITE);
        $connection->command('PRAGMA journal_mode=TRUNCATE; PRAGMA secure_delete=ON; PRAGMA synchronous=FULL');
        $this->makeMissingTables($connection);

        return $connection;
    }

    /**
     * @template T
     * @param \Closure(): T $work
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

            return $work();
        } finally {
            fclose($lock);
        }
    }
}
