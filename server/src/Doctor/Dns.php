<?php

declare(strict_types=1);

namespace Enquiry\Doctor;

final readonly class Dns
{
    /** What every resolver knows that is connected to the world; one that does not knows nothing of our domain either. */
    private const KNOWN = 'com.';

    /** @var \Closure(string, int): (list<array<mixed>>|false) */
    private \Closure $lookUp;

    /** @param ?\Closure(string, int): (list<array<mixed>>|false) $lookUp in place of dns_get_record() */
    public function __construct(?\Closure $lookUp = null)
    {
        $this->lookUp = $lookUp ?? dns_get_record(...);
    }

    /** @return ?list<string> the TXT records of a name; null where DNS gives no answer */
    public function texts(string $name): ?array
    {
        $records = $this->records("{$name}.", \DNS_TXT);
        if ($records === [] && $this->records(self::KNOWN, \DNS_NS) === []) {
            return null;
        }

        return $records === null ? null : array_values(array_filter(array_column($records, 'txt'), \is_string(...)));
    }

    /** @return ?list<array<mixed>> */
    private function records(string $name, int $type): ?array
    {
        // A server that does not answer is a warning to PHP, and an answer of null to us.
        set_error_handler(static fn(): bool => true);
        try {
            $records = ($this->lookUp)($name, $type);
        } finally {
            restore_error_handler();
        }

        return $records === false ? null : $records;
    }
}
