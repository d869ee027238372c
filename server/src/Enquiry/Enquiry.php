<?php

declare(strict_types=1);

namespace Enquiry\Enquiry;

/** @phpstan-type Earlier array{reference: string, receivedAt: int, subject: string} */
final class Enquiry
{
    /**
     * From the same address, or the same phone number if the form has no address. The newest first. The subject is
     * empty if the form has none.
     * @var list<Earlier>
     */
    public array $earlier = [];

    /**
     * @param list<string> $flags      why it may be spam
     * @param ?int         $resentAt   when an operator asked to send it again to one who has it
     * @param ?int         $promisedBy when the visitor was told to expect the answer at the latest, see Promise
     */
    public function __construct(
        public readonly Reference $reference,
        public readonly int $receivedAt,
        public readonly Message $message,
        public readonly array $flags = [],
        public readonly ?int $resentAt = null,
        public readonly ?int $promisedBy = null,
    ) {}

    /** The same for each attempt: begins the Message-ID, and is the webhook-id. So a receiver can tell a repeat. */
    public function sendingId(): string
    {
        return $this->reference . ($this->resentAt === null ? '' : ".{$this->resentAt}");
    }
}
