<?php

declare(strict_types=1);

namespace Enquiry\Shared;

final readonly class Enquiry
{
    /**
     * @param list<string>    $flags    from ContactMessage::spamSignals()
     * @param list<Reference> $replaces earlier attempts to send the same message
     * @param ?Reference      $repeats  an earlier enquiry from the same person with the same text
     * @param ?\DateTimeImmutable $resentAt when an operator asked to send it again
     */
    public function __construct(
        public Reference $reference,
        public \DateTimeImmutable $receivedAt,
        public ContactMessage $message,
        public array $flags = [],
        public array $replaces = [],
        public ?Reference $repeats = null,
        public ?\DateTimeImmutable $resentAt = null,
    ) {}
}
