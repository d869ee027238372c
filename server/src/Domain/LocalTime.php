<?php

declare(strict_types=1);

namespace Enquiry\Domain;

/** Time as the clock on the firm's wall shows it. */
final class LocalTime
{
    private const ZONE = 'Africa/Johannesburg';

    /** @param int $time seconds since 1970 */
    public static function of(int $time): \DateTimeImmutable
    {
        return (new \DateTimeImmutable("@{$time}"))->setTimezone(new \DateTimeZone(self::ZONE));
    }

    /** When that day began. @return int seconds since 1970 */
    public static function midnightBefore(int $time): int
    {
        return self::of($time)->setTime(0, 0)->getTimestamp();
    }
}
