<?php

declare(strict_types=1);

namespace Enquiry\Domain;

use Psr\Clock\ClockInterface;

final readonly class SystemClock implements ClockInterface
{
    /**
     * By so many seconds the clocks of machines that share a database may differ. A time further ahead was
     * stored under a clock that has gone back since.
     */
    public const SKEW = 60;

    public function now(): \DateTimeImmutable
    {
        return new \DateTimeImmutable();
    }
}
