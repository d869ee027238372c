<?php

declare(strict_types=1);

namespace Enquiry\Queue;

use Enquiry\Database\StoreUnavailable;

/** Gets each enquiry once. No destination delays another or changes what is stored about it. */
interface Destination
{
    /**
     * @param ?\Closure(): mixed $meanwhile called again and again while the destination waits for an answer
     * @throws StoreUnavailable
     */
    public function deliverNext(?\Closure $meanwhile = null): Outcome;

    /** Makes due what processes that ended left behind. */
    public function takeOver(): void;

    /** Closes the connection. The next delivery opens another one. */
    public function close(): void;
}
