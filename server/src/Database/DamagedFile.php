<?php

declare(strict_types=1);

namespace Enquiry\Database;

/** Reads the enquiries of a damaged SQLite file, one by one where a page is damaged. */
final class DamagedFile
{
    private const AT_ONCE = 100;

    /** Queries for the highest id. A damaged page may break some of them. */
    private const WAYS = [
        'NOT INDEXED',
        'INDEXED BY enquiry_reference',
        'INDEXED BY enquiry_state_due',
        'INDEXED BY enquiry_email_received',
    ];

    /** As in 7K3QM-0XW4T. */
    private const REFERENCE = '/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/D';

    /** A damaged page may have any number. */
    private const HIGHEST_ID = 10_000_000;

    /** @var list<string> references */
    private array $read = [];

    public function __construct(private readonly Connection $connection)
    {
        // SQLite then also reads a file that was cut off.
        $connection->command('PRAGMA writable_schema=ON; PRAGMA cell_size_check=ON');
    }

    /** @return iterable<non-empty-list<Row>> */
    public function parts(): iterable
    {
        $last = $this->highestId();
        for ($id = 1; $id <= $last; $id += self::AT_ONCE) {
            $ids = range($id, $id + self::AT_ONCE - 1);
            // A range of one id would also read the page with the next row.
            $rows = $this->rows('id BETWEEN ? AND ?', [$id, end($ids)])
                ?? array_merge(...array_map(fn(int $one): array => $this->rows('id = ?', [$one]) ?? [], $ids));
            $whole = array_values(array_filter($rows, self::isWhole(...)));
            if ($whole !== []) {
                array_push($this->read, ...array_map(self::referenceOf(...), $whole));
                yield $whole;
            }
        }
    }

    /** @return ?list<string> the references that parts() could not read; null if their list is damaged too */
    public function lost(): ?array
    {
        $listed = $this->ask('SELECT reference FROM enquiry INDEXED BY enquiry_reference ORDER BY reference');

        return $listed === null
            ? null
            : array_values(array_diff(array_map(self::referenceOf(...), $listed), $this->read));
    }

    private static function referenceOf(Row $row): string
    {
        return $row->text('reference');
    }

    private function highestId(): int
    {
        $highest = 0;
        foreach (self::WAYS as $way) {
            $row = $this->ask("SELECT MAX(id) AS id FROM enquiry {$way}")[0] ?? null;
            $highest = max($highest, $row?->numberOrNull('id') ?? 0);
        }

        return min(self::HIGHEST_ID, $highest);
    }

    /**
     * @param list<int> $values
     * @return ?list<Row> null if one of them cannot be read
     */
    private function rows(string $condition, array $values): ?array
    {
        return $this->ask("SELECT * FROM enquiry NOT INDEXED WHERE {$condition} ORDER BY id", $values);
    }

    /**
     * @param list<int> $values
     * @return ?list<Row>
     */
    private function ask(string $sql, array $values = []): ?array
    {
        try {
            return $this->connection->rows($sql, $values);
        } catch (SqlError) {
            return null;
        }
    }

    /** The rest of a long row is on pages of its own, which may be damaged without an error. */
    private static function isWhole(Row $row): bool
    {
        try {
            return preg_match(self::REFERENCE, $row->text('reference')) === 1
                && \is_array(json_decode($row->text('payload'), true))
                && \is_array(json_decode($row->text('flags'), true))
                && State::tryFrom($row->text('state')) !== null
                && min($row->number('received_at'), $row->number('due_at'), $row->number('attempts') + 1) > 0
                && mb_check_encoding($row->text('email') . $row->textOrNull('last_error'), 'UTF-8');
        } catch (StoreUnavailable) {
            return false;
        }
    }
}
