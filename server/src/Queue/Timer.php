<?php

declare(strict_types=1);

namespace Enquiry\Queue;

use Enquiry\Shared\SystemClock;

/** A stopwatch. Tests have another one. */
class Timer
{
    private const PAUSE_MICROSECONDS = 500_000;

    /** @return float seconds of a clock that is never set back */
    public function elapsed(): float
    {
        return SystemClock::elapsed();
    }

    /** Waits a moment. */
    public function pause(): void
    {
        usleep(self::PAUSE_MICROSECONDS);
    }
}
