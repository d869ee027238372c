<?php

declare(strict_types=1);

namespace Enquiry\Shared;

/** The rules refused a message; says which fields, and never what they held. */
final class InvalidFields extends \RuntimeException
{
    /** @param non-empty-array<string, string> $errors field to message */
    private function __construct(public readonly array $errors)
    {
        parent::__construct('The rules refused: ' . implode(', ', array_keys($errors)) . '.');
    }

    /** @param non-empty-array<string, string> $errors field to message */
    public static function because(array $errors): self
    {
        return new self($errors);
    }
}
