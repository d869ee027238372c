<?php

declare(strict_types=1);

namespace Enquiry\Shared;

use Psr\Clock\ClockInterface;

final readonly class SystemClock implements ClockInterface
{
    /**
     * By so many seconds the clocks of machines that share a database may differ. A time further ahead was
     * stored under a clock that has gone back since.
     */
    public const SKEW = 60;

    /** Of the clock on the firm's wall. */
    private const ZONE = 'Africa/Johannesburg';

    public function now(): \DateTimeImmutable
    {
        // Whoever shows a time sets its zone. PHP's own would be looked for on the disk, once in each request.
        return new \DateTimeImmutable(timezone: new \DateTimeZone('+00:00'));
    }

    /**
     * For measuring how long something takes: unlike now(), it never steps, unless a host disables hrtime().
     *
     * @return float seconds since some moment of the past
     */
    public static function elapsed(): float
    {
        return hrtime(true) / 1e9;
    }

    /**
     * As the clock on the firm's wall shows it.
     *
     * @param int $time seconds since 1970
     */
    public static function local(int $time): \DateTimeImmutable
    {
        return (new \DateTimeImmutable("@{$time}"))->setTimezone(new \DateTimeZone(self::ZONE));
    }

    /** When that day began. @return int seconds since 1970 */
    public static function midnightBefore(int $time): int
    {
        return self::local($time)->setTime(0, 0)->getTimestamp();
    }
}
