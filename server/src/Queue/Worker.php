<?php

declare(strict_types=1);

namespace Enquiry\Queue;

use Enquiry\Database\StoreUnavailable;
use Enquiry\Mail\AlertMail;
use Enquiry\Shared\Clock;
use Psr\Log\LoggerInterface;

/** Delivers due enquiries, then does the daily chores. It finishes the current mail before it stops. */
final class Worker
{
    /** Between two heartbeats, and before an unavailable destination or database is tried again. */
    private const HEARTBEAT_SECONDS = 30;

    private bool $isStopped = false;
    private float $nextHeartbeat = -\INF;
    private bool $areChoresChecked = false;
    private int $sent = 0;

    /** @var array<int, float> by index, for those that were unreachable */
    private array $destinationRetryAt = [];

    /** @param list<Destination> $destinations the most important first */
    public function __construct(
        private readonly EnquiryQueue $queue,
        private readonly array $destinations,
        private readonly HealthCheck $healthCheck,
        private readonly Chores $chores,
        private readonly Alerts $alerts,
        private readonly Clock $clock,
        private readonly LoggerInterface $logger,
    ) {}

    public function stop(): void
    {
        $this->isStopped = true;
    }

    /**
     * Runs until nothing is due, the mail server is unavailable or the time is up.
     * @return int the number of sent mails
     * @throws StoreUnavailable
     */
    public function runOnce(int $seconds): int
    {
        $end = $this->clock->elapsed() + $seconds;
        $this->sent = 0;
        $this->beat();
        while (!$this->isStopped && $this->clock->elapsed() < $end) {
            if ($this->deliverNext()->isPause()) {
                break;
            }
        }
        $this->close();
        $this->beat();
        if (!$this->isStopped) {
            $this->doChores();
        }

        return $this->sent;
    }

    /**
     * Runs until stop() is called or $mustEnd returns true. Waits for an unavailable database or mail server.
     * @param \Closure(): bool $mustEnd called between two mails
     */
    public function run(\Closure $mustEnd): void
    {
        $storeRetryAt = -\INF;
        while (!$this->isStopped && !$mustEnd()) {
            $outcome = Outcome::Idle;
            try {
                if ($this->clock->elapsed() >= $this->nextHeartbeat) {
                    $this->beat();
                }
                if ($this->clock->elapsed() >= $storeRetryAt) {
                    $outcome = $this->deliverNext();
                }
                if ($outcome->isPause() && !$this->areChoresChecked) {
                    $this->areChoresChecked = true;
                    $this->doChores();
                }
            } catch (StoreUnavailable $failure) {
                $this->logger->error('The worker cannot use the database. It will retry.', [
                    'event' => 'store unavailable',
                    'exception' => $failure,
                ]);
                $storeRetryAt = $this->clock->elapsed() + self::HEARTBEAT_SECONDS;
            }
            if ($outcome->isPause()) {
                $this->close();
                $this->clock->pause();
            }
        }
        $this->close();
    }

    /**
     * Delivers one enquiry to the first destination that has one due. While the webhook waits for its answer, the
     * destinations before it deliver too.
     * @param ?int $count of destinations, the first ones; null for all
     */
    private function deliverNext(?int $count = null): Outcome
    {
        foreach (\array_slice($this->destinations, 0, $count) as $index => $destination) {
            if ($this->clock->elapsed() < ($this->destinationRetryAt[$index] ?? -\INF)) {
                continue;
            }
            $outcome = $destination->deliverNext(fn(): Outcome => $this->deliverNext($index));
            $this->sent += (int) ($outcome === Outcome::Sent);
            if ($outcome === Outcome::Unreachable) {
                $this->destinationRetryAt[$index] = $this->clock->elapsed() + self::HEARTBEAT_SECONDS;
            }
            if (!$outcome->isPause()) {
                return $outcome;
            }
        }

        return Outcome::Idle;
    }

    private function close(): void
    {
        foreach ($this->destinations as $destination) {
            $destination->close();
        }
    }

    private function doChores(): void
    {
        $this->chores->doDue();
        $status = $this->healthCheck->status();
        $this->alerts->tell(AlertMail::SITE, $status->reasons());
        $this->alerts->tell(AlertMail::WEBHOOK, $status->webhookReasons());
    }

    private function beat(): void
    {
        $this->nextHeartbeat = $this->clock->elapsed() + self::HEARTBEAT_SECONDS;
        $this->areChoresChecked = false;
        $this->queue->beat($this->clock->time());
        foreach ($this->destinations as $destination) {
            $destination->takeOver();
        }
    }
}
