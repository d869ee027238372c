<?php

declare(strict_types=1);

namespace Enquiry\Store;

enum State: string
{
    case Waiting = 'waiting';
    case Sent = 'sent';
    case Failed = 'failed';

    /** Failed, and dismissed by an operator. */
    case Closed = 'closed';
}
