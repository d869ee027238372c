<?php

declare(strict_types=1);

namespace Enquiry\Store;

/** Named numbers in the table enquiry_meta. */
final readonly class Meta
{
    public static function value(Connection $connection, string $name): ?int
    {
        return $connection->row('SELECT value FROM enquiry_meta WHERE name = ?', [$name])?->number('value');
    }

    public static function set(Connection $connection, string $name, int $value): void
    {
        $connection->change(
            "INSERT INTO enquiry_meta (name, value) VALUES (?, ?) {$connection->dialect->onConflict('name', "value = {$value}")}",
            [$name, $value],
        );
    }
}
