<?php

declare(strict_types=1);

namespace Enquiry\Doctor;

use Enquiry\Outbox\QueueStatus;

/** Whether enquiries leave as they come, and whether the worker that sees to it is alive. */
final readonly class QueueCheck implements Check
{
    private const MOST_MINUTES_WITHOUT_WORKER = 10;

    /** A step of the clock that is longer ago than a week was mended, or nobody will look for it any more. */
    private const SECONDS_STEP_MATTERS = 604_800;

    private const NTP = 'Keep it right with NTP (timedatectl set-ntp true); retries and limits go by the clock.';

    /** @param \Closure(): QueueStatus $read */
    public function __construct(private \Closure $read, private int $alertAfterMinutes, private string $server) {}

    public function findings(): iterable
    {
        try {
            $status = ($this->read)();
        } catch (\Throwable $fault) {
            yield Finding::problem("The queue cannot be opened: {$fault->getMessage()}", 'Mend that and run this again.');

            return;
        }
        foreach ($status->refusals as $refusal) {
            yield Finding::problem($refusal, 'Mend that and run this again; visitors are told to try later, or to phone.');
        }
        if ($status->refusals === []) {
            yield Finding::ok('An enquiry would be taken.');
        }
        if ($status->clockBehindSeconds > 0) {
            yield Finding::problem("The clock is {$status->clockBehindSeconds} seconds behind a time that was stored: it has gone back, or another machine's is ahead.", self::NTP);
        } elseif ($status->clockSteppedSecondsAgo !== null && $status->clockSteppedSecondsAgo < self::SECONDS_STEP_MATTERS) {
            $hours = intdiv($status->clockSteppedSecondsAgo, 3600);
            yield Finding::warning("The clock went back by {$status->clockSteppedBySeconds} seconds, {$hours} hours ago; what waited was brought back with it.", self::NTP);
        }
        $oldest = $status->oldestSeconds;
        $waiting = intdiv($oldest ?? 0, 60);
        yield ($oldest ?? 0) <= 60 * $this->alertAfterMinutes
            ? Finding::ok($oldest === null ? 'No enquiry waits.' : "The oldest enquiry that waits is {$waiting} minutes old.")
            : Finding::problem("An enquiry has waited for {$waiting} minutes" . ($status->oldestReachedSome ? '; some recipients have it, and others are refused.' : '.'), $status->lastError ?? "See why: php {$this->server}/console status");
        yield $status->failed === 0
            ? Finding::ok('No enquiry was given up.')
            : Finding::problem("Enquiries that were given up: {$status->failed}.", "See which, then send them again or dismiss them: php {$this->server}/console failed");
        if ($status->leftBehind > 0) {
            yield Finding::problem("In the data folder wait {$status->leftBehind} enquiries from before DATABASE_URL was set, which nobody delivers.", "Move them: php {$this->server}/console help move");
        }

        $cron = "Let cron run it every minute: * * * * * php {$this->server}/console work --once";
        $idle = intdiv($status->workerSeenSecondsAgo ?? 0, 60);
        yield match (true) {
            $status->workerSeenSecondsAgo === null => Finding::problem('The worker has never run, so nothing is tried again.', $cron),
            $idle > self::MOST_MINUTES_WITHOUT_WORKER => Finding::problem("The worker last ran {$idle} minutes ago.", $cron),
            default => Finding::ok("The worker last ran {$idle} minutes ago."),
        };
    }
}
