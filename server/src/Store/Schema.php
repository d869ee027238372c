<?php

declare(strict_types=1);

namespace Enquiry\Store;

/**
 * The tables. Releases only add to them, so that an older release can run beside a newer one during an upgrade.
 * MySQL commits each statement by itself, so each can run again after an interrupted migration.
 */
final class Schema
{
    /** Raise it with every new statement: a database with a lower number gets all statements. */
    private const MIGRATION = 4;

    /** Raise it when earlier releases must refuse the tables. Release 1.0.0 reads it too. */
    private const COMPATIBLE = 1;

    private const MIGRATION_NAME = 'migration';
    private const COMPATIBLE_NAME = 'schema_version';

    /** @throws StoreUnavailable|SqlError */
    public static function isUpToDate(Connection $connection): bool
    {
        try {
            $compatible = Meta::value($connection, self::COMPATIBLE_NAME) ?? 0;
            if ($compatible > self::COMPATIBLE) {
                throw StoreUnavailable::newer($compatible);
            }

            return (Meta::value($connection, self::MIGRATION_NAME) ?? 0) >= self::MIGRATION;
        } catch (SqlError $failure) {
            return $failure->isMissingTable() ? false : throw $failure;
        }
    }

    /**
     * Call it under a lock.
     *
     * @throws SqlError
     */
    public static function migrate(Connection $connection): void
    {
        foreach (self::statements($connection->dialect) as $statement) {
            try {
                $connection->command($statement);
            } catch (SqlError $failure) {
                // MySQL has no IF NOT EXISTS for indexes and columns, SQLite none for columns.
                if (!$failure->isAlreadyThere()) {
                    throw $failure;
                }
            }
        }
        if ($connection->dialect === Dialect::Sqlite) {
            // Release 1.0.0 looks here.
            $connection->command('PRAGMA user_version=' . self::COMPATIBLE);
        }
        Meta::set($connection, self::COMPATIBLE_NAME, self::COMPATIBLE);
        Meta::set($connection, self::MIGRATION_NAME, self::MIGRATION);
    }

    /** @return list<string> the names of a table's columns; empty without the table */
    public static function columns(Connection $connection, string $table): array
    {
        $sql = match ($connection->dialect) {
            Dialect::Sqlite => 'SELECT name FROM pragma_table_info(?)',
            Dialect::Mysql => 'SELECT column_name AS name FROM information_schema.columns WHERE table_name = ? AND table_schema = DATABASE()',
        };

        return array_map(static fn(Row $row): string => $row->text('name'), $connection->rows($sql, [$table]));
    }

    /**
     * Times are Unix seconds. Columns after last_error came with 2.0.0:
     * delivered_to: JSON list of the recipients who have the mail; unanswered: attempts that may have arrived;
     * resent_at: when an operator asked to send the mail again.
     *
     * @return list<string>
     */
    private static function statements(Dialect $dialect): array
    {
        $isMysql = $dialect === Dialect::Mysql;
        $id = $isMysql ? 'BIGINT AUTO_INCREMENT PRIMARY KEY' : 'INTEGER PRIMARY KEY';
        $document = $isMysql ? 'MEDIUMTEXT' : 'TEXT';
        $options = $isMysql ? 'ENGINE=InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin' : '';
        $ifMissing = $isMysql ? '' : 'IF NOT EXISTS';

        return [
            "CREATE TABLE IF NOT EXISTS enquiry_meta (name VARCHAR(32) NOT NULL PRIMARY KEY, value BIGINT NOT NULL) {$options}",
            <<<SQL
                CREATE TABLE IF NOT EXISTS enquiry_rate (
                    who VARCHAR(64) NOT NULL PRIMARY KEY,
                    window_start BIGINT NOT NULL,
                    requests BIGINT NOT NULL
                ) {$options}
                SQL,
            <<<SQL
                CREATE TABLE IF NOT EXISTS enquiry (
                    id {$id},
                    reference VARCHAR(20) NOT NULL,
                    idempotency_key VARCHAR(200),
                    received_at BIGINT NOT NULL,
                    email VARCHAR(254) NOT NULL,
                    payload {$document} NOT NULL,
                    flags {$document} NOT NULL,
                    state VARCHAR(7) NOT NULL,
                    attempts INT NOT NULL,
                    due_at BIGINT NOT NULL,
                    lease VARCHAR(32),
                    sent_at BIGINT,
                    last_error {$document}
                ) {$options}
                SQL,
            "ALTER TABLE enquiry ADD COLUMN delivered_to {$document}",
            'ALTER TABLE enquiry ADD COLUMN unanswered INT NOT NULL DEFAULT 0',
            'ALTER TABLE enquiry ADD COLUMN resent_at BIGINT',
            "CREATE UNIQUE INDEX {$ifMissing} enquiry_reference ON enquiry (reference)",
            "CREATE UNIQUE INDEX {$ifMissing} enquiry_idempotency_key ON enquiry (idempotency_key)",
            "CREATE INDEX {$ifMissing} enquiry_state_due ON enquiry (state, due_at, id)",
            "CREATE INDEX {$ifMissing} enquiry_email_received ON enquiry (email, received_at)",
        ];
    }
}
