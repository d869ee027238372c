<?php

declare(strict_types=1);

namespace Enquiry\Enquiry;

final readonly class Enquiry
{
    /**
     * @param list<string>    $flags    why it may be spam
     * @param list<Reference> $replaces earlier attempts to send the same message
     * @param ?Reference      $repeats  an earlier enquiry from the same person with the same text
     * @param ?\DateTimeImmutable $resentAt when an operator asked to send it again
     * @param ?string         $network  Pattern::networkOf() the client
     * @param list<Earlier>   $earlier  enquiries from the same address or phone number, the newest first
     */
    public function __construct(
        public Reference $reference,
        public \DateTimeImmutable $receivedAt,
        public Message $message,
        public array $flags = [],
        public array $replaces = [],
        public ?Reference $repeats = null,
        public ?\DateTimeImmutable $resentAt = null,
        public ?string $network = null,
        public array $earlier = [],
    ) {}

    /** @param list<Earlier> $earlier */
    public function after(array $earlier): self
    {
        return new self(
            $this->reference,
            $this->receivedAt,
            $this->message,
            $this->flags,
            $this->replaces,
            $this->repeats,
            $this->resentAt,
            $this->network,
            $earlier,
        );
    }
}
