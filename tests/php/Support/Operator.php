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

/**
 * Runs commands of the console, and reads what they print.
 *
 * @phpstan-type Delivery array{target: string, state: string, refusals: int, unanswered: int, deliveredAt: ?string, resentAt: ?string, error: ?string}
 * @phpstan-type Exported array{
 *     reference: string, form: string, receivedAt: string, promisedBy: ?string, email: string,
 *     fields: array<string, string>|string, flags: list<string>, state: string,
 *     deliveries: list<Delivery>,
 * }
 */
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

    /**
     * @param array<string, string> $environment
     * @return non-empty-list<Exported> oldest first
     */
    public static function export(array $environment, Clock $clock, string $who): array
    {
        /** @phpstan-ignore return.type (the command's own words) */
        return json_decode(self::call($environment, $clock, 'export', ['who' => $who]), true, 16, \JSON_THROW_ON_ERROR);
    }

    /**
     * @param array<string, string> $environment
     * @param array<string, mixed>  $arguments
     * @return list<string> the references that `list` shows, newest first
     */
    public static function list(array $environment, Clock $clock, array $arguments = ['--all' => true]): array
    {
        preg_match_all('/^[0-9A-Z]{5}-[0-9A-Z]{5}/m', self::run($environment, $clock, 'list', $arguments)[1], $found);

        return $found[0];
    }

    /**
     * @param array<string, string> $environment
     * @return array{waiting: int, failed: int, problems: list<string>, warnings: list<string>}
     */
    public static function status(array $environment, Clock $clock): array
    {
        /** @var array{waiting?: int, failed?: int, problems: list<array{what: string}>, warnings: list<array{what: string}>} $status */
        $status = json_decode(self::run($environment, $clock, 'status', ['--json' => true])[1], true, 16, \JSON_THROW_ON_ERROR);

        return [
            'waiting' => $status['waiting'] ?? -1,
            'failed' => $status['failed'] ?? -1,
            'problems' => array_column($status['problems'], 'what'),
            'warnings' => array_column($status['warnings'], 'what'),
        ];
    }
}
