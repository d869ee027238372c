<?php

declare(strict_types=1);

namespace Enquiry\Storage;

/** Nothing can be stored or read now: the disk is full, the file locked, the server away. */
final class StoreUnavailable extends \RuntimeException
{
    public static function because(\PDOException $previous): self
    {
        return new self("The database failed: {$previous->getMessage()}.", previous: $previous);
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

    public static function lockedTooLong(int $seconds): self
    {
        return new self("Another process has held the database for more than {$seconds} seconds.");
    }

    public static function notWal(string $file, string $mode): self
    {
        return new self("{$file} cannot be kept in WAL mode (SQLite offers \"{$mode}\"): move DATA_DIR to a local disk or set DATABASE_URL.");
    }

    public static function onNetworkDisk(string $folder, string $type): self
    {
        return new self("{$folder} is on a network disk ({$type}), where SQLite's WAL loses data: move DATA_DIR to a local disk or set DATABASE_URL.");
    }

    public static function newer(string $name, int $version): self
    {
        return new self("{$name} has tables of a later release (version {$version}): run that release.");
    }

    public static function misread(string $column): self
    {
        return new self("The database gave no proper value for {$column}.");
    }
}
