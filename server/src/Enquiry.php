<?php

declare(strict_types=1);

namespace Enquiry;

final readonly class Enquiry
{
    /**
     * @param list<string>    $flags    why it may be spam, as SpamSigns words it
     * @param list<Reference> $replaces earlier attempts at the same message that arrived without their sender knowing
     */
    public function __construct(
        public Reference $reference,
        public \DateTimeImmutable $receivedAt,
        public ContactMessage $message,
        public array $flags = [],
        public array $replaces = [],
    ) {}
}
