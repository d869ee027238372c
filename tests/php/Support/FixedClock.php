<?php

declare(strict_types=1);

namespace Enquiry\Tests\Support;

use Psr\Clock\ClockInterface;

final readonly class FixedClock implements ClockInterface
{
    public function __construct(private string $time) {}

    public function now(): \DateTimeImmutable
    {
        return new \DateTimeImmutable($this->time);
    }
}
