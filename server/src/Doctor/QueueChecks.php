<?php

declare(strict_types=1);

namespace Enquiry\Doctor;

use Enquiry\Configuration\Configuration;
use Enquiry\Queue\QueueStatus;
use Enquiry\Shared\LocalTime;

/** Checks whether enquiries are accepted and delivered, and whether the worker and backups run. */
final readonly class QueueChecks
{
    private const MOST_SECONDS_WITHOUT_BACKUP = 691_200;

    /** @param string $console its path, for commands in advice */
    public function __construct(private Configuration $configuration, private string $console) {}

    /** @return iterable<Finding> */
    public function findings(QueueStatus $status): iterable
    {
        $reasons = $status->reasons();
        foreach ($reasons as $reason) {
            $fix = "Fix it. These commands show more: php {$this->console} status, and list failed.";
            yield Finding::problem($reason, $fix);
        }
        if ($reasons === []) {
            yield Finding::ok('Enquiries are accepted, none waits too long and none has failed.');
        }
        yield from $this->warnings($status);
        yield $this->worker($status);
        foreach ($status->choreFaults as $fault) {
            yield Finding::problem($fault, 'Follow the advice in this sentence, or fix the error that it names.');
        }
        yield self::backup($status->backupSecondsAgo);
        foreach ($this->configuration->database()->risks() as $risk => $fix) {
            yield Finding::warning($risk, $fix);
        }
    }

    /** @return iterable<Finding> */
    private function warnings(QueueStatus $status): iterable
    {
        if ($status->collected > 0) {
            yield Finding::warning(
                "Enquiries are being collected: {$status->collected} wait for the next digest.",
                'More than SURGE_PER_HOUR came within an hour. If they are not spam, raise this setting.',
            );
        }
        foreach ($status->webhookFaults() as $fault) {
            yield Finding::warning($fault, 'doctor --send tests the webhook. See docs/webhook.md.');
        }
        if ($status->clockFault() !== null) {
            yield Finding::warning(
                $status->clockFault(),
                'Set both by NTP. Machines that share a database use their clocks to agree when a mail is due.',
            );
        }
        if ($status->lastError !== null) {
            yield Finding::warning(
                "Mail was last refused: {$status->lastError}",
                "Fix the problem that the mail server names. Then php {$this->console} work --once --now mails "
                    . "everything that waits. Otherwise it is retried within an hour, or within 12 hours if the mail "
                    . "server did not answer.",
            );
        }
    }

    private function worker(QueueStatus $status): Finding
    {
        $last = $status->workerLastRan();

        return !$status->isWorkerMissing() ? Finding::ok("{$last}.") : Finding::problem(
            "{$last}. Without it, mail that was refused is retried only after other visits, and no backup is made.",
            "Let cron run the worker every minute: * * * * * php {$this->console} work --once. If systemd runs it, "
                . "restart it: systemctl restart 'enquiries@*'. If your host's cron only opens addresses, let it open "
                . "contact_work.php (docs/operating.md).",
        );
    }

    private static function backup(?int $secondsAgo): Finding
    {
        $last = $secondsAgo === null
            ? 'No backup was ever made.'
            : 'The last backup was made ' . LocalTime::duration($secondsAgo) . ' ago.';

        return $secondsAgo !== null && $secondsAgo < self::MOST_SECONDS_WITHOUT_BACKUP
            ? Finding::ok($last)
            : Finding::warning($last, 'The worker makes one each night: let it run (see above).');
    }
}
