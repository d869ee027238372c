<?php

declare(strict_types=1);

namespace Enquiry\Store;

/** Everything in which SQLite and MySQL or MariaDB differ; all other SQL is the same for them. */
enum Dialect: string
{
    case Sqlite = 'sqlite';
    case Mysql = 'mysql';

    /** @return list<string> PHP's extensions for it */
    public function extensions(): array
    {
        return match ($this) {
            self::Sqlite => ['pdo_sqlite'],
            self::Mysql => ['pdo_mysql', 'mysqlnd'],
        };
    }

    /** What follows an INSERT and does something else where a row with the same key is there. */
    public function onConflict(string $key, string $assignments): string
    {
        return $this === self::Mysql
            ? "ON DUPLICATE KEY UPDATE {$assignments}"
            : "ON CONFLICT ({$key}) DO UPDATE SET {$assignments}";
    }

    /** What follows an INSERT that any unique key may turn into nothing. Not INSERT IGNORE: that also bends values. */
    public function orNothing(): string
    {
        return $this === self::Mysql ? 'ON DUPLICATE KEY UPDATE id = id' : 'ON CONFLICT DO NOTHING';
    }

    /**
     * What begins a transaction that sees one moment of all tables for as long as it lasts, and for which nobody waits.
     *
     * @return list<string>
     */
    public function beginSnapshot(): array
    {
        return match ($this) {
            self::Sqlite => ['BEGIN'],
            self::Mysql => ['SET TRANSACTION ISOLATION LEVEL REPEATABLE READ', 'START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY'],
        };
    }

    /**
     * What writes the table's file anew, without what deleted rows have left in it. It locks the table, but
     * gives up where it would have to wait for that, because everybody else would wait behind it.
     *
     * @return list<string>
     */
    public function rebuild(): array
    {
        return match ($this) {
            self::Sqlite => ['VACUUM'],
            self::Mysql => ['ALTER TABLE enquiry FORCE'],
        };
    }

    /** SQLite has one writer at a time; MySQL lets several workers past each other's rows. */
    public function lockingClause(): string
    {
        return $this === self::Sqlite ? '' : 'FOR UPDATE SKIP LOCKED';
    }
}
