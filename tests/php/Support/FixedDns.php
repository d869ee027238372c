<?php

declare(strict_types=1);

namespace Enquiry\Tests\Support;

use Enquiry\Doctor\Internet;

final class FixedDns
{
    /** @param ?array<string, list<string>> $records TXT records by name; null if DNS does not answer */
    public static function with(?array $records): Internet
    {
        return new Internet(lookUp: static fn(string $name, int $type): array|false => match (true) {
            $records === null => false,
            $type === \DNS_TXT => array_map(static fn(string $text): array => ['type' => 'TXT', 'txt' => $text], $records[rtrim($name, '.')] ?? []),
            default => [['type' => 'NS', 'target' => 'a.gtld-servers.net']],
        });
    }
}
