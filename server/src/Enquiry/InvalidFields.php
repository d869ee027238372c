<?php

declare(strict_types=1);

namespace Enquiry\Enquiry;

/** Names the fields that break the rules. Its message never contains their values. */
final class InvalidFields extends \RuntimeException
{
    /**
     * @param non-empty-array<string, string> $errors field to message
     * @param array<string, string>           $advice by field, for some of them
     */
    public function __construct(public readonly array $errors, public readonly array $advice)
    {
        parent::__construct('These fields are invalid: ' . implode(', ', array_keys($errors)) . '.');
    }
}
