<?php

declare(strict_types=1);

namespace Enquiry\Tests\Walks;

/** What the model knows of one enquiry. */
final class ExpectedEnquiry
{
    /** Whether somebody dismissed it since it was last opened. */
    public bool $isDismissed = false;

    /** The settings that gave it its deliveries; null for none. */
    public ?Recipients $plannedFor = null;

    /** @var array<string, ExpectedDelivery> by target */
    public array $deliveries = [];

    public function __construct(
        public readonly string $form,
        public readonly int $receivedAt,
        public readonly bool $isMarked,
    ) {}

    public function __clone()
    {
        $this->deliveries = array_map(
            static fn(ExpectedDelivery $one): ExpectedDelivery => clone $one,
            $this->deliveries,
        );
    }

    /** The rule of docs/message.md, in one sentence. */
    public function isOpen(): bool
    {
        return !$this->isDismissed && ($this->plannedFor === null || $this->has('waiting') || $this->has('failed'));
    }

    public function state(): string
    {
        return match (true) {
            $this->isDismissed => 'dismissed',
            !$this->isOpen() => 'sent',
            !$this->has('failed') => 'waiting',
            $this->plannedFor === null || $this->has('waiting') => 'both',
            default => 'failed',
        };
    }

    public function has(string $state): bool
    {
        foreach ($this->deliveries as $delivery) {
            if ($delivery->state === $state) {
                return true;
            }
        }

        return false;
    }

    /** @return list<string> the lists of the console that show it */
    public function lists(): array
    {
        if (!$this->isOpen()) {
            return [$this->isDismissed ? 'dismissed' : 'sent'];
        }

        return [
            ...$this->has('failed') ? ['failed'] : [],
            ...$this->plannedFor === null || $this->has('waiting') ? ['waiting'] : [],
        ];
    }
}
