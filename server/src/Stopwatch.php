<?php

declare(strict_types=1);

namespace Enquiry;

/** Seconds for what must not notice that somebody sets the clock. */
final class Stopwatch
{
    /** Only differences mean something. Some hosts disable hrtime(); what is left there may step. */
    public static function now(): float
    {
        return \function_exists('hrtime') ? hrtime(true) / 1_000_000_000 : microtime(true);
    }
}
