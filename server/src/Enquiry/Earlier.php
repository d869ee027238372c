<?php

declare(strict_types=1);

namespace Enquiry\Enquiry;

/** An enquiry that came before, from the same email address or the same phone number. */
final readonly class Earlier
{
    /** @param string $subject empty if the form has none */
    public function __construct(
        public string $reference,
        public int $receivedAt,
        public string $subject,
    ) {}
}
