<?php

declare(strict_types=1);

namespace Enquiry\Database;

/** A backup cannot be written, or a file cannot be restored from; the queue is as it was. */
final class UnusableBackup extends \RuntimeException
{
    public static function isThere(string $file): self
    {
        return new self("{$file} is there already, and is not overwritten: name another file, or delete it.");
    }

    public static function cannotBeWritten(string $file, string $reason): self
    {
        return new self("{$file} cannot be written ({$reason}). No backup was made: mend that, or name a file elsewhere.");
    }

    public static function isNotThere(string $file): self
    {
        return new self("{$file} is not there, or cannot be read by this user. Nothing was restored.");
    }

    public static function unreadable(string $file, string $reason): self
    {
        return new self("{$file} is damaged or not a backup ({$reason}). Nothing was restored: take another file.");
    }

    public static function damaged(string $file, string $reason): self
    {
        return self::unreadable($file, trim($reason));
    }

    public static function foreign(string $file): self
    {
        return self::unreadable($file, 'it has no whole table of enquiries');
    }

    public static function ofLaterRelease(string $file, int $version): self
    {
        return new self("{$file} is of a later release (tables of version {$version}). Nothing was restored: run that release.");
    }
}
