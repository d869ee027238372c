<?php

declare(strict_types=1);

namespace Enquiry\Configuration;

/** How many enquiries are accepted, and how many emails are sent. 0 stands for no limit, but not in perAddress. */
final readonly class Limits
{
    /** The time window of RATE_LIMIT. */
    public const WINDOW_SECONDS = 600;

    private function __construct(
        public int $perAddress,
        public int $surgePerHour,
        public int $emailsPerMinute,
        public int $emailsPerHour,
    ) {}

    public static function from(Settings $settings): self
    {
        return new self(
            perAddress: $settings->number('RATE_LIMIT', 20, 1_000_000),
            surgePerHour: $settings->number('SURGE_PER_HOUR', 30, 1_000, min: 0),
            emailsPerMinute: $settings->number('DELIVERY_PER_MINUTE', 120, 1_000_000, min: 0),
            emailsPerHour: $settings->number('DELIVERY_PER_HOUR', 0, 1_000_000, min: 0),
        );
    }
}
