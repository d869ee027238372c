<?php

declare(strict_types=1);

namespace Enquiry\Storage;

/** Everything in which the three databases differ; all other SQL is the same for them. */
enum Dialect: string
{
    case Sqlite = 'sqlite';
    case Mysql = 'mysql';
    case Pgsql = 'pgsql';

    /** @return list<string> PHP's extensions for it */
    public function extensions(): array
    {
        return match ($this) {
            self::Sqlite => ['pdo_sqlite'],
            self::Mysql => ['pdo_mysql', 'mysqlnd'],
            self::Pgsql => ['pgsql', 'sockets'],
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

    /** SQLite leaves the deleted in its file until something else needs the room, unless it is told not to. */
    public function beforeErasing(): ?string
    {
        return $this === self::Sqlite ? 'PRAGMA secure_delete=ON' : null;
    }

    /** SQLite has one writer at a time; the others let several workers past each other's rows. */
    public function lockingClause(): string
    {
        return $this === self::Sqlite ? '' : 'FOR UPDATE SKIP LOCKED';
    }
}
