<?php

declare(strict_types=1);

namespace Enquiry\Doctor;

use Enquiry\Configuration\Configuration;
use Enquiry\Configuration\Installation;
use Enquiry\Configuration\InvalidConfiguration;
use Enquiry\Queue\QueueStatus;
use Enquiry\Shared\Clock;
use Random\Randomizer;

/** Checks an installation. It changes nothing. */
final readonly class Doctor
{
    /**
     * @param array<string, \Closure(): iterable<Finding>> $checks   by subject
     * @param array<string, string>                        $settings as they were read, with secrets shortened
     */
    public function __construct(private array $checks, public array $settings = []) {}

    /** @param \Closure(Configuration): QueueStatus $queue */
    public static function of(
        Installation $installation,
        \Closure $queue,
        Clock $clock,
        Randomizer $randomizer,
        Internet $internet,
        bool $sendTestMessage,
    ): self {
        try {
            $configuration = Configuration::load($installation);
        } catch (InvalidConfiguration $invalid) {
            return new self([
                'The configuration' => static fn(): iterable => self::invalid($invalid, $installation),
                'PHP' => static fn(): iterable => HostChecks::php($installation->server, null),
            ], $invalid->asRead);
        }
        $host = new HostChecks($configuration, $installation);
        $site = new SiteChecks($configuration, $installation, $internet, $randomizer);
        $mail = new MailChecks($configuration, $internet, $clock, $randomizer);

        return new self(
            [
                'The configuration' => static fn(): iterable => [
                    ...self::ofConfiguration($configuration),
                    ...self::unknownKeys($installation),
                ],
                'PHP' => static fn(): iterable => HostChecks::php($installation->server, $configuration->dialect()),
                'The data folder' => $host->dataFolder(...),
                'The list of suspects' => $host->suspects(...),
                'The upload' => $host->upload(...),
                'The live site' => $site->findings(...),
                'The mail server' => $mail->server(...),
                'DNS' => $mail->dns(...),
                'The queue' => (new QueueChecks($configuration, $installation, $queue))->findings(...),
                ...$sendTestMessage ? ['The test message' => $mail->testMessage(...)] : [],
            ],
            $configuration->asRead(),
        );
    }

    /** @return iterable<Finding> */
    public function findings(): iterable
    {
        foreach ($this->checks as $subject => $check) {
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

    /** @return array<Finding::PROBLEM|Finding::WARNING|Finding::OK, list<Finding>> the most serious first */
    public function sorted(): array
    {
        $sorted = [Finding::PROBLEM => [], Finding::WARNING => [], Finding::OK => []];
        foreach ($this->findings() as $finding) {
            $sorted[$finding->level][] = $finding;
        }

        return $sorted;
    }

    /** @return array{problems: list<Finding>, warnings: list<Finding>} for programs */
    public function toArray(): array
    {
        [Finding::PROBLEM => $problems, Finding::WARNING => $warnings] = $this->sorted();

        return ['problems' => $problems, 'warnings' => $warnings];
    }

    /** @return iterable<Finding> */
    private static function ofConfiguration(Configuration $configuration): iterable
    {
        $errors = $configuration->webhookErrors();
        foreach ($errors as $error) {
            yield Finding::problem(
                $error,
                'Correct it in .env or in the environment. Until then enquiries are mailed, and wait for the webhook.',
            );
        }
        if ($errors === []) {
            yield Finding::ok('The configuration is valid.');
        }
    }

    /** @return iterable<Finding> */
    private static function invalid(InvalidConfiguration $invalid, Installation $installation): iterable
    {
        try {
            Configuration::loadToAccept($installation);
            $consequence = 'enquiries are accepted and wait; none is mailed.';
        } catch (InvalidConfiguration) {
            $consequence = 'no enquiry is accepted: visitors are asked to try later or to phone.';
        }
        foreach ($invalid->errors as $error) {
            yield Finding::problem(
                $error,
                "Correct it in .env or in the environment, then run doctor again for the other checks. Until then "
                    . "{$consequence}",
            );
        }
        yield from self::unknownKeys($installation);
    }

    /** @return iterable<Finding> */
    private static function unknownKeys(Installation $installation): iterable
    {
        foreach (Configuration::unknownKeys($installation) as $key) {
            yield Finding::warning(
                ".env has {$key}, which is not a setting.",
                'Correct the name (see .env.example), or delete the line.',
            );
        }
    }
}
