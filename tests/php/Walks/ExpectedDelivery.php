<?php

declare(strict_types=1);

namespace Enquiry\Tests\Walks;

/** What the model knows of one delivery. */
final class ExpectedDelivery
{
    public string $state = 'waiting';
    public int $attempts = 0;
    public int $unanswered = 0;
    public ?string $lease = null;
    public ?int $deliveredAt = null;
    public ?int $resentAt = null;

    public function __construct(public int $waitingSince, public int $dueAt) {}

    /** It waits again, with all its attempts. */
    public function reset(int $since): void
    {
        [$this->state, $this->waitingSince, $this->attempts, $this->unanswered] = ['waiting', $since, 0, 0];
        $this->dueAt = $this->lease === null ? $since : $this->dueAt;
    }

    /** @return array<string, int|string|null> the columns that are compared */
    public function columns(): array
    {
        return [
            'state' => $this->state,
            'waiting_since' => $this->waitingSince,
            'due_at' => $this->dueAt,
            'attempts' => $this->attempts,
            'unanswered' => $this->unanswered,
            'lease' => $this->lease,
            'delivered_at' => $this->deliveredAt,
            'resent_at' => $this->resentAt,
        ];
    }
}
