<?php

declare(strict_types=1);

namespace Enquiry\Tests\Support;

use Enquiry\Shared\Clock;

final class FixedClock extends Clock
{
    public function __construct(private readonly string $time) {}

    public function time(): int
    {
        return (new \DateTimeImmutable($this->time))->getTimestamp();
    }
}
