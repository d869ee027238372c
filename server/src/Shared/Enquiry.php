<?php

declare(strict_types=1);

namespace Enquiry\Shared;

final readonly class Enquiry
{
    /**
     * @param list<string>    $flags    why it may be spam, as ContactMessage words it
     * @param list<Reference> $replaces earlier attempts at the same message that arrived without their sender knowing
     * @param ?Reference      $repeats  an earlier one of the same person that says the same
     * @param ?\DateTimeImmutable $resentAt when somebody asked to have it mailed once more
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
