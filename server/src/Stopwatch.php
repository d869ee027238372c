<?php

declare(strict_types=1);

namespace Enquiry;

/** For durations: a clock that nobody sets, unless the host has disabled it. */
final class Stopwatch
{
    /** Seconds since no particular moment. */
    public static function now(): float
    {
        return \function_exists('hrtime') ? hrtime(true) / 1e9 : microtime(true);
    }
}
