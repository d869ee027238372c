<?php

declare(strict_types=1);

namespace Enquiry\Database;

/** The differences in SQL between SQLite and MySQL or MariaDB. */
enum Dialect: string
{
    case Sqlite = 'sqlite';
    case Mysql = 'mysql';

    /** @return list<string> the PHP extensions that the database needs; every backup is a SQLite file */
    public function extensions(): array
    {
        return match ($this) {
            self::Sqlite => ['pdo_sqlite'],
            self::Mysql => ['pdo_mysql', 'mysqlnd', 'pdo_sqlite'],
        };
    }

    /** After an INSERT: updates the row that already has this key. */
    public function onConflict(string $key, string $assignments): string
    {
        return $this === self::Mysql
            ? "ON DUPLICATE KEY UPDATE {$assignments}"
            : "ON CONFLICT ({$key}) DO UPDATE SET {$assignments}";
    }

    /** After an INSERT: skips a row whose unique key is taken. INSERT IGNORE would also truncate values. */
    public function orNothing(string $table): string
    {
        return $this === self::Mysql
            ? "ON DUPLICATE KEY UPDATE {$table}.id = {$table}.id"
            : 'ON CONFLICT DO NOTHING';
    }

    /** Lets workers skip each other's rows in MySQL. SQLite has one writer at a time. */
    public function skipLocked(): string
    {
        return $this === self::Sqlite ? '' : 'FOR UPDATE SKIP LOCKED';
    }

    /** Lets a transaction wait for the others that change the same row. */
    public function forUpdate(): string
    {
        return $this === self::Sqlite ? '' : 'FOR UPDATE';
    }

    public function idColumn(): string
    {
        return $this === self::Mysql ? 'BIGINT AUTO_INCREMENT PRIMARY KEY' : 'INTEGER PRIMARY KEY';
    }

    public function tableOptions(): string
    {
        return $this === self::Mysql ? 'ENGINE=InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin' : '';
    }
}
