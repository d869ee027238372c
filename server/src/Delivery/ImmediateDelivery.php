<?php

declare(strict_types=1);

namespace Enquiry\Delivery;

use Enquiry\Store\DataFolder;
use Psr\Clock\ClockInterface;
use Psr\Log\LoggerInterface;

/**
 * Delivery right after an answer, while PHP still has the request: an accelerator. The worker is the
 * guarantee, so everything here is short, one at a time, and may be left undone.
 *
 * The time stamp of the lock file says before when nobody needs to try: one look at it is all that a
 * request costs while the mail server is down or the queue is long.
 */
final readonly class ImmediateDelivery
{
    private const MOST = 10;
    private const MOST_SECONDS = 20;
    private const PAUSE_UNREACHABLE = 60;
    private const PAUSE_THROTTLED = 10;
    private const PAUSE_MORE_TO_DO = 1;

    /**
     * @param \Closure(): EnquiryQueue  $outbox
     * @param \Closure(): Sender $sender
     * @param \Closure(): float   $stopwatch in seconds, which never steps
     */
    public function __construct(
        private DataFolder $folder,
        private \Closure $outbox,
        private \Closure $sender,
        private ClockInterface $clock,
        private \Closure $stopwatch,
        private LoggerInterface $logger,
    ) {}

    /** Throws nothing: the visitor has the answer already, and it stays true whatever happens here. */
    public function run(): void
    {
        try {
            // An enquiry stored while the lock was held, after the last look at the queue, needs another round.
            for ($round = 0; $round < 3 && $this->mayStart() && $this->isAnyDue() && $this->runAlone(); ++$round);
        } catch (\Throwable $failure) {
            $this->logger->error('Delivery after the answer failed; the worker will do it.', ['event' => 'delivery failed', 'exception' => $failure]);
        }
    }

    private function mayStart(): bool
    {
        $file = $this->file();
        clearstatcache(true, $file);
        $notBefore = @filemtime($file);
        if ($notBefore === false) {
            fclose($this->folder->openLock('delivery.lock'));
            touch($file, 0);
        }

        // A time later than any pause was left by a clock that has gone back since.
        return $notBefore === false || $notBefore <= $this->now() || $notBefore > $this->now() + self::PAUSE_UNREACHABLE;
    }

    private function isAnyDue(): bool
    {
        $dueAt = ($this->outbox)()->nextDueAt();

        return $dueAt !== null && $dueAt <= $this->now();
    }

    /** @return bool whether it had the lock and nothing kept it from going on */
    private function runAlone(): bool
    {
        $lock = $this->folder->openLock('delivery.lock');
        try {
            if (!flock($lock, \LOCK_EX | \LOCK_NB)) {
                return false;
            }
            $pause = $this->deliverSome(($this->sender)());
            if ($pause > 0) {
                // Fails where another user made the file; then the next request looks again.
                @touch($this->file(), $this->now() + $pause);
            }

            return $pause === 0;
        } finally {
            fclose($lock);
        }
    }

    /** @return int for how many seconds nobody else needs to try */
    private function deliverSome(Sender $sender): int
    {
        $end = ($this->stopwatch)() + self::MOST_SECONDS;
        try {
            for ($i = 0; $i < self::MOST && ($this->stopwatch)() < $end; ++$i) {
                $outcome = $sender->deliverNext();
                if ($outcome === Outcome::Idle) {
                    return 0;
                }
                if ($outcome === Outcome::Unreachable) {
                    return self::PAUSE_UNREACHABLE;
                }
                if ($outcome === Outcome::Throttled) {
                    return self::PAUSE_THROTTLED;
                }
            }

            return self::PAUSE_MORE_TO_DO;
        } finally {
            $sender->close();
        }
    }

    private function file(): string
    {
        return $this->folder->file('delivery.lock');
    }

    private function now(): int
    {
        return $this->clock->now()->getTimestamp();
    }
}
