<?php

declare(strict_types=1);

namespace Enquiry\Storage;

use Enquiry\Enquiry;

/** One waiting enquiry that is ours to deliver until the lease runs out. */
final readonly class Claim
{
    public function __construct(
        public int $id,
        public string $lease,
        public string $reference,
        public int $receivedAt,
        public int $attempts,
        private string $payload,
        private string $flags,
    ) {}

    /** @throws UndecodableEnquiry */
    public function enquiry(): Enquiry
    {
        return Payload::decode($this->reference, $this->receivedAt, $this->payload, $this->flags);
    }
}
