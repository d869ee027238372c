<?php

declare(strict_types=1);

namespace Enquiry\Database;

enum State: string
{
    case Waiting = 'waiting';
    case Sent = 'sent';
    case Failed = 'failed';

    /** An operator dismissed it, or a delivery's target is configured no more. */
    case Closed = 'closed';
}
