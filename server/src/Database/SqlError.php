<?php

declare(strict_types=1);

namespace Enquiry\Database;

/** A statement or a connection failed. */
final class SqlError extends StoreUnavailable
{
    /** SQLite has the first code for other errors of a statement too. */
    private const MISSING_TABLE = [1, 1146];

    /** Another transaction won: a lock was not free in time, or a deadlock. */
    private const MYSQL_CONFLICT = [1205, 1213];

    /** All connections of the server or of the user are in use, or the user's limit per hour is reached. */
    private const MYSQL_NO_CONNECTION = [1040, 1203, 1226];

    private const MYSQL_READ_ONLY = 1290;

    /** The lowest error code of MySQL. SQLite's are lower. */
    private const MYSQL_FIRST = 1000;

    /** Advice, with the error codes of SQLite and MySQL that it is for. */
    private const HINTS = [
        'Give the files of DATA_DIR to the user that PHP runs as (as root: chown -R www-data server/data), and check '
            . 'that the disk is not mounted read-only.' => [8, 14],
        'Make room on the disk, or check it for errors.' => [10, 13],
        'The file is damaged: rename it, and restore the latest backup (php server/console help restore).' => [11, 26],
        'Another program locks the database: end it (an open sqlite3, a dump, a copying program).' => [5, 1205],
        'Check DATABASE_URL, and that the database server runs.' => [1045, 1049, 2002, 2003, 2005],
        "The user of DATABASE_URL lacks this right. If tables are missing, run setup once with a user who may make "
            . "them: DATABASE_URL='mysql://…' php server/console setup" => [1044, 1142],
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
        $isUndecided = $this->driverCode >= self::MYSQL_FIRST
            && !\in_array($this->driverCode, [...self::MYSQL_CONFLICT, self::MYSQL_READ_ONLY], true);

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

    /** The same work may succeed in a moment. */
    public function isTransient(): bool
    {
        return \in_array($this->driverCode, [...self::MYSQL_CONFLICT, ...self::MYSQL_NO_CONNECTION], true);
    }
}
