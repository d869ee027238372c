<?php

declare(strict_types=1);

namespace Enquiry\Mail;

/** Who the mail is from, and who signs it. */
final readonly class MailSender
{
    public function __construct(public string $from, public string $fromName, public ?Dkim $dkim = null) {}

    public function fromDomain(): string
    {
        return substr((string) strrchr($this->from, '@'), 1);
    }
}
