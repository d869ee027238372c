<?php

declare(strict_types=1);

namespace Enquiry\Delivery;

use Enquiry\Store\StoreUnavailable;
use Psr\Clock\ClockInterface;
use Psr\Log\LoggerInterface;

/** Delivers whatever is due, for as long as it is let; with the mail in hand finished before it stops. */
final class Worker
{
    /** Between two heartbeats, and as long as an unreachable mail server is left alone. */
    private const HEARTBEAT_SECONDS = 30;

    /** An idle connection costs the mail server something; it is closed when the queue has been empty so long. */
    private const IDLE_SECONDS = 10;

    /** An alarm that says a thousand says enough, and is quickly counted. */
    private const COUNT_TO = 1_000;

    private bool $stopped = false;
    private float $nextHeartbeat = -\INF;

    /**
     * Its own pauses go by the stopwatch, so that a clock that steps neither stretches nor skips them.
     *
     * @param \Closure(): float $stopwatch in seconds
     * @param \Closure(): void  $pause     waits a moment before the queue is looked at again
     */
    public function __construct(
        private readonly EnquiryQueue $outbox,
        private readonly Sender $sender,
        private readonly QueueMonitor $monitor,
        private readonly HealthCheck $healthCheck,
        private readonly int $alertAfterSeconds,
        private readonly ClockInterface $clock,
        private readonly \Closure $stopwatch,
        private readonly \Closure $pause,
        private readonly LoggerInterface $logger,
    ) {}

    public function stop(): void
    {
        $this->stopped = true;
    }

    /**
     * Until nothing is due, or the mail server cannot be used, or the time is up. A store that fails is waited for.
     *
     * @return int how many mails were sent
     *
     * @throws StoreUnavailable where it failed to the end
     */
    public function runOnce(int $seconds): int
    {
        $end = $this->elapsed() + $seconds;
        $sent = 0;
        $this->beat();
        while (!$this->stopped && $this->elapsed() < $end) {
            try {
                if (!$this->isAnyDue()) {
                    break;
                }
                $outcome = $this->sender->deliverNext();
            } catch (StoreUnavailable $failure) {
                ($this->pause)();
                if ($this->stopped || $this->elapsed() >= $end) {
                    throw $failure;
                }
                continue;
            }
            $sent += (int) ($outcome === Outcome::Sent);
            if ($outcome === Outcome::Unreachable || $outcome === Outcome::Throttled || $outcome === Outcome::Idle) {
                break;
            }
        }
        $this->sender->close();
        $this->beat();

        return $sent;
    }

    /**
     * Until stop() is called, or it is told to end. A store that fails is waited for like a mail server that does.
     *
     * @param \Closure(): bool $mustEnd asked between two mails
     */
    public function run(\Closure $mustEnd): void
    {
        $idleSince = $this->elapsed();
        $notBefore = -\INF;
        while (!$this->stopped && !$mustEnd()) {
            $outcome = Outcome::Idle;
            try {
                $this->beatNowAndThen();
                if ($notBefore <= $this->elapsed() && $this->isAnyDue()) {
                    $outcome = $this->sender->deliverNext();
                }
            } catch (StoreUnavailable $failure) {
                $this->logger->error('The worker cannot use the store; it tries again.', ['event' => 'store unavailable', 'exception' => $failure]);
                $outcome = Outcome::Unreachable;
            }
            if ($outcome === Outcome::Unreachable) {
                $notBefore = $this->elapsed() + self::HEARTBEAT_SECONDS;
            }
            if ($outcome === Outcome::Idle || $outcome === Outcome::Unreachable || $outcome === Outcome::Throttled) {
                if ($this->elapsed() - $idleSince >= self::IDLE_SECONDS) {
                    $this->sender->close();
                }
                ($this->pause)();
            } else {
                $idleSince = $this->elapsed();
            }
        }
        $this->sender->close();
    }

    private function isAnyDue(): bool
    {
        $dueAt = $this->outbox->nextDueAt();

        return $dueAt !== null && $dueAt <= $this->now();
    }

    private function beatNowAndThen(): void
    {
        if ($this->elapsed() >= $this->nextHeartbeat) {
            $this->beat();
        }
    }

    /** Says in the log, once, when the queue needs somebody and when it no longer does. */
    private function beat(): void
    {
        $this->nextHeartbeat = $this->elapsed() + self::HEARTBEAT_SECONDS;
        $now = $this->now();
        $step = $this->monitor->recordHeartbeat($now);
        if ($step > 0) {
            $this->logger->warning('The clock has gone back; what waits was brought back with it.', ['event' => 'clock stepped', 'seconds' => $step]);
        }
        $this->outbox->forgetAddresses($now);
        $status = $this->healthCheck->status(self::COUNT_TO);
        $reasons = $status->reasons($this->alertAfterSeconds);
        if (!$this->monitor->setAlarm($reasons !== [])) {
            return;
        }
        if ($reasons === []) {
            $this->logger->notice('The queue of enquiries is healthy again.', ['event' => 'healthy'] + $status->toArray());
        } else {
            $this->logger->critical('The queue of enquiries needs attention.', ['event' => 'failing', 'reasons' => $reasons] + $status->toArray());
        }
    }

    private function elapsed(): float
    {
        return ($this->stopwatch)();
    }

    private function now(): int
    {
        return $this->clock->now()->getTimestamp();
    }
}
