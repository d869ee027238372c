<?php

declare(strict_types=1);

namespace Enquiry\Database;

/** Named numbers in the table enquiry_meta. */
final readonly class Meta
{
    /** @return array<string, int> by name */
    public static function all(Connection|Database $store): array
    {
        $numbers = [];
        foreach ($store->rows('SELECT name, value FROM enquiry_meta') as $row) {
            $numbers[$row->text('name')] = $row->number('value');
        }

        return $numbers;
    }

    /** @return bool false if the number is no longer $old (0 if it is missing), because another process replaced it */
    public static function replace(Database $database, string $name, int $old, int $new): bool
    {
        return $database->write(static function (Connection $connection) use ($name, $old, $new): bool {
            $onConflict = $connection->onConflict('name', 'value = enquiry_meta.value');
            $connection->change("INSERT INTO enquiry_meta (name, value) VALUES (?, 0) {$onConflict}", [$name]);
            $sql = 'UPDATE enquiry_meta SET value = ? WHERE name = ? AND value = ?';

            return $connection->change($sql, [$new, $name, $old]) === 1;
        });
    }

    public static function set(Connection|Database $store, string $name, int $value): void
    {
        $store->change('REPLACE INTO enquiry_meta (name, value) VALUES (?, ?)', [$name, $value]);
    }
}
