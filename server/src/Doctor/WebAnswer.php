<?php

declare(strict_types=1);

namespace Enquiry\Doctor;

final readonly class WebAnswer
{
    /**
     * @param string $body   as far as it was read
     * @param string $policy for the content's security; empty where there is none
     */
    public function __construct(
        public int $status,
        public ?\DateTimeImmutable $date,
        public string $body,
        public string $policy,
    ) {}
}
