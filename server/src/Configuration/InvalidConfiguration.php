<?php

declare(strict_types=1);

namespace Enquiry\Configuration;

/** Lists all errors by key. It never contains a value, because some values are passwords. */
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
