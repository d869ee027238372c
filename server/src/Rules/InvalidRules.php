<?php

declare(strict_types=1);

namespace Enquiry\Rules;

final class InvalidRules extends \RuntimeException
{
    public static function unreadable(string $file): self
    {
        return new self("The rules file {$file} is missing or cannot be read.");
    }

    public static function notJson(string $file, \JsonException $previous): self
    {
        return new self("The rules file {$file} is not JSON: {$previous->getMessage()}.", previous: $previous);
    }

    public static function misshapen(string $what, ?\Throwable $previous = null): self
    {
        return new self("The rules do not have the shape they should: {$what}.", previous: $previous);
    }
}
