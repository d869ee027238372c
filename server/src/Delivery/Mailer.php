<?php

declare(strict_types=1);

namespace Enquiry\Delivery;

use Enquiry\Shared\Enquiry;

/** Whatever brings an enquiry to the people who answer it. */
interface Mailer
{
    /**
     * @param list<string> $recipients those that have not had the mail yet
     * @param bool         $alone      begins with a transaction for each
     *
     * @throws MailServerUnavailable where nobody was offered the mail
     */
    public function send(Enquiry $enquiry, array $recipients, bool $alone = false): DeliveryReport;

    /** Ends the connection in good manners; the next mail opens another. */
    public function close(): void;
}
