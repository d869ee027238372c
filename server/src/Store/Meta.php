<?php

declare(strict_types=1);

namespace Enquiry\Store;

/** Numbers that the queue remembers about itself, by name, in the table enquiry_meta. */
final readonly class Meta
{
    /** Every id up to this one had stopped waiting when the queue was last counted. */
    public const SETTLED = 'settled_up_to_id';

    public static function value(Connection $connection, string $name): ?int
    {
        return $connection->row('SELECT value FROM enquiry_meta WHERE name = ?', [$name])?->numberOrNull('value');
    }

    public static function set(Connection $connection, string $name, int $value): void
    {
        $connection->change(
            "INSERT INTO enquiry_meta (name, value) VALUES (?, ?) {$connection->dialect->onConflict('name', "value = {$value}")}",
            [$name, $value],
        );
    }

    public static function forget(Connection $connection, string $name): void
    {
        $connection->change('DELETE FROM enquiry_meta WHERE name = ?', [$name]);
    }
}
