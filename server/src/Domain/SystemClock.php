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
        // Whoever shows a time sets its zone. PHP's own would be looked for on the disk, once in each request.
        return new \DateTimeImmutable(timezone: new \DateTimeZone('+00:00'));
    }

    /**
     * For measuring how long something takes: unlike now(), it never steps where the host lets us read it.
     *
     * @return float seconds since some moment of the past
     */
    public static function elapsed(): float
    {
        // A host may have disabled it.
        return \function_exists('hrtime') ? hrtime(true) / 1e9 : microtime(true);
    }
}
