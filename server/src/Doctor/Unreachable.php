<?php

declare(strict_types=1);

namespace Enquiry\Doctor;

final class Unreachable extends \RuntimeException
{
    public static function because(string $url, string $reason): self
    {
        return new self("{$url} gave no answer: {$reason}");
    }
}
