<?php

declare(strict_types=1);

namespace Enquiry\Tests\Support;

use Enquiry\Doctor\Dns;

final readonly class FixedDns implements Dns
{
    /** @param ?array<string, list<string>> $records TXT records by name; null is DNS that does not answer */
    public function __construct(private ?array $records) {}

    public function texts(string $name): ?array
    {
        return $this->records === null ? null : $this->records[$name] ?? [];
    }
}
