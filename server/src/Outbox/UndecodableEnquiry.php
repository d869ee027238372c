<?php

declare(strict_types=1);

namespace Enquiry\Outbox;

final class UndecodableEnquiry extends \RuntimeException
{
    public static function because(string $reason, ?\Throwable $previous = null): self
    {
        return new self("The stored enquiry cannot be decoded: {$reason}.", previous: $previous);
    }
}
