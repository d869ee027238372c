<?php

declare(strict_types=1);

namespace Enquiry\Tests\Support;

use Enquiry\Configuration\Configuration;
use Enquiry\Configuration\Installation;
use Enquiry\Configuration\Settings;
use Enquiry\Console\Console;
use Enquiry\Shared\Clock;
use PHPUnit\Framework\Assert;
use Symfony\Component\Console\Tester\ApplicationTester;

final class Operator
{
    /**
     * @param array<string, string> $environment
     * @param array<string, mixed>  $arguments
     * @param list<string>          $typed
     * @param string                $root      the folder of .env
     */
    public static function call(array $environment, Clock $clock, string $command, array $arguments = [], int $exitCode = 0, array $typed = [], string $root = '/dev/null'): string
    {
        [$code, $said] = self::run($environment, $clock, $command, $arguments, $typed, $root);
        Assert::assertSame($exitCode, $code, $said);

        return $said;
    }

    /**
     * @param array<string, string> $environment
     * @param array<string, mixed>  $arguments
     * @param list<string>          $typed
     * @return array{int, string} the exit code and the output
     */
    public static function run(array $environment, Clock $clock, string $command, array $arguments = [], array $typed = [], string $root = '/dev/null'): array
    {
        $console = new Console(static fn(): Configuration => Configuration::load(Installation::running(), new Settings($environment)), new Installation("{$root}/server"), $clock);
        $console->setAutoExit(false);
        $tester = new ApplicationTester($console);
        $tester->setInputs($typed);
        $code = $tester->run(['command' => $command] + $arguments);

        return [$code, (string) preg_replace('/ +\n +/', ' ', $tester->getDisplay())];
    }
}
