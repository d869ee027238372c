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

    public static function set(Connection|Database $store, string $name, int $value): void
    {
        $store->change('REPLACE INTO enquiry_meta (name, value) VALUES (?, ?)', [$name, $value]);
    }
}
