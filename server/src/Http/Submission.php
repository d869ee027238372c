<?php

declare(strict_types=1);

namespace Enquiry\Http;

/** The fields and headers of a request, before the rules are checked. */
final readonly class Submission
{
    /**
     * @param array<string, string> $fields   by name, without fields that were not sent
     * @param ?string               $key      messages with the same key are one enquiry
     * @param ?string               $honeypot the hidden field
     * @param ?string               $elapsed  milliseconds from opening the page to sending
     * @param list<string>          $replaces keys of earlier attempts whose answers were lost
     */
    public function __construct(
        public array $fields,
        public ?string $key,
        public ?string $honeypot,
        public ?string $elapsed = null,
        public array $replaces = [],
    ) {}
}
