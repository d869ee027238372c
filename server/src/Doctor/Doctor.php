<?php

declare(strict_types=1);

namespace Enquiry\Doctor;

use Enquiry\Configuration\Configuration;
use Enquiry\Configuration\InvalidConfiguration;
use Enquiry\Mail\SmtpMailer;
use Enquiry\Outbox\QueueStatus;
use Psr\Clock\ClockInterface;
use Random\Randomizer;

/** Examines an installation, one check after the other; a check that breaks down is a finding too. */
final readonly class Doctor
{
    /** @param list<Check> $checks */
    public function __construct(private array $checks) {}

    /**
     * Without a sound configuration there is little to look at, and the faults in it come first.
     *
     * @param string                                       $server the folder that holds vendor and public
     * @param ?\Closure(Configuration): QueueStatus             $queue
     * @param \Closure(Configuration, SmtpMailer): list<Check> $more  comes last
     */
    public static function of(
        string $server,
        ?\Closure $queue,
        ClockInterface $clock,
        Randomizer $randomizer,
        Web $web,
        Dns $dns,
        \Closure $more,
    ): self {
        $composerFile = "{$server}/composer.json";
        $folder = \dirname($server);
        try {
            $configuration = Configuration::load($folder);
        } catch (InvalidConfiguration $invalid) {
            return new self([ConfigurationCheck::failed($invalid), new PhpCheck($composerFile)]);
        }
        $mailer = new SmtpMailer($configuration->smtp(), $configuration->route());
        $dkim = $configuration->route()->dkim;

        return new self([
            ConfigurationCheck::passed(),
            new PhpCheck($composerFile, $configuration->queue->dialect()),
            new PermissionCheck($configuration->queue->dataFolder, "{$folder}/.env", $dkim?->keyFile),
            new LogCheck($configuration, $randomizer),
            new SiteCheck($configuration->site, $web, $clock),
            new ExposureCheck($configuration->site, $configuration->queue->dataFolder, $server, $web, $randomizer),
            new PolicyCheck($configuration->site, $web),
            new PagesCheck($configuration->site->pagesFolder),
            new SmtpCheck($configuration->smtp(), $mailer),
            new SenderCheck($configuration->route(), $configuration->smtp(), $dns),
            ...($dkim === null ? [] : [new DkimCheck($dkim, $dns)]),
            ...($queue === null ? [] : [new QueueCheck(static fn(): QueueStatus => $queue($configuration), $configuration->queue->alertAfterMinutes, $server)]),
            ...$more($configuration, $mailer),
        ]);
    }

    /** @return iterable<Finding> */
    public function findings(): iterable
    {
        foreach ($this->checks as $check) {
            try {
                foreach ($check->findings() as $finding) {
                    yield $finding;
                }
            } catch (\Throwable $fault) {
                yield Finding::problem($check::class . ' broke down: ' . $fault->getMessage(), 'This is a fault of the program; please report it.');
            }
        }
    }
}
