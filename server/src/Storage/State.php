<?php

declare(strict_types=1);

namespace Enquiry\Storage;

enum State: string
{
    case Waiting = 'waiting';
    case Sent = 'sent';
    case Failed = 'failed';

    /** Failed, and somebody has seen to it. Earlier releases keep it, and neither count nor send it. */
    case Closed = 'closed';
}
