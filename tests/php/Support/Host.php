<?php

declare(strict_types=1);

namespace Enquiry\Tests\Support;

use Enquiry\Application;
use Enquiry\Configuration\Configuration;
use Enquiry\Configuration\Installation;
use Enquiry\Console\Console;
use Enquiry\Shared\Clock;
use Symfony\Component\Console\Tester\ApplicationTester;

/** An installation with a file .env of its own, whose cron, console and pages run in this process. */
final readonly class Host
{
    private Installation $installation;

    /** @param string $root the folder of .env, beside the folder server */
    public function __construct(public string $root)
    {
        $this->installation = new Installation("{$root}/server");
    }

    public static function make(): self
    {
        mkdir(($root = DataFolders::made()) . '/server');
        // Not the folder data, which npm start may use.
        symlink(\dirname(__DIR__, 3) . '/server/forms', "{$root}/server/forms");

        return new self($root);
    }

    /** @param array<string, string> $environment */
    public function configure(array $environment): void
    {
        $lines = array_map(static fn(string $name, string $value): string => "{$name}='{$value}'\n", array_keys($environment), $environment);
        file_put_contents("{$this->root}/.env", $lines);
    }

    /**
     * @param array<string, mixed> $options
     * @return array{int, string, string} the exit code, standard output and standard error
     */
    public function console(string $command, Clock $clock, array $options = []): array
    {
        $console = new Console($this->configuration(...), $this->installation, $clock);
        $console->setAutoExit(false);
        $tester = new ApplicationTester($console);
        $code = $tester->run(['command' => $command] + $options, ['capture_stderr_separately' => true]);

        return [$code, $tester->getDisplay(), $tester->getErrorOutput()];
    }

    /** The answer to a cron job that opens contact_work.php. */
    public function work(Clock $clock): Answer
    {
        return Answer::of(Application::work($this->installation, $clock));
    }

    public function health(Clock $clock): Answer
    {
        $application = new Application($this->configuration(), $clock);
        $answer = Answer::of($application->health());
        $application->deliverAfterAnswer();

        return $answer;
    }

    private function configuration(): Configuration
    {
        return Configuration::load($this->installation);
    }
}
