<?php

declare(strict_types=1);

namespace Enquiry\Queue;

interface Timer
{
    /** @return float seconds of a clock that is never set back */
    public function elapsed(): float;

    /** Waits a moment. */
    public function pause(): void;
}
