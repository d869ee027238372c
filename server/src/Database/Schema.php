<?php

declare(strict_types=1);

namespace Enquiry\Database;

/** The tables. Later releases only add to them, so that a deployment may be rolled back. */
final class Schema
{
    /** Raise it when a release adds a table or a column. Lower numbers are from before the first release, 2.0.0. */
    private const MIGRATION = 12;

    private const NUMBER = "SELECT value FROM enquiry_meta WHERE name = 'migration'";

    /** @throws StoreUnavailable if they are from before this release */
    public static function isThere(Connection $connection): bool
    {
        try {
            $number = $connection->row(self::NUMBER)?->number('value') ?? 0;
        } catch (SqlError $failure) {
            return $failure->isMissingTable() ? false : throw $failure;
        }

        // MySQL commits each table by itself, and the number comes last.
        return match (true) {
            $number === 0 => false,
            $number < self::MIGRATION => throw StoreUnavailable::ofEarlierRelease(),
            default => true,
        };
    }

    /** It can run again after an interruption: MySQL commits each table by itself. */
    public static function create(Connection $connection): void
    {
        $connection->transaction('BEGIN', static function (Connection $connection): void {
            $id = $connection->isMysql ? 'BIGINT AUTO_INCREMENT PRIMARY KEY' : 'INTEGER PRIMARY KEY';
            $options = $connection->isMysql ? 'ENGINE=InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin' : '';
            foreach (self::tables($id) as $name => $columns) {
                $connection->command("CREATE TABLE IF NOT EXISTS {$name} ({$columns}) {$options}");
            }
            Meta::set($connection, 'migration', self::MIGRATION);
        });
    }

    /**
     * Times are Unix seconds. phone: +27821234567, or null. is_marked: whether it may be spam.
     * enquiry.promised_by: when the visitor was told to expect the answer at the latest, or null.
     * enquiry.state: what its deliveries are: waiting, failed, both or sent; or dismissed. planned_for: the fingerprint
     * of the recipients for whom it has deliveries; 0 for none yet, -1 once it is sent or dismissed.
     * noticed_at: when a notice about a refusal was mailed.
     * delivery.target: an email address of the sales team, or "webhook". state: waiting, sent, failed, dropped or
     * dismissed (see DeliveryQueue). attempts: those that were refused. unanswered: attempts that may have arrived.
     * lease: of the process that delivers it until due_at. resent_at: when an operator asked to mail it again.
     * UNIQUE (…, id) is an index: MySQL cannot add another kind only if it is missing, and SQLite not within a table.
     *
     * @return array<string, string> columns by table
     */
    private static function tables(string $id): array
    {
        return [
            'enquiry_meta' => 'name VARCHAR(32) NOT NULL PRIMARY KEY, value BIGINT NOT NULL',
            'enquiry_rate' => <<<'SQL'
                who VARCHAR(64) NOT NULL PRIMARY KEY,
                window_start BIGINT NOT NULL,
                requests BIGINT NOT NULL
                SQL,
            'enquiry' => <<<SQL
                id {$id},
                reference VARCHAR(20) NOT NULL UNIQUE,
                idempotency_key VARCHAR(200) UNIQUE,
                form VARCHAR(50) NOT NULL,
                received_at BIGINT NOT NULL,
                promised_by BIGINT,
                email VARCHAR(254) NOT NULL,
                phone VARCHAR(16),
                payload MEDIUMTEXT NOT NULL,
                flags MEDIUMTEXT NOT NULL,
                state VARCHAR(9) NOT NULL,
                is_marked INT NOT NULL,
                planned_for BIGINT NOT NULL,
                noticed_at BIGINT,
                UNIQUE (planned_for, is_marked, received_at, id),
                UNIQUE (state, received_at, id),
                UNIQUE (received_at, id),
                UNIQUE (email, received_at, id),
                UNIQUE (phone, received_at, id)
                SQL,
            'delivery' => <<<SQL
                id {$id},
                reference VARCHAR(20) NOT NULL,
                target VARCHAR(254) NOT NULL,
                state VARCHAR(9) NOT NULL,
                is_marked INT NOT NULL,
                due_at BIGINT NOT NULL,
                waiting_since BIGINT NOT NULL,
                attempts INT NOT NULL,
                unanswered INT NOT NULL,
                lease VARCHAR(32),
                error MEDIUMTEXT,
                delivered_at BIGINT,
                resent_at BIGINT,
                UNIQUE (reference, target),
                UNIQUE (state, is_marked, due_at, id)
                SQL,
        ];
    }
}
