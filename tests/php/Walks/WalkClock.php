<?php

declare(strict_types=1);

namespace Enquiry\Tests\Walks;

use Enquiry\Shared\Clock;

final class WalkClock extends Clock
{
    public function __construct(public int $now) {}

    public function time(): int
    {
        return $this->now;
    }

    public function elapsed(): float
    {
        return 0.0;
    }

    public function pause(int $milliseconds): void {}
}
