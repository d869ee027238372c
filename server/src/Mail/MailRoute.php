<?php

declare(strict_types=1);

namespace Enquiry\Mail;

/** The sender and the recipients of the mail, from the configuration. */
final readonly class MailRoute
{
    /** @param non-empty-list<string> $to */
    public function __construct(
        public string $from,
        public string $fromName,
        public array $to,
        public ?Dkim $dkim = null,
    ) {}

    public function fromDomain(): string
    {
        return substr((string) strrchr($this->from, '@'), 1);
    }
}
