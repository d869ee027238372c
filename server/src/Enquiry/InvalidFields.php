<?php

declare(strict_types=1);

namespace Enquiry\Enquiry;

/** Names the fields that break the rules. It never contains their values. */
final class InvalidFields extends \RuntimeException
{
    /** @param non-empty-array<string, string> $errors field to message */
    public function __construct(public readonly array $errors)
    {
        parent::__construct('These fields are invalid: ' . implode(', ', array_keys($errors)) . '.');
    }
}
