<?php

declare(strict_types=1);

namespace Enquiry\Outbox;

final class QueueFull extends \RuntimeException
{
    public static function at(int $most): self
    {
        return new self("More than {$most} enquiries are waiting; no more are taken until some are delivered.");
    }
}
