<?php

declare(strict_types=1);

namespace Enquiry\Database;

/** A row of a query's result. */
final readonly class Row
{
    /** @param array<string, int|string|null> $values by column */
    public function __construct(public array $values) {}

    public function text(string $column): string
    {
        return $this->textOrNull($column) ?? throw StoreUnavailable::misread($column);
    }

    public function textOrNull(string $column): ?string
    {
        $value = $this->values[$column] ?? null;

        return $value === null ? null : (string) $value;
    }

    public function number(string $column): int
    {
        return $this->numberOrNull($column) ?? throw StoreUnavailable::misread($column);
    }

    public function numberOrNull(string $column): ?int
    {
        $value = $this->values[$column] ?? null;

        return is_numeric($value) ? (int) $value : null;
    }

    /** @return list<string> the JSON list in a column; empty if the column has none */
    public function list(string $column): array
    {
        $list = json_decode($this->textOrNull($column) ?? '', true);

        return array_values(array_filter(\is_array($list) ? $list : [], \is_string(...)));
    }

    /** @param array<mixed> $values for a column with JSON */
    public static function json(array $values): string
    {
        return json_encode($values, \JSON_UNESCAPED_UNICODE | \JSON_UNESCAPED_SLASHES | \JSON_THROW_ON_ERROR);
    }
}
