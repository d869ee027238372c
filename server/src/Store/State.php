<?php

declare(strict_types=1);

namespace Enquiry\Store;

enum State: string
{
    case Waiting = 'waiting';
    case Sent = 'sent';
    case Failed = 'failed';

    /** Failed, and somebody has seen to it. Earlier releases keep it, and neither count nor send it. */
    case Closed = 'closed';

    /**
     * Condition in SQL: whatever nobody mails and nobody has seen to, a state that does not exist among it, which a
     * hand or a fault left there. As ranges, so that an index finds the few of them.
     */
    public const HAS_FAILED = "(state < 'closed' OR (state > 'closed' AND state < 'sent') OR (state > 'sent' AND state < 'waiting') OR state > 'waiting')";
}
