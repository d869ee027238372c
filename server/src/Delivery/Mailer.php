<?php

declare(strict_types=1);

namespace Enquiry\Delivery;

use Enquiry\Shared\Enquiry;

/** Sends an enquiry to the sales team. */
interface Mailer
{
    /**
     * @param list<string> $recipients
     * @param bool         $alone      send one mail to each recipient instead of one to all
     *
     * @throws MailServerUnavailable
     */
    public function send(Enquiry $enquiry, array $recipients, bool $alone = false): DeliveryReport;

    /** Ends the connection. The next mail opens another. */
    public function close(): void;
}
