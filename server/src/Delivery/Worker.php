<?php

declare(strict_types=1);

namespace Enquiry\Delivery;

use Enquiry\Storage\Journal;
use Enquiry\Storage\Outbox;
use Enquiry\Storage\StoreUnavailable;
use Psr\Clock\ClockInterface;
use Psr\Log\LoggerInterface;

/** Delivers whatever is due, for as long as it is let; with the mail in hand finished before it stops. */
final class Worker
{
    /** Between two heartbeats, and as long as an unreachable mail server is left alone. */
    private const HEARTBEAT_SECONDS = 30;

    /** An idle connection costs the mail server something; it is closed when the queue has been empty so long. */
    private const IDLE_SECONDS = 10;

    private bool $stopped = false;
    private int $lastHeartbeat = 0;

    /** @param \Closure(): void $pause waits a moment before the queue is looked at again */
    public function __construct(
        private readonly Outbox $outbox,
        private readonly Courier $courier,
        private readonly Journal $journal,
        private readonly int $alertAfterSeconds,
        private readonly ClockInterface $clock,
        private readonly \Closure $pause,
        private readonly LoggerInterface $logger,
    ) {}

    public function stop(): void
    {
        $this->stopped = true;
    }

    /**
     * Until nothing is due, or the mail server cannot be used, or the time is up.
     *
     * @return int how many mails were sent
     */
    public function runOnce(int $seconds): int
    {
        $end = $this->now() + $seconds;
        $sent = 0;
        $this->beat();
        while (!$this->stopped && $this->now() < $end && $this->isAnyDue()) {
            $outcome = $this->courier->deliverNext();
            $sent += (int) ($outcome === Outcome::Sent);
            if ($outcome === Outcome::Unreachable || $outcome === Outcome::Braked) {
                break;
            }
        }
        $this->courier->close();
        $this->beat();

        return $sent;
    }

    /** Until stop() is called. A store that fails is waited for like a mail server that does. */
    public function run(): void
    {
        $idleSince = $this->now();
        $notBefore = 0;
        while (!$this->stopped) {
            $outcome = Outcome::Idle;
            try {
                $this->beatNowAndThen();
                if ($notBefore <= $this->now() && $this->isAnyDue()) {
                    $outcome = $this->courier->deliverNext();
                }
            } catch (StoreUnavailable $failure) {
                $this->logger->error('The worker cannot use the store; it tries again.', ['event' => 'store unavailable', 'exception' => $failure]);
                $outcome = Outcome::Unreachable;
            }
            if ($outcome === Outcome::Unreachable) {
                $notBefore = $this->now() + self::HEARTBEAT_SECONDS;
            }
            if ($outcome === Outcome::Idle || $outcome === Outcome::Unreachable || $outcome === Outcome::Braked) {
                if ($this->now() - $idleSince >= self::IDLE_SECONDS) {
                    $this->courier->close();
                }
                ($this->pause)();
            } else {
                $idleSince = $this->now();
            }
        }
        $this->courier->close();
    }

    private function isAnyDue(): bool
    {
        $dueAt = $this->outbox->nextDueAt();

        return $dueAt !== null && $dueAt <= $this->now();
    }

    private function beatNowAndThen(): void
    {
        if ($this->now() - $this->lastHeartbeat >= self::HEARTBEAT_SECONDS) {
            $this->beat();
        }
    }

    /** Says in the log, once, when the queue needs somebody and when it no longer does. */
    private function beat(): void
    {
        $now = $this->lastHeartbeat = $this->now();
        $this->journal->recordHeartbeat($now);
        $this->outbox->forgetAddresses($now);
        $status = $this->journal->status($now);
        $reasons = $status->reasons($this->alertAfterSeconds);
        if (!$this->journal->setAlarm($reasons !== [])) {
            return;
        }
        if ($reasons === []) {
            $this->logger->notice('The queue of enquiries is healthy again.', ['event' => 'healthy'] + $status->toArray());
        } else {
            $this->logger->critical('The queue of enquiries needs attention.', ['event' => 'failing', 'reasons' => $reasons] + $status->toArray());
        }
    }

    private function now(): int
    {
        return $this->clock->now()->getTimestamp();
    }
}
