<?php

declare(strict_types=1);

namespace Enquiry\Http;

use Enquiry\Enquiry\Message;

/** A valid message, and what came with it. */
final readonly class Submission
{
    /**
     * @param ?string $key      messages with the same key are one enquiry
     * @param ?string $honeypot the hidden field
     * @param ?string $elapsed  milliseconds from opening the page to sending
     */
    public function __construct(
        public Message $message,
        public ?string $key,
        public ?string $honeypot,
        public ?string $elapsed = null,
    ) {}
}
