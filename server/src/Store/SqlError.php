<?php

declare(strict_types=1);

namespace Enquiry\Store;

/** A statement or a connection failed. */
final class SqlError extends \RuntimeException
{
    /** SQLSTATEs of MySQL; the second is a deadlock. */
    private const MISSING_TABLE = '42S02';
    private const LOST_TO_ANOTHER = '40001';

    private const MYSQL_LOCK_WAIT_TIMEOUT = 1205;

    /** Codes for a table, a column and a key that already exist. */
    private const MYSQL_ALREADY_THERE = [1050, 1060, 1061];

    private const MYSQL_CONNECTION_LOST = [2006, 2013];

    /** What to do, by error codes of SQLite and MySQL. */
    private const HINTS = [
        'Give the files of DATA_DIR to the user that PHP runs as (as root: php server/console setup --owner=www-data), and check that the disk is not mounted read-only.' => [8, 14],
        'Make room on the disk, or check it for errors.' => [10, 13],
        'The file is damaged: move it away and restore a backup (php server/console help restore).' => [11, 26],
        'Correct user and password in DATABASE_URL.' => [1044, 1045],
        'Correct the name of the database in DATABASE_URL, or create it.' => [1049],
        'Check that the database server runs, and that DATABASE_URL has its host and port.' => [2002, 2003, 2005],
        'Run php server/console setup once with a user in DATABASE_URL who may create tables.' => [1142],
    ];

    private bool $isUndecided = false;

    private function __construct(string $message, private readonly string $state, private readonly ?int $driverCode, ?\Throwable $previous = null)
    {
        parent::__construct($message, previous: $previous);
    }

    public static function ofPdo(\PDOException $failure): self
    {
        $code = $failure->errorInfo[1] ?? $failure->getCode();

        return new self($failure->getMessage(), (string) $failure->getCode(), \is_int($code) ? $code : null, $failure);
    }

    public static function lostToAnother(string $message): self
    {
        return new self($message, self::LOST_TO_ANOTHER, null);
    }

    /** If the connection is lost during COMMIT, nobody knows whether the server stored the transaction. */
    public function atCommit(): self
    {
        $this->isUndecided = \in_array($this->driverCode, self::MYSQL_CONNECTION_LOST, true);

        return $this;
    }

    public function isUndecided(): bool
    {
        return $this->isUndecided;
    }

    /** What to do: empty, or a sentence with a space before it. */
    public function hint(): string
    {
        foreach (self::HINTS as $hint => $codes) {
            if (\in_array($this->driverCode, $codes, true)) {
                return " {$hint}";
            }
        }

        return '';
    }

    public function isMissingTable(): bool
    {
        return $this->state === self::MISSING_TABLE || str_contains($this->getMessage(), 'no such table');
    }

    public function isAlreadyThere(): bool
    {
        return \in_array($this->driverCode, self::MYSQL_ALREADY_THERE, true) || str_contains($this->getMessage(), 'duplicate column name');
    }

    public function isLostToAnother(): bool
    {
        return $this->state === self::LOST_TO_ANOTHER || $this->driverCode === self::MYSQL_LOCK_WAIT_TIMEOUT;
    }
}
