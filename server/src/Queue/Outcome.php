<?php

declare(strict_types=1);

namespace Enquiry\Queue;

/** Of one attempt to deliver, or of the search for something to deliver. */
enum Outcome
{
    /** Nothing is due. */
    case Idle;
    /** DELIVERY_PER_HOUR is reached. */
    case Throttled;
    /** The mail server or the webhook cannot be used at all. */
    case Unreachable;

    case Delivered;
    case Refused;
    /** It may have arrived. */
    case Unanswered;
    /** Processes ended during the last attempts, so there was none this time. */
    case Abandoned;
    case Postponed;
    case GivenUp;

    /** Whether an immediate next attempt would be useless. */
    public function isPause(): bool
    {
        return \in_array($this, [self::Idle, self::Throttled, self::Unreachable], true);
    }
}
