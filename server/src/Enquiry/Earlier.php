<?php

declare(strict_types=1);

namespace Enquiry\Enquiry;

/** An enquiry that came before, from the same email address or the same phone number. */
final readonly class Earlier
{
    /** @param ?string $subject null if another address sent it: a reply would quote it to a stranger */
    public function __construct(
        public string $reference,
        public \DateTimeImmutable $receivedAt,
        public ?string $subject,
    ) {}
}
