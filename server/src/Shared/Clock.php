<?php

declare(strict_types=1);

namespace Enquiry\Shared;

/** The time of day, and a stopwatch. Tests have another one. */
class Clock
{
    /** The clocks of machines that share a database may differ by this many seconds. */
    public const SKEW = 120;

    /** @return int Unix seconds */
    public function time(): int
    {
        return time();
    }

    /** @return float seconds of a stopwatch, which is never set back */
    public function elapsed(): float
    {
        return self::stopwatch();
    }

    public static function stopwatch(): float
    {
        return hrtime(true) / 1e9;
    }

    public function pause(int $milliseconds): void
    {
        usleep(1_000 * $milliseconds);
    }
}
