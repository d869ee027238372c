<?php

declare(strict_types=1);

namespace Enquiry\Tests\Walks;

use Enquiry\Tests\Support\MailServer;
use PHPUnit\Framework\Attributes\Large;
use PHPUnit\Framework\TestCase;
use Random\Engine\Mt19937;
use Random\Randomizer;

/**
 * Walks at random through problems that come and go, under a clock that jumps. Each way of telling tells each problem
 * at once, and not again within six hours. TELLINGS=500 walks more often, and TELLING=1234 walks that of one seed.
 */
#[Large]
final class TellingTest extends TestCase
{
    private const WALKS = 30;

    public function test_each_way_tells_each_problem_at_once_and_not_again_within_six_hours(): void
    {
        $mail = MailServer::start();
        $only = (int) getenv('TELLING');
        $first = $only > 0 ? $only : 1;
        $count = $only > 0 ? 1 : max(self::WALKS, (int) getenv('TELLINGS'));
        $told = 0;
        for ($seed = $first; $seed < $first + $count; ++$seed) {
            $random = new Randomizer(new Mt19937($seed));
            $walk = new TellingWalk($mail, $random);
            $steps = [];
            for ($left = $random->getInt(20, 60); $left > 0; --$left) {
                $steps[] = $walk->step();
                [$expected, $actual] = $walk->compared();
                self::assertSame($expected, $actual, "TELLING={$seed}\n" . implode("\n", $steps));
            }
            [$expected, $actual] = $walk->mails();
            self::assertSame($expected, $actual, "TELLING={$seed}\n" . implode("\n", $steps));
            $told += \count($expected);
        }
        self::assertGreaterThan($count, $told);
    }
}
