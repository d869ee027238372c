<?php

declare(strict_types=1);

namespace Enquiry\Store;

/** Named numbers in the table enquiry_meta. */
final readonly class Meta
{
    /** @return array<string, int> by name */
    public static function all(Connection $connection): array
    {
        $numbers = [];
        foreach ($connection->rows('SELECT name, value FROM enquiry_meta') as $row) {
            $numbers[$row->text('name')] = $row->number('value');
        }

        return $numbers;
    }

    public static function set(Connection $connection, string $name, int $value): void
    {
        $connection->change(
            "INSERT INTO enquiry_meta (name, value) VALUES (?, ?) {$connection->dialect->onConflict('name', "value = {$value}")}",
            [$name, $value],
        );
    }
}
