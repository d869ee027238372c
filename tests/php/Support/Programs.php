<?php

declare(strict_types=1);

namespace Enquiry\Tests\Support;

use PHPUnit\Event\Test\Finished;
use PHPUnit\Event\Test\FinishedSubscriber;
use PHPUnit\Event\Test\PreparationStarted;
use PHPUnit\Event\Test\PreparationStartedSubscriber;
use PHPUnit\Runner\Extension\Extension;
use PHPUnit\Runner\Extension\Facade;
use PHPUnit\Runner\Extension\ParameterCollection;
use PHPUnit\TextUI\Configuration\Configuration;
use Symfony\Component\Process\Process;

/** Stops the servers of a test when it ends. Those of setUpBeforeClass() end with this process. */
final class Programs implements Extension
{
    private static bool $isTestRunning = false;

    /** @var list<\Closure> */
    private static array $stops = [];

    public static function start(Process $program): Lines
    {
        $program->start();
        self::atTheEndOfTheTest($program->stop(...));

        return Lines::of($program);
    }

    public static function atTheEndOfTheTest(\Closure $stop): void
    {
        if (self::$isTestRunning) {
            self::$stops[] = $stop;
        }
    }

    public static function stopAll(bool $isTestRunning): void
    {
        foreach (self::$stops as $stop) {
            $stop();
        }
        self::$stops = [];
        self::$isTestRunning = $isTestRunning;
    }

    public function bootstrap(Configuration $configuration, Facade $facade, ParameterCollection $parameters): void
    {
        $facade->registerSubscribers(
            new class implements PreparationStartedSubscriber {
                public function notify(PreparationStarted $event): void
                {
                    Programs::stopAll(isTestRunning: true);
                }
            },
            new class implements FinishedSubscriber {
                public function notify(Finished $event): void
                {
                    Programs::stopAll(isTestRunning: false);
                }
            },
        );
    }
}
