<?php

declare(strict_types=1);

namespace Enquiry\Doctor;

use Enquiry\Mail\Dkim;

/** Whether the key that mails are signed with is the one that the domain publishes. */
final readonly class DkimCheck implements Check
{
    /** What RFC 8301 section 3.2 tells signers to use. */
    private const GOOD_BITS = 2048;

    public function __construct(private Dkim $dkim, private Dns $dns) {}

    public function findings(): iterable
    {
        if ($this->dkim->bits < self::GOOD_BITS) {
            yield Finding::warning("The DKIM key has {$this->dkim->bits} bits.", "Make one of 2048: openssl genrsa -out {$this->dkim->keyFile} 2048");
        }
        $name = $this->dkim->recordName();
        $record = "v=DKIM1; k=rsa; p={$this->dkim->publishedKey()}";
        $records = $this->dns->texts($name);
        yield match (true) {
            $records === null => Finding::warning("DNS gave no answer about {$name}.", 'Run this again where DNS answers.'),
            $records === [] => Finding::problem("{$name} publishes no DKIM key, so no signature holds.", "Publish there as a TXT record: {$record}"),
            !$this->isPublishedIn($records) => Finding::problem("{$name} publishes another DKIM key, so no signature holds.", "Publish there as the one TXT record: {$record}"),
            default => Finding::ok("{$name} publishes the DKIM key that mails are signed with."),
        };
    }

    /** @param list<string> $records */
    private function isPublishedIn(array $records): bool
    {
        foreach ($records as $record) {
            if (preg_match('/(?:^|;)\s*p\s*=([^;]*)/', $record, $found) === 1 && preg_replace('/\s+/', '', $found[1]) === $this->dkim->publishedKey()) {
                return true;
            }
        }

        return false;
    }
}
