<?php

declare(strict_types=1);

namespace Enquiry\Rules;

final class PatternFault extends \RuntimeException
{
    public static function in(string $expression, string $reason): self
    {
        return new self(\sprintf('The pattern %s could not be run: %s.', $expression, $reason));
    }
}
