<?php

declare(strict_types=1);

namespace Enquiry\Enquiry;

/** This release cannot use a form: its form.json has an error, or the form or one of its fields is missing. */
final class InvalidForm extends \RuntimeException
{
    private bool $isInField = false;

    public static function pattern(string $expression, string $reason): self
    {
        return new self("the pattern {$expression} cannot be used: {$reason}");
    }

    public function inField(string $name): self
    {
        $this->message = "the field \"{$name}\" is invalid: {$this->message}";
        $this->isInField = true;

        return $this;
    }

    public function inFile(string $file): self
    {
        $this->message = $this->isInField ? "In {$file}, {$this->message}." : "{$file} is invalid: {$this->message}.";

        return $this;
    }
}
