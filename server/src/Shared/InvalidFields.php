<?php

declare(strict_types=1);

namespace Enquiry\Shared;

/** A message broke the rules. Names the fields, never their values. */
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
