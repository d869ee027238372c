<?php

declare(strict_types=1);

namespace Enquiry\Configuration;

/** Lists all errors by key. It never contains a value, because some values are passwords. */
final class InvalidConfiguration extends \RuntimeException
{
    /** @param list<string> $errors */
    public function __construct(public readonly array $errors)
    {
        parent::__construct("The configuration has errors:\n- " . implode("\n- ", $errors));
    }
}
