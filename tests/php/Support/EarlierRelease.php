<?php

declare(strict_types=1);

namespace Enquiry\Tests\Support;

use Enquiry\Database\Dialect;

/** The SQL statements of release 2.0.0. Newer releases upgrade its tables, and run beside it. */
final class EarlierRelease
{
    private const VALUES = "'{\"name\":\"Zoë\",\"surname\":\"O''Brien\",\"email\":\"zoe@example.co.za\",\"contactNumber\":\"0821234567\",\"subject\":\"Old\",\"message\":\"Hello\"}', '[]'";

    /** @return non-empty-list<string> in the order of the release */
    public static function tables(Dialect $dialect): array
    {
        $id = match ($dialect) {
            Dialect::Sqlite => 'INTEGER PRIMARY KEY',
            Dialect::Mysql => 'BIGINT AUTO_INCREMENT PRIMARY KEY',
        };
        $document = $dialect === Dialect::Mysql ? 'MEDIUMTEXT' : 'TEXT';
        $options = $dialect === Dialect::Mysql ? 'ENGINE=InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin' : '';

        return [
            "CREATE TABLE enquiry (id {$id}, reference VARCHAR(20) NOT NULL, idempotency_key VARCHAR(200), received_at BIGINT NOT NULL, "
            . "email VARCHAR(254) NOT NULL, payload {$document} NOT NULL, flags {$document} NOT NULL, state VARCHAR(7) NOT NULL, "
            . "attempts INT NOT NULL, due_at BIGINT NOT NULL, lease VARCHAR(32), sent_at BIGINT, last_error {$document}) {$options}",
            "ALTER TABLE enquiry ADD COLUMN delivered_to {$document}",
            'ALTER TABLE enquiry ADD COLUMN unanswered INT NOT NULL DEFAULT 0',
            'ALTER TABLE enquiry ADD COLUMN resent_at BIGINT',
            'ALTER TABLE enquiry ADD COLUMN network VARCHAR(49)',
            'ALTER TABLE enquiry ADD COLUMN collected INT NOT NULL DEFAULT 0',
            'CREATE UNIQUE INDEX enquiry_reference ON enquiry (reference)',
            'CREATE UNIQUE INDEX enquiry_idempotency_key ON enquiry (idempotency_key)',
            'CREATE INDEX enquiry_state_due ON enquiry (state, due_at, id)',
            'CREATE INDEX enquiry_email_received ON enquiry (email, received_at)',
            "CREATE TABLE enquiry_rate (who VARCHAR(64) NOT NULL PRIMARY KEY, window_start BIGINT NOT NULL, requests BIGINT NOT NULL) {$options}",
            "CREATE TABLE enquiry_meta (name VARCHAR(32) NOT NULL PRIMARY KEY, value BIGINT NOT NULL) {$options}",
            "INSERT INTO enquiry_meta (name, value) VALUES ('schema_version', 1)",
            "INSERT INTO enquiry_meta (name, value) VALUES ('migration', 5)",
        ];
    }

    /** @return list<string> one enquiry that waits, one that was sent, and one that has failed */
    public static function enquiries(int $now): array
    {
        return [
            self::enquiry('T6Q7S-CETDW', "'waiting', 0, {$now}, NULL, NULL", $now),
            self::enquiry('T6Q7S-CETDX', "'sent', 1, {$now}, {$now}, NULL", $now),
            self::enquiry('T6Q7S-CETDY', "'failed', 125, {$now}, NULL, 'Mailbox unknown'", $now),
        ];
    }

    public static function accept(Dialect $dialect, string $reference, int $now): string
    {
        return 'INSERT INTO enquiry (reference, idempotency_key, received_at, email, payload, flags, state, attempts, due_at, network, collected, delivered_to, unanswered, resent_at) '
            . "VALUES ('{$reference}', 'key of {$reference}', {$now}, 'zoe@example.co.za', " . self::VALUES . ", 'waiting', 0, {$now}, NULL, 0, NULL, 0, NULL) {$dialect->orNothing()}";
    }

    private static function enquiry(string $reference, string $state, int $now): string
    {
        return 'INSERT INTO enquiry (reference, received_at, email, payload, flags, state, attempts, due_at, sent_at, last_error) '
            . "VALUES ('{$reference}', {$now}, 'zoe@example.co.za', " . self::VALUES . ", {$state})";
    }
}
