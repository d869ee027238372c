<?php

declare(strict_types=1);

namespace Enquiry\Delivery;

interface Timer
{
    /** @return float seconds since some moment of the past; unlike a clock, it is never set back */
    public function elapsed(): float;

    /** Waits a moment. */
    public function pause(): void;
}
