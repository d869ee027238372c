<?php

declare(strict_types=1);

namespace Enquiry\Queue;

use Enquiry\Database\Connection;
use Enquiry\Database\Database;
use Enquiry\Database\Meta;
use Enquiry\Database\StoreUnavailable;
use Enquiry\Shared\Clock;
use Psr\Log\LoggerInterface;

/** Delivers due enquiries, then does the daily chores. It finishes the current delivery before it stops. */
final class Worker
{
    /** Between two heartbeats. Each is a write. */
    private const HEARTBEAT_SECONDS = 300;

    /** Between two runs, and so before an unavailable target or database is tried again. */
    private const PAUSE_SECONDS = 30;

    private bool $isStopped = false;
    private int $mailed = 0;

    /** @param list<Sender> $senders the most important first */
    public function __construct(
        private readonly Dispatcher $dispatcher,
        private readonly array $senders,
        private readonly Database $database,
        private readonly Chores $chores,
        private readonly Checkup $checkup,
        private readonly Alerts $alerts,
        private readonly Clock $clock,
        private readonly LoggerInterface $logger,
    ) {}

    public function stop(): void
    {
        $this->isStopped = true;
    }

    /**
     * Runs until nothing is due, nothing can be delivered or the time is up.
     * @return array{int, list<Finding>} the number of sent mails, and what is wrong afterwards
     */
    public function runOnce(int $seconds): array
    {
        $end = $this->clock->elapsed() + $seconds;
        $this->mailed = 0;
        $failure = null;
        try {
            $times = $this->beat();
            if ($this->dispatcher->isAnyDue()) {
                foreach ($this->senders as $sender) {
                    $this->deliverDue($sender, $end);
                }
            }
            // After the deliveries, so that a backup has their outcomes.
            if (!$this->isStopped) {
                $this->chores->doDue($times);
            }
        } catch (StoreUnavailable $failure) {
            $this->logger->error('The worker cannot use the database. It will retry.', [
                'event' => 'store unavailable',
                'exception' => $failure,
            ]);
        } finally {
            $this->close();
        }

        return [$this->mailed, $this->tellOperators($failure)];
    }

    /**
     * Runs every half minute, and when an enquiry has arrived meanwhile, until stop() is called or $mustEnd returns
     * true.
     * @param \Closure(): bool $mustEnd called between two runs
     */
    public function run(\Closure $mustEnd): void
    {
        $nextRun = -\INF;
        $isDone = false;
        while (!$this->isStopped && !$mustEnd()) {
            try {
                if ($this->clock->elapsed() >= $nextRun || ($isDone && $this->dispatcher->isAnyDue())) {
                    $nextRun = $this->clock->elapsed() + self::PAUSE_SECONDS;
                    $isDone = false;
                    $this->runOnce(self::PAUSE_SECONDS);
                    $isDone = !$this->dispatcher->isAnyDue();
                }
            } catch (StoreUnavailable) {
                // The next run reports it.
                $isDone = false;
            }
            $this->clock->pause();
        }
    }

    /** @param float $end of the stopwatch */
    private function deliverDue(Sender $sender, float $end): void
    {
        try {
            while (!$this->isStopped && $this->clock->elapsed() < $end) {
                $attempt = $this->dispatcher->deliverNext($sender);
                if ($attempt === null || $attempt->isOutage) {
                    return;
                }
                $isMailed = $attempt->outcome === Attempt::DELIVERED && $sender->channel() === Channel::Mail;
                $this->mailed += (int) $isMailed;
            }
        } catch (Refused) {
            // DELIVERY_PER_HOUR is reached.
        }
    }

    /** @return list<Finding> */
    private function tellOperators(?StoreUnavailable $failure = null): array
    {
        $findings = $this->checkup->findings($failure);
        try {
            $this->alerts->tell($findings);
        } catch (StoreUnavailable $failure) {
            $this->logger->error('No alert can be mailed.', ['event' => 'no alert', 'exception' => $failure]);
        }

        return $findings;
    }

    private function close(): void
    {
        foreach ($this->senders as $sender) {
            $sender->close();
        }
    }

    /**
     * Records that a worker runs. The same write deletes expired codes of addresses.
     * @return array<string, int> see Chores::times()
     */
    private function beat(): array
    {
        $times = $this->chores->times();
        $now = $this->clock->time();
        if (abs($now - ($times[QueueNumbers::WORKER_SEEN] ?? 0)) >= self::HEARTBEAT_SECONDS) {
            $this->database->write(static function (Connection $connection) use ($now): void {
                Meta::set($connection, QueueNumbers::WORKER_SEEN, $now);
                Throttle::forget($connection, $now);
                DeliveryQueue::tidy($connection, $now);
            });
        }

        return $times;
    }
}
