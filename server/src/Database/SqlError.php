<?php

declare(strict_types=1);

namespace Enquiry\Database;

/** A statement or a connection failed. */
final class SqlError extends StoreUnavailable
{
    private const MYSQL_LOCK_WAIT_TIMEOUT = 1205;
    private const MYSQL_DEADLOCK = 1213;

    /** SQLite has the first code for other errors of a statement too. */
    private const MISSING_TABLE = [1, 1146];

    /** To a database, to a table, and without an administrator's right. */
    private const MYSQL_DENIED = [1044, 1142, 1227];

    /** All connections of the server or of the user are in use, or the user's limit per hour is reached. */
    private const MYSQL_NO_CONNECTION = [1040, 1203, 1226];

    private const MYSQL_READ_ONLY = 1290;

    /** The lowest error code of MySQL. SQLite's are lower. */
    private const MYSQL_FIRST = 1000;

    /** Advice, with the error codes of SQLite and MySQL that it is for. */
    private const HINTS = [
        'Give the files of DATA_DIR to the user that PHP runs as (as root: php server/console setup '
            . '--owner=www-data), and check that the disk is not mounted read-only.' => [8, 14],
        'Make room on the disk, or check it for errors.' => [10, 13],
        'The file is damaged: rename it, and restore the latest backup (php server/console help restore).' => [11, 26],
        'Another program is using the database: end it (an open sqlite3, a copying program).' => [5],
        'Correct user and password in DATABASE_URL.' => [1045],
        'Correct the name of the database in DATABASE_URL, or create it and grant the user its rights '
            . '(docs/databases.md).' => [1044, 1049],
        'Check that the database server runs, and that DATABASE_URL has its host and port.' => [2002, 2003, 2005],
        'Grant the user of DATABASE_URL its rights (docs/databases.md).' => [1142],
        'Every connection that the database server allows is in use: raise max_connections or max_user_connections, '
            . 'or run fewer PHP processes.' => self::MYSQL_NO_CONNECTION,
        'Another program holds a lock: end it (a dump without --single-transaction, an open transaction).'
            => [self::MYSQL_LOCK_WAIT_TIMEOUT],
        'The database server is read-only now: check that DATABASE_URL leads to the primary server.'
            => [self::MYSQL_READ_ONLY],
    ];

    private function __construct(
        public readonly string $reason,
        private readonly int $driverCode,
        ?\Throwable $previous = null,
        bool $isUndecided = false,
    ) {
        $message = 'The database failed: ' . rtrim($reason, '.') . '.' . self::hint($driverCode);
        parent::__construct($message, $previous, $isUndecided);
    }

    public static function ofPdo(\PDOException $failure): self
    {
        $code = $failure->errorInfo[1] ?? $failure->getCode();

        return new self($failure->getMessage(), \is_int($code) ? $code : 0, $failure);
    }

    /**
     * After a failed COMMIT nobody knows whether the server stored the transaction. Exceptions: after a conflict, and
     * on a read-only server, it did not.
     */
    public function atCommit(): self
    {
        $isStoredNowhere = $this->driverCode === self::MYSQL_READ_ONLY || $this->isLostToAnother();
        $isUndecided = $this->driverCode >= self::MYSQL_FIRST && !$isStoredNowhere;

        return new self($this->reason, $this->driverCode, $this->getPrevious(), $isUndecided);
    }

    /** @return string advice with a space before it, or an empty string */
    private static function hint(int $driverCode): string
    {
        foreach (self::HINTS as $hint => $codes) {
            if (\in_array($driverCode, $codes, true)) {
                return " {$hint}";
            }
        }

        return '';
    }

    public function isMissingTable(): bool
    {
        return \in_array($this->driverCode, self::MISSING_TABLE, true);
    }

    /** Our user lacks a right. */
    public function isDenied(): bool
    {
        return \in_array($this->driverCode, self::MYSQL_DENIED, true);
    }

    public function isWithoutConnection(): bool
    {
        return \in_array($this->driverCode, self::MYSQL_NO_CONNECTION, true);
    }

    public function isLostToAnother(): bool
    {
        return \in_array($this->driverCode, [self::MYSQL_LOCK_WAIT_TIMEOUT, self::MYSQL_DEADLOCK], true);
    }
}
