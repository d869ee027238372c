<?php

declare(strict_types=1);

namespace Enquiry;

final readonly class Enquiry
{
    public function __construct(
        public Reference $reference,
        public \DateTimeImmutable $receivedAt,
        public ContactMessage $message,
    ) {}
}
