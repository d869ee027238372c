<?php

declare(strict_types=1);

namespace Enquiry\Mail;

/** What a mail says. Its sender and recipients come from the configuration. */
readonly class Mail
{
    /**
     * @param string                $messageId the part of the Message-ID before the @. Mail programs hide a second mail
     *                                         with the same Message-ID
     * @param string                $html      empty for plain text only
     * @param string                $fromName  beside the address that the configuration names
     * @param array<string, string> $replyTo   names by address
     * @param array<string, string> $headers   further ones by name
     * @param list<string>          $follows   like $messageId, of earlier mails that mail programs show with it
     */
    protected function __construct(
        public string $messageId,
        public \DateTimeImmutable $sentAt,
        public string $headerSubject,
        public string $text,
        public string $html = '',
        public string $fromName = 'Website enquiries',
        public array $replyTo = [],
        public array $headers = [],
        public array $follows = [],
    ) {}
}
