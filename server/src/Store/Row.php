<?php

declare(strict_types=1);

namespace Enquiry\Store;

/**
 * One row as a database gave it, read by column and type: drivers differ in what they make text of, and SQLite
 * keeps in any column whatever it is given.
 */
final readonly class Row
{
    /** The last second of the year 9999; no calendar reaches much further. */
    private const LATEST_TIME = 253_402_300_799;

    /** @param array<mixed> $values by column */
    public function __construct(private array $values) {}

    /** @return array<string, int|string|null> by column, as they are */
    public function values(): array
    {
        $values = [];
        foreach ($this->values as $column => $value) {
            $values[(string) $column] = \is_int($value) ? $value : $this->textOrNull((string) $column);
        }

        return $values;
    }

    public function text(string $column): string
    {
        return $this->textOrNull($column) ?? throw StoreUnavailable::misread($column);
    }

    public function textOrNull(string $column): ?string
    {
        $value = $this->values[$column] ?? null;

        return \is_scalar($value) ? (string) $value : null;
    }

    public function number(string $column): int
    {
        return $this->numberOrNull($column) ?? throw StoreUnavailable::misread($column);
    }

    public function numberOrNull(string $column): ?int
    {
        $value = $this->values[$column] ?? null;

        return match (true) {
            \is_int($value) => $value,
            // Else the cast has no meaning.
            is_numeric($value) && abs((float) $value) < 2 ** 62 => (int) $value,
            default => null,
        };
    }

    /** @return ?int also null where it is no time at which anything can have happened here */
    public function timeOrNull(string $column): ?int
    {
        $time = $this->numberOrNull($column);

        return $time === null || $time < 1 || $time > self::LATEST_TIME ? null : $time;
    }

    /** @return list<string> of a column with a JSON list; what is none is empty */
    public function list(string $column): array
    {
        $list = json_decode($this->textOrNull($column) ?? '', true);

        return array_values(array_filter(\is_array($list) ? $list : [], \is_string(...)));
    }
}
