<?php

declare(strict_types=1);

namespace Enquiry\Doctor;

final readonly class SystemDns implements Dns
{
    public function texts(string $name): ?array
    {
        // A server that does not answer is a warning to PHP, and an answer of null to us.
        set_error_handler(static fn(): bool => true);
        try {
            $records = dns_get_record("{$name}.", \DNS_TXT);
        } finally {
            restore_error_handler();
        }
        if ($records === false) {
            return null;
        }

        return array_values(array_filter(array_column($records, 'txt'), \is_string(...)));
    }
}
