<?php

declare(strict_types=1);

namespace Enquiry\Http;

final class AddressKeyUnusable extends \RuntimeException
{
    public static function at(string $file): self
    {
        return new self("The key in {$file} can neither be read nor created.");
    }
}
