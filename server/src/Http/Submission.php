<?php

declare(strict_types=1);

namespace Enquiry\Http;

/** A client's fields and headers, before any rule is checked. */
final readonly class Submission
{
    /**
     * @param array<string, string> $fields    a field that was not sent is missing
     * @param ?string               $key       as the client sent it
     * @param ?string               $honeypot  value of the field that people do not see
     * @param ?string               $elapsed   milliseconds between opening the page and sending
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
     *
     * @throws HttpError
     */
    public function fields(): array
    {
        return $this->malformed === null ? $this->fields : throw $this->malformed;
    }
}
