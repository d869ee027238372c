<?php

declare(strict_types=1);

namespace Enquiry\Storage;

enum State: string
{
    case Waiting = 'waiting';
    case Sent = 'sent';
    case Failed = 'failed';
}
