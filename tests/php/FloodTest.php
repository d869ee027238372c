<?php

declare(strict_types=1);

namespace Enquiry\Tests;

use Enquiry\Tests\Support\Desk;
use Enquiry\Tests\Support\Environment;
use PHPUnit\Framework\Attributes\TestWith;
use PHPUnit\Framework\TestCase;

/** One sender with many addresses, and enquiries that only use up the disk. */
final class FloodTest extends TestCase
{
    /**
     * @param string $address  of each sender, with %d
     * @param int    $most     how many may send once each, with RATE_LIMIT=1
     * @param string $neighbour an address outside this network
     */
    #[TestWith(['192.0.2.%d', 10, '192.0.3.1'])]
    #[TestWith(['::ffff:192.0.2.%d', 10, '::ffff:192.0.3.1'])]
    #[TestWith(['2001:db8:1:20%d::1', 5, '2001:db8:1:2100::1'])]
    #[TestWith(['2001:db8:1:%d00::1', 10, '2001:db8:2::1'])]
    public function test_a_network_has_a_limit_of_its_own(string $address, int $most, string $neighbour): void
    {
        $environment = Environment::for(Environment::deadPort(), ['RATE_LIMIT' => '1']);
        $send = static fn(string $from, int $number): int => Desk::post($environment, ['subject' => "{$number}"], server: ['REMOTE_ADDR' => $from])->status;
        $from = static fn(int $number): string => \sprintf($address, $number + 10);
        for ($number = 0; $number < $most; ++$number) {
            self::assertSame(200, $send($from($number), $number), "sender {$number}");
            self::assertSame(429, $send($from($number), 100), 'the limit of one address');
        }

        self::assertSame(429, $send($from($most), $most));
        self::assertSame(200, $send($neighbour, $most));
    }

    /** RATE_LIMIT alone decides for a school or an office behind one address. */
    #[TestWith(['192.0.2.1'])]
    #[TestWith(['2001:db8::1'])]
    public function test_one_address_may_send_all_of_its_limit(string $address): void
    {
        $environment = Environment::for(Environment::deadPort(), ['RATE_LIMIT' => '']);
        $statuses = array_map(static fn(int $number): int => Desk::post($environment, ['subject' => "{$number}"], server: ['REMOTE_ADDR' => $address])->status, range(1, 21));

        self::assertSame([...array_fill(0, 20, 200), 429], $statuses);
    }

}
