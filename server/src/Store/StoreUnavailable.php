<?php

declare(strict_types=1);

namespace Enquiry\Store;

/** Nothing can be stored or read now: the disk is full, the file locked, the server away. */
final class StoreUnavailable extends \RuntimeException
{
    private const RETRY_SECONDS = 30;
    private const RETRY_WHEN_FULL_SECONDS = 300;

    /** A lock is gone in a moment, and a server back in a minute; a queue that is full takes longer to empty. */
    public readonly int $retryAfterSeconds;

    private function __construct(string $message, ?\Throwable $previous = null, int $retryAfterSeconds = self::RETRY_SECONDS)
    {
        parent::__construct($message, previous: $previous);
        $this->retryAfterSeconds = $retryAfterSeconds;
    }

    public static function because(SqlError $previous): self
    {
        $reason = rtrim($previous->getMessage(), '.');

        return new self("The database failed: {$reason}.{$previous->hint()}", previous: $previous);
    }

    /** Whether what was to be stored may be stored all the same. */
    public function isUndecided(): bool
    {
        $cause = $this->getPrevious();

        return $cause instanceof SqlError && $cause->isUndecided();
    }

    public static function queueFull(int $most): self
    {
        return new self("More than {$most} enquiries are waiting; no more are taken until some are delivered.", retryAfterSeconds: self::RETRY_WHEN_FULL_SECONDS);
    }

    /** PHP had the body and could not keep it: what does not fit into 16 KB of memory goes into a temporary file. */
    public static function bodyLost(int $bytes): self
    {
        return new self("PHP kept {$bytes} bytes of the request only: its temporary folder, " . sys_get_temp_dir() . ', is missing, full or closed.');
    }

    public static function takesNoRow(): self
    {
        return new self('The table enquiry takes no new row: an id that is to be given is taken. Set the counter of its ids past the highest.');
    }

    public static function noFolder(string $folder): self
    {
        return new self("The data folder {$folder} cannot be made or written: give it to the user that PHP runs as.");
    }

    public static function noLock(string $file): self
    {
        return new self("The lock file {$file} cannot be opened: give it to the user that PHP runs as.");
    }

    public static function noRoom(string $folder): self
    {
        return new self("There is no room for an enquiry in {$folder}: the disk is full or a quota is used up. Make room.");
    }

    public static function lockedTooLong(): self
    {
        return new self('Another process has locked the database for too long: one that is suspended, a long backup, or somebody at the database. End it.');
    }

    public static function stillRead(string $file, int $seconds): self
    {
        return new self("{$file} still has what was deleted, because another process has been reading from it for more than {$seconds} seconds: end it (a backup, somebody's sqlite3, or reload PHP), then run this again.");
    }

    public static function notRebuilt(string $name, self $previous): self
    {
        return new self("The table enquiry of {$name} cannot be written anew, and its file may still have what was deleted. {$previous->getMessage()} End what else uses the table (a backup, a long query), then run this again, as the user who owns the table.", previous: $previous);
    }

    public static function notWal(string $file, string $mode): self
    {
        return new self("{$file} cannot be kept in WAL mode (SQLite offers \"{$mode}\"): move DATA_DIR to a local disk or set DATABASE_URL.");
    }

    public static function onNetworkDisk(string $folder, string $type): self
    {
        return new self("{$folder} is on a network disk ({$type}), where SQLite's WAL loses data: move DATA_DIR to a local disk or set DATABASE_URL.");
    }

    public static function newer(int $version): self
    {
        return new self("The database has tables of a later release (version {$version}): run that release.");
    }

    public static function misread(string $column): self
    {
        return new self("The database gave no proper value for {$column}.");
    }
}
