<?php

declare(strict_types=1);

namespace Enquiry\Storage;

/** One row as a database gave it, read by column and type: drivers differ in what they make text of. */
final readonly class Row
{
    /** @param array<mixed> $values by column */
    public function __construct(private array $values) {}

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
