<?php

declare(strict_types=1);

namespace Enquiry\Tests\Walks;

use Enquiry\Tests\Support\Environment;
use PHPUnit\Framework\Attributes\Large;
use PHPUnit\Framework\ExpectationFailedException;
use PHPUnit\Framework\TestCase;
use SebastianBergmann\Invoker\TimeoutException;

/**
 * Walks at random through everything that can happen to an enquiry, in any order. A failure prints the seed, and the
 * fewest steps that still fail. WALKS=5000 walks more often, from a random seed, and WALK=1234 walks that of one seed.
 *
 * @phpstan-import-type Step from Walk
 */
#[Large]
final class WalkTest extends TestCase
{
    private const WALKS = 150;

    /** How many walks there are for one that also compares what operators see, which takes time. */
    private const FOR_ONE_SEEN = 5;

    /** @var array<string, string> */
    private array $environment;
    private bool $isSeen;

    public function test_after_any_steps_everybody_has_each_enquiry_once(): void
    {
        $this->environment = Environment::for(1);
        $only = (int) getenv('WALK');
        $more = (int) getenv('WALKS');
        $first = $only > 0 ? $only : ($more > 0 ? random_int(1, 1_000_000_000) : 1);
        $count = $only > 0 ? 1 : max(self::WALKS, $more);
        for ($seed = $first; $seed < $first + $count; ++$seed) {
            $steps = Walk::steps($seed);
            $this->isSeen = $seed % self::FOR_ONE_SEEN === 0;
            if ($this->failure($steps) !== null) {
                $fewest = $this->fewest($steps);
                self::fail(
                    "WALK={$seed}\n"
                        . implode("\n", array_map(json_encode(...), $fewest))
                        . "\n"
                        . self::told($this->failure($fewest)),
                );
            }
        }
        self::assertGreaterThan(0, $count);
    }

    private static function told(?\Throwable $failure): string
    {
        $difference
            = $failure instanceof ExpectationFailedException ? $failure->getComparisonFailure()?->getDiff() : '';

        return "{$failure?->getMessage()}{$difference}";
    }

    /** @param list<Step> $steps */
    private function failure(array $steps): ?\Throwable
    {
        try {
            Walk::go($this->environment, $steps, $this->isSeen);

            return null;
        } catch (TimeoutException $timeout) {
            throw $timeout;
        } catch (\Throwable $failure) {
            return $failure;
        }
    }

    /**
     * @param list<Step> $steps that fail
     * @return list<Step>
     */
    private function fewest(array $steps): array
    {
        for ($size = \count($steps); $size >= 1; $size = intdiv($size, 2)) {
            for ($at = \count($steps) - $size; $at >= 0; --$at) {
                $fewer = $steps;
                array_splice($fewer, $at, $size);
                if ($this->failure($fewer) !== null) {
                    $steps = $fewer;
                    $at = min($at, \count($steps) - $size + 1);
                }
            }
        }

        return $steps;
    }
}
