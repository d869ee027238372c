<?php

declare(strict_types=1);

namespace Enquiry\Storage;

/** How the queue is doing, in numbers. */
final readonly class Status
{
    /** @param ?string $lastError of what was not taken; it may name a mailbox, so that only the console shows it */
    public function __construct(
        public int $waiting,
        public int $due,
        public ?int $oldestSeconds,
        public int $failed,
        public int $sentToday,
        public ?int $workerSeenSecondsAgo,
        public ?string $lastError = null,
    ) {}

    /** @return list<string> why somebody should look; empty where all is well */
    public function reasons(int $alertAfterSeconds): array
    {
        $reasons = [];
        if ($this->oldestSeconds !== null && $this->oldestSeconds > $alertAfterSeconds) {
            $reasons[] = "The oldest waiting enquiry is {$this->oldestSeconds} seconds old.";
        }
        if ($this->failed > 0) {
            $reasons[] = $this->failed === 1 ? 'One enquiry has failed.' : "{$this->failed} enquiries have failed.";
        }

        return $reasons;
    }

    /** @return array<string, ?int> */
    public function toArray(): array
    {
        return [
            'waiting' => $this->waiting,
            'due' => $this->due,
            'oldestSeconds' => $this->oldestSeconds,
            'failed' => $this->failed,
            'sentToday' => $this->sentToday,
            'workerSeenSecondsAgo' => $this->workerSeenSecondsAgo,
        ];
    }
}
