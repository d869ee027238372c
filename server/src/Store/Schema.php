<?php

declare(strict_types=1);

namespace Enquiry\Store;

/**
 * The tables, as numbered migrations, run under a lock: those that an enquiry cannot be stored without by
 * whoever first finds them missing, the others by the worker and `setup`. MySQL commits each statement by itself, so each must be one that can be
 * run again where an earlier run was cut off.
 *
 * Old and new releases use the same tables while a site with several machines is upgraded, or when an
 * upgrade is taken back. So a migration only ever adds: tables, indexes, and columns that are NULL or have a
 * default. One that must do more raises COMPATIBLE, and releases from before it refuse those tables.
 */
final class Schema
{
    /** What releases have checked since the first, which knew no migrations. */
    public const COMPATIBLE = 1;

    /** Without the later ones all works, only slower: no visitor shall wait for them, nor for the right to make them. */
    private const REQUIRED = 1;

    /** Names in enquiry_meta. */
    private const COMPATIBLE_NAME = 'schema_version';
    private const LATEST_NAME = 'migration';

    /** @throws StoreUnavailable */
    public static function isUsable(Connection $connection): bool
    {
        return self::migrationOf($connection) >= self::REQUIRED;
    }

    /** @throws StoreUnavailable */
    public static function isUpToDate(Connection $connection): bool
    {
        return self::migrationOf($connection) >= Database::MIGRATIONS;
    }

    /**
     * Under a lock.
     *
     * @param bool $anew also what is noted as done: a table may have been lost
     */
    public static function migrate(Connection $connection, bool $anew = false): void
    {
        $connection->command(self::metaTable($connection->dialect));
        for ($number = $anew ? 1 : self::migrationOf($connection) + 1; $number <= Database::MIGRATIONS; ++$number) {
            foreach (self::statements($connection->dialect, $number) as $statement) {
                self::run($connection, $statement);
            }
            self::note($connection, self::COMPATIBLE_NAME, self::COMPATIBLE);
            self::note($connection, self::LATEST_NAME, $number);
        }
        if ($connection->dialect === Dialect::Sqlite) {
            // Where the first release looks for it.
            $connection->command('PRAGMA user_version=' . self::COMPATIBLE);
            $connection->command('PRAGMA application_id=' . SqliteDatabase::MIGRATED);
        }
    }

    /** @return list<string> the columns that a table has, whatever release made it; none where it is missing */
    public static function columns(Connection $connection, string $table): array
    {
        $sql = match ($connection->dialect) {
            Dialect::Sqlite => 'SELECT name FROM pragma_table_info(?)',
            Dialect::Mysql => 'SELECT column_name AS name FROM information_schema.columns WHERE table_name = ? AND table_schema = DATABASE()',
        };

        return array_map(static fn(Row $row): string => $row->text('name'), $connection->rows($sql, [$table]));
    }

    private static function migrationOf(Connection $connection): int
    {
        $noted = [];
        try {
            foreach ($connection->rows('SELECT name, value FROM enquiry_meta WHERE name IN (?, ?)', [self::COMPATIBLE_NAME, self::LATEST_NAME]) as $row) {
                $noted[$row->text('name')] = $row->number('value');
            }
        } catch (SqlError $failure) {
            return $failure->isMissingTable() ? 0 : throw $failure;
        }
        $compatible = $noted[self::COMPATIBLE_NAME] ?? 0;

        return $compatible > self::COMPATIBLE ? throw StoreUnavailable::newer($compatible) : $noted[self::LATEST_NAME] ?? 0;
    }

    private static function run(Connection $connection, string $statement): void
    {
        try {
            $connection->command($statement);
        } catch (SqlError $failure) {
            // MySQL has no IF NOT EXISTS for indexes and columns, SQLite none for columns.
            if (!$failure->isAlreadyThere()) {
                throw $failure;
            }
        }
    }

    private static function note(Connection $connection, string $name, int $value): void
    {
        $connection->change(
            "INSERT INTO enquiry_meta (name, value) VALUES (?, {$value}) {$connection->dialect->onConflict('name', "value = {$value}")}",
            [$name],
        );
    }

    /** @return list<string> */
    private static function statements(Dialect $dialect, int $number): array
    {
        return match ($number) {
            1 => self::firstTables($dialect),
            // How long the oldest has waited is asked again and again, also with 100,000 rows.
            2 => [self::index($dialect, 'enquiry_state_received', 'state, received_at')],
            3 => self::deliveryByRecipient($dialect),
            default => [],
        };
    }

    /**
     * Times are whole Unix seconds: the schedule needs no finer ones, they compare the same in both
     * databases, and neither has its own idea of their time zone. Text is compared byte by byte.
     * Every index is one more page to sync for each enquiry; the seldom search by e-mail does without.
     *
     * @return list<string>
     */
    private static function firstTables(Dialect $dialect): array
    {
        $id = match ($dialect) {
            Dialect::Sqlite => 'INTEGER PRIMARY KEY',
            Dialect::Mysql => 'BIGINT AUTO_INCREMENT PRIMARY KEY',
        };
        $document = $dialect === Dialect::Mysql ? 'MEDIUMTEXT' : 'TEXT';
        $options = self::options($dialect);

        return [
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
            self::index($dialect, 'enquiry_reference', 'reference', 'UNIQUE'),
            self::index($dialect, 'enquiry_idempotency_key', 'idempotency_key', 'UNIQUE'),
            self::index($dialect, 'enquiry_state_due', 'state, due_at, id'),
            <<<SQL
                CREATE TABLE IF NOT EXISTS enquiry_rate (
                    who VARCHAR(64) NOT NULL PRIMARY KEY,
                    window_start BIGINT NOT NULL,
                    requests BIGINT NOT NULL
                ) {$options}
                SQL,
        ];
    }

    /**
     * delivered_to is a JSON list of the recipients that have the mail; unanswered counts the attempts that may
     * have arrived; resent_at is when somebody asked to have it mailed once more. The index finds what the same
     * person sent before, which each enquiry asks for.
     *
     * @return list<string>
     */
    private static function deliveryByRecipient(Dialect $dialect): array
    {
        $document = $dialect === Dialect::Mysql ? 'MEDIUMTEXT' : 'TEXT';

        return [
            "ALTER TABLE enquiry ADD COLUMN delivered_to {$document}",
            'ALTER TABLE enquiry ADD COLUMN unanswered INT NOT NULL DEFAULT 0',
            'ALTER TABLE enquiry ADD COLUMN resent_at BIGINT',
            self::index($dialect, 'enquiry_email_received', 'email, received_at'),
        ];
    }

    private static function metaTable(Dialect $dialect): string
    {
        return 'CREATE TABLE IF NOT EXISTS enquiry_meta (name VARCHAR(32) NOT NULL PRIMARY KEY, value BIGINT NOT NULL) ' . self::options($dialect);
    }

    private static function options(Dialect $dialect): string
    {
        return $dialect === Dialect::Mysql ? 'ENGINE=InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin' : '';
    }

    private static function index(Dialect $dialect, string $name, string $columns, string $kind = ''): string
    {
        $ifMissing = $dialect === Dialect::Mysql ? '' : 'IF NOT EXISTS';

        return "CREATE {$kind} INDEX {$ifMissing} {$name} ON enquiry ({$columns})";
    }
}
