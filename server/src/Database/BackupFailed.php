<?php

declare(strict_types=1);

namespace Enquiry\Database;

/** A backup cannot be written or read. */
final class BackupFailed extends \RuntimeException
{
    public static function exists(string $file): self
    {
        return new self("{$file} already exists and was not overwritten. Choose another file, or delete it.");
    }

    public static function cannotBeWritten(string $file, string $reason): self
    {
        return new self(
            "{$file} cannot be written ({$reason}). No backup was made. Fix the error, or choose another file.",
        );
    }

    public static function missing(string $file): self
    {
        return new self("{$file} is missing, or this user cannot read it. Nothing was restored.");
    }

    public static function unusable(string $file, string $reason): self
    {
        return new self(
            "{$file} is not a backup, or too damaged to be read ({$reason}). Nothing was restored. Use another file.",
        );
    }
}
