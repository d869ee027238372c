<?php

declare(strict_types=1);

namespace Enquiry\Queue;

/** The operator's settings for enquiries that come in. */
final readonly class IntakeSettings
{
    /** @param int $surgePerHour further enquiries within an hour are collected for a digest; 0: none */
    public function __construct(
        public int $rateLimit,
        public int $surgePerHour = 0,
        public bool $hasWebhook = false,
    ) {}
}
