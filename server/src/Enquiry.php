<?php

declare(strict_types=1);

namespace Enquiry;

final readonly class Enquiry
{
    /** @param list<string> $flags why it may be spam */
    public function __construct(
        public Reference $reference,
        public \DateTimeImmutable $receivedAt,
        public ContactMessage $message,
        public array $flags = [],
    ) {}
}
