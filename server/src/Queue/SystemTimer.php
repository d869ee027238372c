<?php

declare(strict_types=1);

namespace Enquiry\Queue;

use Enquiry\Shared\SystemClock;

final readonly class SystemTimer implements Timer
{
    private const PAUSE_MICROSECONDS = 500_000;

    public function elapsed(): float
    {
        return SystemClock::elapsed();
    }

    public function pause(): void
    {
        usleep(self::PAUSE_MICROSECONDS);
    }
}
