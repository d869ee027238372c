<?php

declare(strict_types=1);

namespace Enquiry\Doctor;

use Enquiry\Storage\Journal;
use Enquiry\Storage\Status;
use Psr\Clock\ClockInterface;

/** The queue as the store tells it, at one moment. */
final readonly class StoredQueue implements QueueState
{
    private function __construct(private Status $status, private \DateTimeImmutable $now) {}

    public static function read(Journal $journal, ClockInterface $clock): self
    {
        $now = $clock->now();

        return new self($journal->status($now->getTimestamp(), $now->getTimestamp()), $now);
    }

    public function oldestWaiting(): ?\DateTimeImmutable
    {
        return $this->ago($this->status->oldestSeconds);
    }

    public function failed(): int
    {
        return $this->status->failed;
    }

    public function lastWorkerRun(): ?\DateTimeImmutable
    {
        return $this->ago($this->status->workerSeenSecondsAgo);
    }

    private function ago(?int $seconds): ?\DateTimeImmutable
    {
        return $seconds === null ? null : $this->now->setTimestamp($this->now->getTimestamp() - $seconds);
    }
}
