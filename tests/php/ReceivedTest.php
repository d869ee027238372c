<?php

declare(strict_types=1);

namespace Enquiry\Tests;

use Enquiry\Console\Received;
use PHPUnit\Framework\Attributes\TestWith;
use PHPUnit\Framework\TestCase;

/** The times that --since and --until take. It is Friday 27 November 2026, 08:30:10 in Johannesburg. */
final class ReceivedTest extends TestCase
{
    private const NOW = '2026-11-27 08:30:10 Africa/Johannesburg';

    #[TestWith([' 2026-10-05 ', '2026-10-05 00:00', '2026-10-06 00:00'])]
    #[TestWith(['2024-02-29', '2024-02-29 00:00', '2024-03-01 00:00'])]
    #[TestWith(['today', '2026-11-27 00:00', '2026-11-28 00:00'])]
    #[TestWith(['Yesterday', '2026-11-26 00:00', '2026-11-27 00:00'])]
    #[TestWith(['monday', '2026-11-23 00:00', '2026-11-24 00:00'])]
    #[TestWith(['friday', '2026-11-20 00:00', '2026-11-21 00:00'])]
    #[TestWith(['saturday', '2026-11-21 00:00', '2026-11-22 00:00'])]
    #[TestWith(['2026-10', '2026-10-01 00:00', '2026-11-01 00:00'])]
    #[TestWith(['October', '2026-10-01 00:00', '2026-11-01 00:00'])]
    #[TestWith(['november', '2026-11-01 00:00', '2026-12-01 00:00'])]
    #[TestWith(['december', '2025-12-01 00:00', '2026-01-01 00:00'])]
    #[TestWith(['2026', '2026-01-01 00:00', '2027-01-01 00:00'])]
    #[TestWith(['last  month', '2026-10-01 00:00', '2026-11-01 00:00'])]
    #[TestWith(['2 days', '2026-11-25 08:30:10', '2026-11-25 08:30:10'])]
    #[TestWith(['2 days ago', '2026-11-25 08:30:10', '2026-11-25 08:30:10'])]
    #[TestWith(['48 hours', '2026-11-25 08:30:10', '2026-11-25 08:30:10'])]
    #[TestWith(['1 week', '2026-11-20 08:30:10', '2026-11-20 08:30:10'])]
    #[TestWith(['last month', '2026-02-01 00:00', '2026-03-01 00:00', '2026-03-31 08:00'])]
    #[TestWith(['last month', '2025-12-01 00:00', '2026-01-01 00:00', '2026-01-31 00:00'])]
    #[TestWith(['monday', '2026-11-16 00:00', '2026-11-17 00:00', '2026-11-23 10:00'])]
    #[TestWith(['today', '2026-11-27 00:00', '2026-11-28 00:00', '2026-11-27 00:00:00'])]
    public function test_a_time_is_read_as_a_person_means_it(string $typed, string $from, string $before, string $now = self::NOW): void
    {
        $span = Received::span($typed, self::at($now));
        self::assertSame([self::at($from), self::at($before)], $span);
    }

    #[TestWith([''])]
    #[TestWith(['soon'])]
    #[TestWith(['now'])]
    #[TestWith(['05/10/2026'])]
    #[TestWith(['2026-13'])]
    #[TestWith(['2026-00'])]
    #[TestWith(['2026-02-31'])]
    #[TestWith(['5 october'])]
    #[TestWith(['2026-10-05 14:30'])]
    #[TestWith(['october 2025'])]
    #[TestWith(['last week'])]
    #[TestWith(['2 months'])]
    #[TestWith(['20:26'])]
    #[TestWith(['oct'])]
    #[TestWith(['-2 days'])]
    #[TestWith(['99999 days'])]
    #[TestWith(['2 fortnights'])]
    #[TestWith(['last day of february'])]
    #[TestWith(['next monday'])]
    #[TestWith(['@0'])]
    #[TestWith(["\xFF"])]
    public function test_anything_else_is_refused_with_the_list(string $typed): void
    {
        $this->expectExceptionMessage('is no time that can be used. Write');
        Received::span($typed, self::at(self::NOW));
    }

    #[TestWith(['2026-11-28'])]
    #[TestWith(['2026-12'])]
    #[TestWith(['2027'])]
    public function test_a_time_in_the_future_is_refused(string $typed): void
    {
        $this->expectExceptionMessage('is in the future');
        Received::span($typed, self::at(self::NOW));
    }

    private static function at(string $time): int
    {
        return (new \DateTimeImmutable($time, new \DateTimeZone('Africa/Johannesburg')))->getTimestamp();
    }
}
