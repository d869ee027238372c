<?php

declare(strict_types=1);

namespace Enquiry\Shared;

/** Times and durations for people, in the firm's time zone. */
final class LocalTime
{
    private const ZONE = 'Africa/Johannesburg';

    /** @param int $time Unix seconds */
    public static function at(int $time): \DateTimeImmutable
    {
        return (new \DateTimeImmutable("@{$time}"))->setTimezone(new \DateTimeZone(self::ZONE));
    }

    /** @param string $local such as 2026-11-27 09:24 @return int Unix seconds */
    public static function parse(string $local): int
    {
        return (new \DateTimeImmutable($local, new \DateTimeZone(self::ZONE)))->getTimestamp();
    }

    /** @return int Unix seconds */
    public static function midnightBefore(int $time): int
    {
        return self::at($time)->setTime(0, 0)->getTimestamp();
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
