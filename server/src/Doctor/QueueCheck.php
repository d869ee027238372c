<?php

declare(strict_types=1);

namespace Enquiry\Doctor;

use Psr\Clock\ClockInterface;

/** Whether enquiries leave as they come, and whether the worker that sees to it is alive. */
final readonly class QueueCheck implements Check
{
    private const MOST_MINUTES_WAITING = 15;
    private const MOST_MINUTES_WITHOUT_WORKER = 10;

    /** @param \Closure(): QueueState $open */
    public function __construct(private \Closure $open, private ClockInterface $clock, private string $server) {}

    public function findings(): iterable
    {
        try {
            $queue = ($this->open)();
            [$oldest, $failed, $lastRun] = [$queue->oldestWaiting(), $queue->failed(), $queue->lastWorkerRun()];
        } catch (\Throwable $fault) {
            yield Finding::problem("The queue cannot be opened: {$fault->getMessage()}", "php {$this->server}/console setup");

            return;
        }
        $waiting = $this->minutesSince($oldest);
        yield $waiting <= self::MOST_MINUTES_WAITING
            ? Finding::ok($oldest === null ? 'No enquiry waits.' : "The oldest enquiry that waits is {$waiting} minutes old.")
            : Finding::problem("An enquiry has waited for {$waiting} minutes.", "See why: php {$this->server}/console status");
        yield $failed === 0
            ? Finding::ok('No enquiry was given up.')
            : Finding::problem("Enquiries that were given up: {$failed}.", "See which, and send them again: php {$this->server}/console failed");

        $cron = "Let cron run it every minute: * * * * * php {$this->server}/console work --once";
        $idle = $this->minutesSince($lastRun);
        yield match (true) {
            $lastRun === null => Finding::problem('The worker has never run, so nothing is tried again.', $cron),
            $idle > self::MOST_MINUTES_WITHOUT_WORKER => Finding::problem("The worker last ran {$idle} minutes ago.", $cron),
            default => Finding::ok("The worker last ran {$idle} minutes ago."),
        };
    }

    private function minutesSince(?\DateTimeImmutable $time): int
    {
        return $time === null ? 0 : intdiv($this->clock->now()->getTimestamp() - $time->getTimestamp(), 60);
    }
}
