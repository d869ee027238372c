<?php

declare(strict_types=1);

namespace Enquiry\Operations\Doctor;

use Enquiry\Configuration\Configuration;
use Enquiry\Configuration\InvalidConfiguration;
use Enquiry\Delivery\QueueStatus;
use Psr\Clock\ClockInterface;
use Random\Randomizer;

/**
 * Looks an installation over, one check after the other, and changes nothing that stays, but for a line in the
 * log. A check that breaks down is a finding too.
 */
final readonly class Doctor
{
    /** @param array<string, \Closure(): iterable<Finding>> $checks by what they look at */
    public function __construct(private array $checks) {}

    /**
     * Without a sound configuration there is little to look at, and the faults in it come first.
     *
     * @param string                                $server          the folder that holds vendor and public
     * @param ?\Closure(Configuration): QueueStatus $queue
     * @param bool                                  $sendTestMessage comes last
     */
    public static function of(
        string $server,
        ?\Closure $queue,
        ClockInterface $clock,
        Randomizer $randomizer,
        Internet $internet,
        bool $sendTestMessage,
    ): self {
        try {
            $configuration = Configuration::load(\dirname($server));
        } catch (InvalidConfiguration $invalid) {
            return new self([
                'the configuration' => static fn(): iterable => HostChecks::configuration($invalid->faults, self::faultsForEnquiries($server)),
                '.env' => static fn(): iterable => HostChecks::environmentFile(\dirname($server)),
                'PHP' => static fn(): iterable => HostChecks::php($server, null),
            ]);
        }
        $host = new HostChecks($configuration, $server, $queue, $randomizer);
        $build = new BuildChecks($configuration, $server, $internet);
        $site = new SiteChecks($configuration, $server, $build, $internet, $clock, $randomizer, $host->wasOnlyRefusing(...));
        $mail = new MailChecks($configuration, $internet, $clock, $randomizer);

        return new self([
            'the configuration' => static fn(): iterable => HostChecks::configuration([]),
            '.env' => static fn(): iterable => HostChecks::environmentFile(\dirname($server)),
            'PHP' => static fn(): iterable => HostChecks::php($server, $configuration->dialect()),
            'the program' => $host->program(...),
            'permissions' => $host->permissions(...),
            'the log' => $host->log(...),
            'the site' => $site->endpoint(...),
            'private files' => $site->exposure(...),
            'the content security policy' => $site->policy(...),
            'the pages' => $site->pages(...),
            'the build' => $build->files(...),
            'the mail server' => $mail->server(...),
            'the sender' => $mail->sender(...),
            'the DKIM key' => $mail->dkim(...),
            'the queue' => $host->queue(...),
            ...($sendTestMessage ? ['the test message' => $mail->testMessage(...)] : []),
        ]);
    }

    /** @return list<string> of the configuration, those that keep enquiries out */
    private static function faultsForEnquiries(string $server): array
    {
        try {
            Configuration::loadToAccept(\dirname($server));

            return [];
        } catch (InvalidConfiguration $invalid) {
            return $invalid->faults;
        }
    }

    /** @return iterable<Finding> */
    public function findings(): iterable
    {
        foreach ($this->checks as $subject => $check) {
            try {
                foreach ($check() as $finding) {
                    yield $finding;
                }
            } catch (\Throwable $fault) {
                yield Finding::problem("The check of {$subject} broke down: {$fault->getMessage()}", 'This is a fault of the program; please report it.');
            }
        }
    }
}
