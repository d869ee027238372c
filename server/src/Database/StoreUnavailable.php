<?php

declare(strict_types=1);

namespace Enquiry\Database;

/** Enquiries cannot be stored or read now. The message says what to do. */
class StoreUnavailable extends \RuntimeException
{
    /** @param bool $isUndecided whether the transaction may have been stored: only after a failed COMMIT (SqlError) */
    protected function __construct(
        string $message,
        ?\Throwable $previous = null,
        public readonly bool $isUndecided = false,
    ) {
        parent::__construct($message, previous: $previous);
    }

    public static function notWritable(string $path): self
    {
        return new self(
            "{$path} cannot be created or written. Give the data folder and its files to the user that PHP runs as. If "
                . "your host uses PHP's setting open_basedir, allow the folder there.",
        );
    }

    public static function extensionMissing(string $name): self
    {
        $php = \PHP_SAPI === 'cli' ? 'command line' : 'web server';
        $package = $name === 'pdo_sqlite' ? 'php-sqlite3' : 'php-mysql';

        return new self(
            "The PHP of the {$php} lacks the extension {$name}. On Debian: sudo apt-get install {$package}. Elsewhere "
                . 'enable it in php.ini, or in the control panel of your host.',
        );
    }

    public static function noRoom(string $folder): self
    {
        return new self("There is no room in {$folder}: the disk is full, or a quota is. Make room.");
    }

    public static function lockedTooLong(): self
    {
        return new self('Another process locks the database: end it (a suspended process, an open sqlite3).');
    }

    public static function missing(string $file): self
    {
        return new self(
            "{$file} is missing or empty, although it was made before. No enquiry is accepted or sent until you put it "
                . 'back, restore the latest backup (php server/console restore FILE) or accept the loss (php '
                . 'server/console setup --new).',
        );
    }

    public static function ofEarlierRelease(): self
    {
        return new self(
            'The database was made by a version before 2.0.0, which this release cannot read: keep that version, or '
                . 'begin with an empty database.',
        );
    }

    public static function notBackedUp(string $file, string $reason): self
    {
        return new self("The backup {$file} cannot be made. {$reason}");
    }

    public static function notRestored(string $file, string $reason): self
    {
        return new self("{$file} cannot be restored ({$reason}). Use another file.");
    }

    public static function otherFolder(string $folder): self
    {
        return new self(
            "The data folder {$folder} is not the one whose DATA_ID is in .env. If its disk is not mounted, mount it. "
                . "If the folder is new on purpose, remove DATA_ID from .env and run php server/console setup.",
        );
    }

    public static function misread(string $column): self
    {
        return new self("The database returned an invalid value for the column {$column}.");
    }
}
