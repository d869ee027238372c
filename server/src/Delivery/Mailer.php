<?php

declare(strict_types=1);

namespace Enquiry\Delivery;

use Enquiry\Shared\Enquiry;

/** Sends an enquiry to the sales team. */
interface Mailer
{
    /**
     * @param list<string> $recipients
     * @param bool         $alone      send a separate mail to each recipient
     * @throws MailServerUnavailable
     */
    public function send(Enquiry $enquiry, array $recipients, bool $alone = false): DeliveryReport;

    /** Closes the connection. The next mail opens another one. */
    public function close(): void;
}
