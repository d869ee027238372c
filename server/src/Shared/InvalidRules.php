<?php

declare(strict_types=1);

namespace Enquiry\Shared;

/** An error in form.json, for its author. */
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

    public static function misshapen(string $what): self
    {
        return new self("server/forms/contact/form.json is invalid: {$what}.");
    }

    public static function inField(string $name, string $what, ?self $previous = null): self
    {
        return new self("In server/forms/contact/form.json, the field \"{$name}\" is invalid: {$what}.", previous: $previous);
    }

    public static function pattern(string $expression, string $reason): self
    {
        return new self("The pattern {$expression} cannot be used: {$reason}.");
    }
}
