<?php

declare(strict_types=1);

namespace Enquiry\Queue;

use Enquiry\Database\Database;
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

    private string $lock;

    public function __construct(
        private DataFolder $folder,
        private Database $database,
        Channel $channel,
        private Clock $clock,
    ) {
        $this->lock = strtolower("{$channel->name}.lock");
    }

    /**
     * @param \Closure(): array{Sender, Dispatcher} $make called only if something may be delivered now, because making
     *                                                    them takes a tenth of the time of an enquiry
     */
    public function run(\Closure $make): void
    {
        if (!$this->mayStart()) {
            return;
        }
        $lock = $this->folder->openPrivate($this->lock);
        try {
            // Without targets, because reading the mail settings takes time.
            $isAnyDue = (new DeliveryQueue($this->database))->isAnyDue($this->clock->time());
            if ($isAnyDue && flock($lock, \LOCK_EX | \LOCK_NB)) {
                $this->pause($this->deliver(...$make()));
            }
        } catch (\Throwable $failure) {
            // A store that hangs must not hold up every later visit too.
            $this->pause(self::PAUSE);
            throw $failure;
        } finally {
            fclose($lock);
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

    private function pause(int $seconds): void
    {
        @touch($this->folder->file($this->lock), $this->clock->time() + $seconds);
    }

    /** @return int the seconds until the next attempt */
    private function deliver(Sender $sender, Dispatcher $dispatcher): int
    {
        $end = $this->clock->elapsed() + self::MOST_SECONDS;
        try {
            while ($this->clock->elapsed() < $end) {
                $attempt = $dispatcher->deliverNext($sender);
                if ($attempt === null) {
                    return 0;
                }
                if ($attempt->isOutage) {
                    return self::PAUSE_UNREACHABLE;
                }
            }

            return self::PAUSE;
        } catch (Refused) {
            return self::PAUSE;
        } finally {
            $sender->close();
        }
    }
}
