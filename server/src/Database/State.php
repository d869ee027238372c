<?php

declare(strict_types=1);

namespace Enquiry\Database;

enum State: string
{
    case Waiting = 'waiting';
    case Sent = 'sent';
    case Failed = 'failed';

    /** An operator dismissed it after it failed. */
    case Closed = 'closed';
}
