<?php

declare(strict_types=1);

namespace Enquiry\Http;

use Enquiry\Rules\ContactRules;

/**
 * What a browser sends of a form (application/x-www-form-urlencoded). Not $_POST: PHP drops fields past
 * max_input_vars, and of a field that comes twice all but the last.
 */
final readonly class FormBody
{
    /** Percent-encoding makes up to three bytes of one. */
    public const LIMIT = 3 * ContactEndpoint::BODY_LIMIT;

    /**
     * @param array<string, string> $typed      by field; of one that came twice, all that came
     * @param bool                  $isReadable whether each field came as one text
     * @param bool                  $isTooLarge for what JSON may hold
     * @param string                $honeypot       what stands in the field that people do not see
     */
    private function __construct(
        public array $typed,
        public bool $isReadable,
        public bool $isTooLarge,
        public string $honeypot,
    ) {}

    public static function parse(string $body, ContactRules $rules): self
    {
        $isReadable = true;
        $typed = [];
        $honeypot = '';
        // Empty pairs are skipped before they cost anything.
        foreach (array_filter(explode('&', $body), static fn(string $pair): bool => $pair !== '') as $pair) {
            [$name, $value] = array_map(urldecode(...), explode('=', $pair, 2) + ['', '']);
            // As PHP would read it: name[] is one of several.
            [$field] = explode('[', $name, 2);
            if ($field === ContactRules::HONEYPOT) {
                $honeypot .= $value;
            } elseif (isset($rules->fields[$field])) {
                $isReadable = $isReadable && $field === $name && !isset($typed[$field]) && mb_check_encoding($value, 'UTF-8');
                $typed[$field] = isset($typed[$field]) ? "{$typed[$field]} {$value}" : $value;
            }
        }

        return new self($typed, $isReadable, \strlen(urldecode($body)) > ContactEndpoint::BODY_LIMIT, $honeypot);
    }
}
