<?php

declare(strict_types=1);

namespace Enquiry\Tests\Support;

use Enquiry\Database\Connection;
use Enquiry\Database\Database;
use Enquiry\Database\DatabaseUrl;
use Enquiry\Database\DataFolder;
use Enquiry\Database\Meta;
use Enquiry\Database\Row;
use Enquiry\Database\ServerDatabase;
use Enquiry\Database\SqliteDatabase;

/** States that no command makes or shows. Outside Storage, no other code of the tests names a table or a column. */
final readonly class Tables
{
    public function __construct(private Database $database) {}

    /** @param array<string, string> $environment */
    public static function of(array $environment): self
    {
        $folder = new DataFolder($environment['DATA_DIR'] ?? '');
        $url = DatabaseUrl::parse($environment['DATABASE_URL'] ?? '');

        return new self($url === null ? new SqliteDatabase($folder) : new ServerDatabase($url, $folder));
    }

    /** @param string $stored instead of the JSON of its fields */
    public function replaceFields(string $reference, string $stored): void
    {
        $this->database->change('UPDATE enquiry SET payload = ? WHERE reference = ?', [$stored, $reference]);
    }

    /** @return int when the next attempt is due, in Unix seconds */
    public function dueAt(string $reference, string $target): int
    {
        return $this->row('SELECT due_at FROM delivery WHERE reference = ? AND target = ?', [$reference, $target])->number('due_at');
    }

    /** A backup is under way, or its process was killed. */
    public function beginBackup(int $now): void
    {
        Meta::set($this->database, 'backup_tried_at', $now);
    }

    /** Lets the leases of an hour and more end. @return int how many there were */
    public function endLongLeases(): int
    {
        return $this->database->change(
            "UPDATE delivery SET due_at = 0 WHERE state = 'waiting' AND unanswered > 0 AND due_at > ?",
            [time() + 600],
        );
    }

    /** Adds enquiries that wait, quickly. */
    public function fill(int $count, string $fields): void
    {
        $this->database->change(<<<'SQL'
            INSERT INTO enquiry (reference, form, received_at, email, payload, flags, state, is_marked, planned_for)
            WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ?)
            SELECT printf('%05d-%05d', n / 100000, n % 100000), 'contact', ?, 'bench@example.com', ?, '[]', 'waiting', 0, 0
            FROM number
            SQL, [$count, time(), $fields]);
    }

    /** Deletes all enquiries, quickly. */
    public function empty(): void
    {
        $this->database->change('DELETE FROM enquiry');
        $this->database->change('DELETE FROM delivery');
    }

    /** @return list<string> the hashed addresses whose enquiries are counted for RATE_LIMIT */
    public function countedClients(): array
    {
        return array_map(static fn(Row $row): string => $row->text('who'), $this->database->rows('SELECT who FROM enquiry_rate'));
    }

    /** Makes the statements that store the outcome of a delivery fail, or change nothing. Only SQLite. */
    public function refuseOutcomes(bool $silently = false): void
    {
        $this->database->change('CREATE TRIGGER refused BEFORE UPDATE OF state ON delivery BEGIN SELECT RAISE('
            . ($silently ? 'IGNORE' : "ABORT, 'database is locked'") . '); END');
    }

    public function acceptOutcomes(): void
    {
        $this->database->change('DROP TRIGGER refused');
    }

    /** Makes statements on each table fail. Only SQLite. */
    public function refuse(string $reason, string ...$statements): void
    {
        foreach ($this->names() as $table) {
            foreach ($statements as $statement) {
                $this->database->change("CREATE TRIGGER {$table}_{$statement} BEFORE {$statement} ON {$table} BEGIN SELECT RAISE(ABORT, '{$reason}'); END");
            }
        }
    }

    /** @return string all rows of all tables */
    public function content(): string
    {
        $content = '';
        foreach ($this->names() as $table) {
            foreach ($this->database->rows("SELECT * FROM {$table}") as $row) {
                $content .= Row::json($row->values) . "\n";
            }
        }

        return $content;
    }

    /** @return list<string> */
    private function names(): array
    {
        return $this->database->read(static fn(Connection $connection): array => array_map(
            static fn(Row $row): string => $row->text('name'),
            $connection->rows($connection->isMysql
                ? 'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()'
                : "SELECT name FROM sqlite_master WHERE type = 'table'"),
        ));
    }

    /** @param list<string> $values */
    private function row(string $sql, array $values): Row
    {
        return $this->database->rows($sql, $values)[0] ?? throw new \LogicException('Nobody has tried to deliver it.');
    }
}
