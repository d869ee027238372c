<?php

declare(strict_types=1);

namespace Enquiry\Configuration;

/** Names every error at once by its key, and never a value: one of them is a password. */
final class InvalidConfiguration extends \RuntimeException
{
    /**
     * @param non-empty-list<string> $errors
     * @param array<string, string>  $asRead the settings as they were read, with secrets shortened
     */
    public function __construct(public readonly array $errors, public readonly array $asRead)
    {
        parent::__construct("The configuration has errors:\n- " . implode("\n- ", $errors));
    }
}
