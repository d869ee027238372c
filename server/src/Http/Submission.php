<?php

declare(strict_types=1);

namespace Enquiry\Http;

/** The fields and headers of a request, before the rules are checked. */
final readonly class Submission
{
    /**
     * @param array<string, string> $fields    by name, without fields that were not sent
     * @param ?string               $honeypot  the hidden field
     * @param ?string               $elapsed   milliseconds from opening the page to sending
     * @param list<string>          $replaces  keys of earlier attempts whose answers were lost
     * @param ?HttpError            $malformed why the fields cannot be used
     * @param array<string, string> $typed     what the form shows again, by field
     */
    public function __construct(
        private array $fields,
        public ?string $key = null,
        public ?string $honeypot = null,
        public ?string $elapsed = null,
        public array $replaces = [],
        private ?HttpError $malformed = null,
        public array $typed = [],
    ) {}

    /**
     * @return array<string, string>
     * @throws HttpError if the fields cannot be used
     */
    public function fields(): array
    {
        return $this->malformed === null ? $this->fields : throw $this->malformed;
    }
}
