<?php

declare(strict_types=1);

namespace Enquiry\Queue;

use Enquiry\Database\DataFolder;
use Enquiry\Shared\Clock;

/**
 * Delivers right after an answer, in the request's process, one process at a time for each channel. The worker delivers
 * the rest. The lock file's modification time is the earliest time of the next attempt.
 */
final readonly class ImmediateDelivery
{
    private const MOST_SECONDS = 20;

    /** Seconds until the next attempt. */
    private const PAUSE_UNREACHABLE = 60;
    private const PAUSE = 10;

    /** Another process may store an enquiry while this one holds the lock. */
    private const MOST_ROUNDS = 3;

    private string $lock;

    public function __construct(private DataFolder $folder, Channel $channel, private Clock $clock)
    {
        $this->lock = strtolower("{$channel->name}.lock");
    }

    /**
     * @param DeliveryQueue                         $queue without targets: it only tells whether something is due
     * @param \Closure(): array{Sender, Dispatcher} $make  called only if something may be delivered now, because making
     *                                                     them takes a tenth of the time of an enquiry
     */
    public function run(DeliveryQueue $queue, \Closure $make): void
    {
        try {
            $round = 0;
            while (++$round <= self::MOST_ROUNDS && $this->mayStart() && $queue->isAnyDue($this->clock->time())) {
                if (!$this->runAlone($make)) {
                    return;
                }
            }
        } catch (\Throwable $failure) {
            // A store that hangs must not hold up every later visit too.
            $this->pause(self::PAUSE);
            throw $failure;
        }
    }

    private function mayStart(): bool
    {
        $file = $this->folder->file($this->lock);
        clearstatcache(true, $file);
        $notBefore = (int) @filemtime($file);

        // No pause is that long: the time was stored before the clock was set back.
        return $notBefore <= $this->clock->time() || $notBefore > $this->clock->time() + self::PAUSE_UNREACHABLE;
    }

    /**
     * @param \Closure(): array{Sender, Dispatcher} $make
     * @return bool whether it had the lock and delivered everything
     */
    private function runAlone(\Closure $make): bool
    {
        $lock = $this->folder->openPrivate($this->lock);
        try {
            if (!flock($lock, \LOCK_EX | \LOCK_NB)) {
                return false;
            }
            $pause = $this->deliverSome(...$make());
            $this->pause($pause);

            return $pause === 0;
        } finally {
            fclose($lock);
        }
    }

    private function pause(int $seconds): void
    {
        @touch($this->folder->file($this->lock), $this->clock->time() + $seconds);
    }

    /** @return int the seconds until the next attempt */
    private function deliverSome(Sender $sender, Dispatcher $dispatcher): int
    {
        $end = $this->clock->elapsed() + self::MOST_SECONDS;
        try {
            while ($this->clock->elapsed() < $end) {
                $outcome = $dispatcher->deliverNext($sender);
                if ($outcome->isPause()) {
                    return match ($outcome) {
                        Outcome::Unreachable => self::PAUSE_UNREACHABLE,
                        Outcome::Throttled => self::PAUSE,
                        default => 0,
                    };
                }
            }

            return self::PAUSE;
        } finally {
            $sender->close();
        }
    }
}
