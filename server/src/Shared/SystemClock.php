<?php

declare(strict_types=1);

namespace Enquiry\Shared;

use Psr\Clock\ClockInterface;

final readonly class SystemClock implements ClockInterface
{
    /** The clocks of machines that share a database may differ by this many seconds. */
    public const SKEW = 120;

    private const ZONE = 'Africa/Johannesburg';

    public function now(): \DateTimeImmutable
    {
        // Without a zone, PHP would read the default zone from the disk.
        return new \DateTimeImmutable(timezone: new \DateTimeZone('+00:00'));
    }

    /** @return float seconds of a clock that is never set back, unlike now() */
    public static function elapsed(): float
    {
        return hrtime(true) / 1e9;
    }

    /** In the firm's time zone. @param int $time Unix seconds */
    public static function local(int $time): \DateTimeImmutable
    {
        return (new \DateTimeImmutable("@{$time}"))->setTimezone(new \DateTimeZone(self::ZONE));
    }

    /** @return int Unix seconds */
    public static function midnightBefore(int $time): int
    {
        return self::local($time)->setTime(0, 0)->getTimestamp();
    }

    /** For example, "12 minutes", rounded down. */
    public static function duration(int $seconds): string
    {
        [$number, $unit] = match (true) {
            $seconds < 120 => [$seconds, 'second'],
            $seconds < 3600 => [intdiv($seconds, 60), 'minute'],
            $seconds < 172_800 => [intdiv($seconds, 3600), 'hour'],
            default => [intdiv($seconds, 86_400), 'day'],
        };

        return "{$number} {$unit}" . ($number === 1 ? '' : 's');
    }
}
