<?php

declare(strict_types=1);

namespace Enquiry\Doctor;

use Enquiry\Configuration\Configuration;
use Enquiry\Configuration\Installation;
use Enquiry\Configuration\InvalidConfiguration;
use Enquiry\Configuration\Settings;
use Enquiry\Database\DataFolder;
use Enquiry\Http\Suspects;
use Enquiry\Operations\Checkup;
use Enquiry\Operations\Finding;
use Enquiry\Shared\Clock;

/** Checks an installation. It changes nothing. */
final class Doctor
{
    public readonly Settings $settings;

    /** @var array<string, string> set while findings() checks the queue; empty if it cannot be read */
    public array $queue = [];

    private readonly Configuration|InvalidConfiguration $configuration;

    /**
     * @param \Closure(Configuration): Checkup                   $checkup
     * @param ?\Closure(string, int): (list<array<mixed>>|false) $lookUp  replaces dns_get_record()
     */
    public function __construct(
        private readonly Installation $installation,
        private readonly \Closure $checkup,
        private readonly ?\Closure $lookUp = null,
        private readonly Clock $clock = new Clock(),
    ) {
        $this->settings = Settings::load($installation->environment());
        try {
            $configuration = Configuration::load($installation, $this->settings);
        } catch (InvalidConfiguration $invalid) {
            $configuration = $invalid;
        }
        $this->configuration = $configuration;
    }

    /** @return iterable<Finding> */
    public function findings(bool $sendTestMessage = false): iterable
    {
        foreach ($this->checks($sendTestMessage) as $subject => $check) {
            try {
                yield from $check();
            } catch (\Throwable $error) {
                yield Finding::problem(
                    "{$subject} cannot be checked: {$error->getMessage()}",
                    'Fix the error, then run doctor again.',
                );
            }
        }
    }

    /** @return array<string, \Closure(): iterable<Finding>> by subject */
    private function checks(bool $sendTestMessage): array
    {
        $configuration = $this->configuration;
        if ($configuration instanceof InvalidConfiguration) {
            return [
                'The configuration' => fn(): iterable => $this->configuration(array_map(
                    fn(string $error): array => [
                        $error,
                        "Correct it in {$this->installation->environment()} or in the environment, then run doctor "
                            . 'again.',
                    ],
                    $configuration->errors,
                )),
                'PHP' => fn(): iterable => $this->php(hasServer: false),
            ];
        }
        $folder = $configuration->folder();
        $site = new SiteChecks($configuration, $this->installation, clock: $this->clock);
        $mail = !$configuration->canMail()
            ? null
            : new MailChecks($configuration, $this->lookUp ?? dns_get_record(...), $this->clock);

        return [
            'The configuration' => fn(): iterable => $this->configuration($configuration->problems()),
            'PHP' => fn(): iterable => $this->php($configuration->databaseUrl !== null),
            'The data folder' => fn(): iterable => $this->dataFolder($folder),
            'The list of suspects' => fn(): iterable => $this->suspects($folder),
            'The live site' => $site->findings(...),
            ...$mail === null ? [] : [
                'The mail server' => $mail->server(...),
                'The sender' => $mail->sender(...),
                'DNS' => $mail->dns(...),
            ],
            'The queue' => fn(): iterable => $this->queue($configuration),
            ...$mail === null || !$sendTestMessage ? [] : ['The test message' => $mail->testMessage(...)],
        ];
    }

    /** @return iterable<Finding> */
    private function queue(Configuration $configuration): iterable
    {
        $checkup = ($this->checkup)($configuration);
        $said = array_column($configuration->problems(), 0);
        $findings = array_filter($checkup->findings(), static fn(Finding $finding): bool
            => !\in_array($finding->what, $said, true));
        yield from $findings;
        if ($findings === []) {
            yield Finding::ok('Enquiries are accepted, none waits too long and none has failed.');
        }
        $this->queue = $checkup->numbers()->table();
    }

    /**
     * @param array<array{string, string}> $problems
     * @return iterable<Finding>
     */
    private function configuration(array $problems): iterable
    {
        foreach ($problems as $problem) {
            yield Finding::problem(...$problem);
        }
        if ($problems === []) {
            yield Finding::ok('The configuration is valid.');
        }
        foreach ($this->settings->unknown as $key) {
            yield Finding::warning(
                ".env has {$key}, which is not a setting.",
                'Correct the name (see .env.example), or delete the line.',
            );
        }
    }

    /** @return iterable<Finding> */
    private function php(bool $hasServer): iterable
    {
        // Every backup is a SQLite file. Without the others, nothing runs (extensions.php).
        $extensions = ['pdo_sqlite', ...$hasServer ? ['pdo_mysql', 'mysqlnd'] : []];
        $missing = array_filter($extensions, static fn(string $name): bool => !\extension_loaded($name));
        yield $missing === []
            ? Finding::ok('PHP ' . \PHP_VERSION . ' has every extension that the program needs.')
            : Finding::problem(
                'PHP lacks these extensions: ' . implode(', ', $missing) . '.',
                'Enable them, also for the command line: in php.ini, in the control panel, or by your host.',
            );
    }

    /** @return iterable<Finding> */
    private function dataFolder(DataFolder $folder): iterable
    {
        yield $folder->isWritable()
            ? Finding::ok("The data folder {$folder->path} can be written.")
            : Finding::problem(
                "The data folder {$folder->path} is missing or cannot be written.",
                "Run setup, and give the folder to the user that PHP runs as (as root: chown -R <user> "
                    . "{$folder->path}). If you are not root, ask your host. If PHP's setting open_basedir forbids the "
                    . 'folder, allow it there.',
            );
        yield from $this->openToOthers($folder);
    }

    /** @return iterable<Finding> */
    private function openToOthers(DataFolder $folder): iterable
    {
        $modes = [
            $folder->path => '700',
            $this->installation->environment() => '600',
        ];
        foreach ($modes as $path => $mode) {
            // The group may be that of the web server. Windows has no such permissions.
            if (\DIRECTORY_SEPARATOR === '/' && @file_exists($path) && ((int) fileperms($path) & 0o007) !== 0) {
                yield Finding::problem(
                    "Every user of this machine can read {$path}.",
                    "Set its permissions to {$mode}: chmod {$mode} {$path}, or in the file manager of your host.",
                );
            }
        }
    }

    /** @return iterable<Finding> */
    private function suspects(DataFolder $folder): iterable
    {
        $suspects = new Suspects($folder);
        foreach ($suspects->errors() as $error) {
            yield Finding::warning(
                "{$suspects->file}: {$error}",
                'Enquiries are accepted without them. Correct the file, and save it as UTF-8 (docs/spam.md).',
            );
        }
    }
}
