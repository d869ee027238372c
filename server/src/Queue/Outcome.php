<?php

declare(strict_types=1);

namespace Enquiry\Queue;

/** The outcome of one attempt to deliver. */
enum Outcome
{
    /** Nothing is due. */
    case Idle;
    /** The delivery throttle is reached. */
    case Throttled;
    /** By mail. */
    case Sent;
    /** An enquiry was posted to the webhook, put off or given up. Others may still be delivered. */
    case Tried;
    /** The mail server or the webhook cannot be used at all. */
    case Unreachable;

    /** Whether an immediate next attempt would be useless. */
    public function isPause(): bool
    {
        return $this === self::Idle || $this === self::Throttled || $this === self::Unreachable;
    }
}
