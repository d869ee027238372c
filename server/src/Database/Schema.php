<?php

declare(strict_types=1);

namespace Enquiry\Database;

/**
 * The tables. Releases only add to them, so that an older release can run beside a newer one during an upgrade.
 * MySQL commits each statement by itself, so each can run again after an interrupted migration.
 */
final class Schema
{
    /** Raise it with every new statement: a database with a lower number gets all statements. */
    private const MIGRATION = 10;

    private const MIGRATION_NAME = 'migration';

    public static function isUpToDate(Connection $connection): bool
    {
        try {
            return (Meta::all($connection)[self::MIGRATION_NAME] ?? 0) >= self::MIGRATION;
        } catch (SqlError $failure) {
            return $failure->isMissingTable() ? false : throw $failure;
        }
    }

    /**
     * Call it under a lock.
     *
     * @throws StoreUnavailable
     */
    public static function migrate(Connection $connection): void
    {
        try {
            $names = array_flip(self::names($connection, 'enquiry'));
            foreach (array_diff_key(self::statements($connection->dialect), $names) as $statement) {
                $connection->command($statement);
            }
            Meta::set($connection, self::MIGRATION_NAME, self::MIGRATION);
        } catch (SqlError $failure) {
            throw $failure->isDenied() ? StoreUnavailable::mayNotMigrate($failure) : $failure;
        }
    }

    /** @return list<string> the names of a table's columns and indexes; empty without the table */
    public static function names(Connection $connection, string $table): array
    {
        $sql = $connection->dialect === Dialect::Sqlite
            ? 'SELECT name FROM pragma_table_info(?) UNION SELECT name FROM pragma_index_list(?)'
            : 'SELECT column_name AS name FROM information_schema.columns '
                . 'WHERE table_name = ? AND table_schema = DATABASE() '
                . 'UNION SELECT index_name FROM information_schema.statistics '
                . 'WHERE table_name = ? AND table_schema = DATABASE()';

        return array_map(static fn(Row $row): string => $row->text('name'), $connection->rows($sql, [$table, $table]));
    }

    /**
     * Times are Unix seconds. Columns after last_error came later:
     * delivered_to: JSON list of the recipients who have the mail; unanswered: attempts that may have arrived;
     * resent_at: when an operator asked to send the mail again; network: of the client, /24 or /48;
     * collected: 1 if it is to be sent in a digest; form: the one that was filled in; phone: +27821234567, or null;
     * webhook_due_at: null if nothing is to be posted; webhook_error: with no due time, why it was never posted.
     * enquiry_erased keeps a keyed hash of each erased email address, and no address.
     *
     * @return array<int|string, string> those that make a column or an index have its name; the others can run again
     */
    private static function statements(Dialect $dialect): array
    {
        $isMysql = $dialect === Dialect::Mysql;
        $id = $isMysql ? 'BIGINT AUTO_INCREMENT PRIMARY KEY' : 'INTEGER PRIMARY KEY';
        $document = $isMysql ? 'MEDIUMTEXT' : 'TEXT';
        $options = $isMysql ? 'ENGINE=InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin' : '';

        return [
            "CREATE TABLE IF NOT EXISTS enquiry_meta (name VARCHAR(32) NOT NULL PRIMARY KEY, value BIGINT NOT NULL) "
                . "{$options}",
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
            <<<SQL
                CREATE TABLE IF NOT EXISTS enquiry_erased (
                    who VARCHAR(64) NOT NULL PRIMARY KEY,
                    erased_at BIGINT NOT NULL
                ) {$options}
                SQL,
            'delivered_to' => "ALTER TABLE enquiry ADD COLUMN delivered_to {$document}",
            'unanswered' => 'ALTER TABLE enquiry ADD COLUMN unanswered INT NOT NULL DEFAULT 0',
            'resent_at' => 'ALTER TABLE enquiry ADD COLUMN resent_at BIGINT',
            'network' => 'ALTER TABLE enquiry ADD COLUMN network VARCHAR(49)',
            'collected' => 'ALTER TABLE enquiry ADD COLUMN collected INT NOT NULL DEFAULT 0',
            'form' => "ALTER TABLE enquiry ADD COLUMN form VARCHAR(50) NOT NULL DEFAULT 'contact'",
            'phone' => 'ALTER TABLE enquiry ADD COLUMN phone VARCHAR(16)',
            'webhook_due_at' => 'ALTER TABLE enquiry ADD COLUMN webhook_due_at BIGINT',
            'webhook_attempts' => 'ALTER TABLE enquiry ADD COLUMN webhook_attempts INT NOT NULL DEFAULT 0',
            'webhook_error' => "ALTER TABLE enquiry ADD COLUMN webhook_error {$document}",
            'enquiry_reference' => 'CREATE UNIQUE INDEX enquiry_reference ON enquiry (reference)',
            'enquiry_idempotency_key' => 'CREATE UNIQUE INDEX enquiry_idempotency_key ON enquiry (idempotency_key)',
            'enquiry_state_due' => 'CREATE INDEX enquiry_state_due ON enquiry (state, due_at, id)',
            'enquiry_webhook_due' => 'CREATE INDEX enquiry_webhook_due ON enquiry (webhook_due_at)',
            'enquiry_email_received' => 'CREATE INDEX enquiry_email_received ON enquiry (email, received_at)',
            'enquiry_phone' => 'CREATE INDEX enquiry_phone ON enquiry (phone)',
        ];
    }
}
