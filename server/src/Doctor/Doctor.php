<?php

declare(strict_types=1);

namespace Enquiry\Doctor;

use Enquiry\Configuration\Configuration;
use Enquiry\Configuration\Installation;
use Enquiry\Configuration\InvalidConfiguration;
use Enquiry\Queue\QueueStatus;
use Enquiry\Shared\Clock;

/** Checks an installation. It changes nothing. */
final class Doctor
{
    /** @var array<string, string> as they were read, with secrets shortened */
    public readonly array $settings;

    /** Set while findings() checks the queue; null before, or if the queue cannot be checked. */
    public ?QueueStatus $status = null;

    private readonly Configuration|InvalidConfiguration $configuration;

    /** @param \Closure(Configuration): QueueStatus $queue */
    public function __construct(
        private readonly Installation $installation,
        private readonly \Closure $queue,
        private readonly Internet $internet = new Internet(),
        private readonly Clock $clock = new Clock(),
    ) {
        try {
            $this->configuration = Configuration::load($installation);
            $this->settings = $this->configuration->asRead();
        } catch (InvalidConfiguration $invalid) {
            $this->configuration = $invalid;
            $this->settings = $invalid->asRead;
        }
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

    /** @return array{problems: list<Finding>, warnings: list<Finding>, release: string} for programs */
    public function toArray(bool $sendTestMessage = false): array
    {
        $findings = Finding::sorted($this->findings($sendTestMessage));
        [Finding::PROBLEM => $problems, Finding::WARNING => $warnings] = $findings;

        return ['problems' => $problems, 'warnings' => $warnings, 'release' => $this->installation->release];
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
            'The configuration' => fn(): iterable => $this->configuration($configuration->webhookErrors),
            'PHP' => fn(): iterable => HostChecks::php($this->installation->server, $configuration->dialect()),
            'The data folder' => $host->dataFolder(...),
            'The list of suspects' => $host->suspects(...),
            'The upload' => $host->upload(...),
            'The live site' => $site->findings(...),
            'The mail server' => $mail->server(...),
            'DNS' => $mail->dns(...),
            'The queue' => function () use ($configuration): iterable {
                $this->status = ($this->queue)($configuration);

                return (new QueueChecks($configuration, $this->installation->console()))->findings($this->status);
            },
            ...$sendTestMessage ? ['The test message' => $mail->testMessage(...)] : [],
        ];
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
                "Correct it in .env or in the environment, then run doctor again. Until then {$this->consequence()}",
            );
        }
        if ($errors === []) {
            yield Finding::ok('The configuration is valid.');
        }
        foreach (Configuration::unknownKeys($this->installation) as $key) {
            yield Finding::warning(
                ".env has {$key}, which is not a setting.",
                'Correct the name (see .env.example), or delete the line.',
            );
        }
    }

    private function consequence(): string
    {
        if ($this->configuration instanceof Configuration) {
            return 'enquiries are mailed, and wait for the webhook.';
        }
        try {
            Configuration::loadToAccept($this->installation);

            return 'enquiries are accepted and wait; none is mailed.';
        } catch (InvalidConfiguration) {
            return 'no enquiry is accepted: visitors are asked to try later or to phone.';
        }
    }
}
