<?php

declare(strict_types=1);

namespace Enquiry\Storage;

/** One row as a database gave it, read by column and type: drivers differ in what they make text of. */
final readonly class Row
{
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

        return is_numeric($value) ? (int) $value : null;
    }
}
