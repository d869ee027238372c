<?php

declare(strict_types=1);

namespace Enquiry\Mail;

/** Who the mail comes from, who vouches for that and who gets it: configuration only, never a visitor's word. */
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
