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

    /** Between two looks at the chores, and before an unavailable target or database is tried again. */
    private const PAUSE_SECONDS = 30;

    private bool $isStopped = false;
    private int $mailed = 0;

    /** @var array<string, float> by channel, for those that were unreachable */
    private array $retryAt = [];

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
     * @return int the number of sent mails
     * @throws StoreUnavailable after an alert
     */
    public function runOnce(int $seconds): int
    {
        $end = $this->clock->elapsed() + $seconds;
        $this->mailed = 0;
        try {
            $times = $this->beat();
            while (!$this->isStopped && $this->clock->elapsed() < $end && $this->dispatcher->isAnyDue()) {
                if ($this->deliverNext()->isPause()) {
                    break;
                }
            }
            if (!$this->isStopped) {
                $this->chores->doDue($times);
            }
        } finally {
            $this->close();
            $this->tellOperators();
        }

        return $this->mailed;
    }

    /**
     * Runs until stop() is called or $mustEnd returns true. Waits for an unavailable database or mail server.
     * @param \Closure(): bool $mustEnd called between two deliveries
     */
    public function run(\Closure $mustEnd): void
    {
        $nextLook = -\INF;
        $storeRetryAt = -\INF;
        $times = null;
        while (!$this->isStopped && !$mustEnd()) {
            $outcome = Outcome::Idle;
            try {
                if ($this->clock->elapsed() >= $nextLook) {
                    $nextLook = $this->clock->elapsed() + self::PAUSE_SECONDS;
                    $times = $this->beat();
                }
                if ($this->clock->elapsed() >= $storeRetryAt && $this->dispatcher->isAnyDue()) {
                    $outcome = $this->deliverNext();
                }
                // After the deliveries, so that a backup has their outcomes.
                if ($times !== null && $outcome->isPause()) {
                    $this->chores->doDue($times);
                    $this->tellOperators();
                    $times = null;
                }
            } catch (StoreUnavailable $failure) {
                $this->logger->error('The worker cannot use the database. It will retry.', [
                    'event' => 'store unavailable',
                    'exception' => $failure,
                ]);
                $storeRetryAt = $this->clock->elapsed() + self::PAUSE_SECONDS;
                $this->tellOperators();
            }
            if ($outcome->isPause()) {
                $this->close();
                $this->clock->pause();
            }
        }
        $this->close();
    }

    /** Tries one delivery, of the first channel that has one due. */
    private function deliverNext(): Outcome
    {
        foreach ($this->senders as $sender) {
            $channel = $sender->channel();
            if ($this->clock->elapsed() < ($this->retryAt[$channel->name] ?? -\INF)) {
                continue;
            }
            $outcome = $this->dispatcher->deliverNext($sender);
            $this->mailed += (int) ($outcome === Outcome::Delivered && $channel === Channel::Mail);
            if ($outcome === Outcome::Unreachable) {
                $this->retryAt[$channel->name] = $this->clock->elapsed() + self::PAUSE_SECONDS;
            }
            if (!$outcome->isPause()) {
                return $outcome;
            }
        }

        return Outcome::Idle;
    }

    private function tellOperators(): void
    {
        try {
            $this->alerts->tell($this->checkup->findings());
        } catch (StoreUnavailable $failure) {
            $this->logger->error('No alert can be mailed.', ['event' => 'no alert', 'exception' => $failure]);
        }
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
