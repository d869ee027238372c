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
    case Sent;
    /** To the webhook. */
    case Posted;
    case PutOff;
    case GivenUp;
    /** The mail server cannot be used at all. */
    case Unreachable;

    /** Whether an immediate next attempt would be useless. */
    public function isPause(): bool
    {
        return $this === self::Idle || $this === self::Throttled || $this === self::Unreachable;
    }
}
