<?php

declare(strict_types=1);

namespace Enquiry\Tests\Support;

use Enquiry\Doctor\QueueState;

final readonly class FixedQueue implements QueueState
{
    public function __construct(private ?string $oldestWaiting, private int $failed, private ?string $lastWorkerRun) {}

    public function oldestWaiting(): ?\DateTimeImmutable
    {
        return $this->oldestWaiting === null ? null : new \DateTimeImmutable($this->oldestWaiting);
    }

    public function failed(): int
    {
        return $this->failed;
    }

    public function lastWorkerRun(): ?\DateTimeImmutable
    {
        return $this->lastWorkerRun === null ? null : new \DateTimeImmutable($this->lastWorkerRun);
    }
}
