<?php

declare(strict_types=1);

namespace Enquiry\Enquiry;

/** An error in a form.json, for its author. */
final class InvalidForm extends \RuntimeException
{
    private bool $isInField = false;

    public function __construct(string $what, ?\Throwable $previous = null)
    {
        parent::__construct($what, previous: $previous);
    }

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

    /** Names the file by its path in the repository or in the upload. */
    public function inFile(string $file): self
    {
        $root = \dirname(__DIR__, 3) . '/';
        $shown = str_starts_with($file, $root) ? substr($file, \strlen($root)) : $file;
        $this->message = $this->isInField ? "In {$shown}, {$this->message}." : "{$shown} is invalid: {$this->message}.";

        return $this;
    }
}
