<?php

declare(strict_types=1);

namespace Enquiry\Mail;

/** The sender's address, and the DKIM key that signs the mails. */
final readonly class SenderAddress
{
    public function __construct(public string $from, public ?Dkim $dkim = null) {}

    public function fromDomain(): string
    {
        return substr((string) strrchr($this->from, '@'), 1);
    }
}
