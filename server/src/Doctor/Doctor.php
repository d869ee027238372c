<?php

declare(strict_types=1);

namespace Enquiry\Doctor;

use Enquiry\Configuration\Configuration;
use Enquiry\Configuration\Installation;
use Enquiry\Configuration\InvalidConfiguration;
use Enquiry\Configuration\Settings;
use Enquiry\Queue\Checkup;
use Enquiry\Queue\Finding;
use Enquiry\Shared\Clock;

/** Checks an installation. It changes nothing. */
final class Doctor
{
    public readonly Settings $settings;

    /** @var array<string, string> set while findings() checks the queue; empty if it cannot be read */
    public array $queue = [];

    private readonly Configuration|InvalidConfiguration $configuration;

    /** @param \Closure(Configuration): Checkup $checkup */
    public function __construct(
        private readonly Installation $installation,
        private readonly \Closure $checkup,
        private readonly Internet $internet = new Internet(),
        private readonly Clock $clock = new Clock(),
    ) {
        $this->settings = Settings::load($installation->environment());
        try {
            $configuration = Configuration::load($installation, $this->settings, mustDeliver: true);
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
                'The configuration' => fn(): iterable => $this->configuration($configuration->errors),
                'PHP' => fn(): iterable => HostChecks::php($this->installation->server),
            ];
        }
        $host = new HostChecks($configuration, $this->installation);
        $site = new SiteChecks($configuration, $this->installation, $this->internet);
        $mail = new MailChecks($configuration, $this->internet, $this->clock);

        return [
            'The configuration' => fn(): iterable => $this->configuration([]),
            'PHP' => fn(): iterable => HostChecks::php($this->installation->server, $configuration->dialect()),
            'The data folder' => $host->dataFolder(...),
            'The list of suspects' => $host->suspects(...),
            'The live site' => $site->findings(...),
            'The mail server' => $mail->server(...),
            'The sender' => $mail->sender(...),
            'DNS' => $mail->dns(...),
            'The queue' => fn(): iterable => $this->queue(($this->checkup)($configuration)),
            ...$sendTestMessage ? ['The test message' => $mail->testMessage(...)] : [],
        ];
    }

    /** @return iterable<Finding> */
    private function queue(Checkup $checkup): iterable
    {
        $findings = $checkup->findings();
        yield from $findings;
        if ($findings === []) {
            yield Finding::ok('Enquiries are accepted, none waits too long and none has failed.');
        }
        $this->queue = $checkup->table($checkup->numbers());
    }

    /**
     * @param list<string> $errors
     * @return iterable<Finding>
     */
    private function configuration(array $errors): iterable
    {
        foreach ($errors as $error) {
            yield Finding::problem(
                $error,
                'Correct it in .env or in the environment, then run doctor again.',
            );
        }
        if ($errors === []) {
            yield Finding::ok('The configuration is valid.');
        }
        foreach ($this->settings->unknown() as $key) {
            yield Finding::warning(
                ".env has {$key}, which is not a setting.",
                'Correct the name (see .env.example), or delete the line.',
            );
        }
    }
}
