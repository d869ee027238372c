<?php

declare(strict_types=1);

namespace Enquiry\Mail;

/** What a mail says. Its sender and recipients come from the configuration. */
abstract class Mail
{
    /** Empty for plain text only. */
    public string $html = '';

    /** The firm's mark at the head of the HTML, as PNG; empty for none. */
    public string $mark = '';

    /** Beside the address that the configuration names. */
    public string $fromName = 'Website enquiries';

    /** @var array<string, string> names by address */
    public array $replyTo = [];

    /** @var array<string, string> further ones by name */
    public array $headers = [];

    /** @var list<string> like $id, of earlier mails that mail programs show with it */
    public array $follows = [];

    /**
     * @param string $id the part of the Message-ID before the @. Mail programs hide a second mail with the same one
     */
    protected function __construct(
        public readonly string $id,
        public readonly string $subject,
        public readonly string $text,
    ) {}
}
