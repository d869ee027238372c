<?php

declare(strict_types=1);

namespace Enquiry\Delivery;

/** What became of one attempt to deliver. */
enum Outcome
{
    /** Nothing was due. */
    case Idle;
    /** The throttle of delivery holds for now. */
    case Throttled;
    case Sent;
    case PutOff;
    case GivenUp;
    /** Put off, and the next one would fare no better: the mail server itself cannot be reached. */
    case Unreachable;
}
