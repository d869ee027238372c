<?php

declare(strict_types=1);

namespace Enquiry\Enquiry;

/** This release cannot use a form: its form.json has an error, or the form or one of its fields is missing. */
final class InvalidForm extends \RuntimeException
{
    public function __construct(string $reason, private readonly ?string $field = null)
    {
        parent::__construct($reason);
    }

    public function inFile(string $file): self
    {
        return new self(
            $this->field === null
                ? "{$file} is invalid: {$this->message}."
                : "In {$file}, the field \"{$this->field}\" is invalid: {$this->message}.",
        );
    }
}
