<?php

declare(strict_types=1);

namespace Enquiry\Delivery;

use Enquiry\Enquiry\Enquiry;

/** Mails enquiries, or posts them to the webhook. Dispatcher stores the outcome. */
interface Sender
{
    /** How long one attempt may take at most. */
    public function leaseSeconds(): int;

    /** @throws \Throwable if the enquiry cannot be sent because of an error in this program */
    public function send(Claim $claim, Enquiry $enquiry): Attempt;

    /** Closes the connection. The next attempt opens another one. */
    public function close(): void;
}
