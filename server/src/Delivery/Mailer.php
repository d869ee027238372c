<?php

declare(strict_types=1);

namespace Enquiry\Delivery;

use Enquiry\Shared\Enquiry;

/** Sends an enquiry to the sales team. */
interface Mailer
{
    /**
     * @param list<string>  $recipients
     * @param bool          $alone send a separate mail to each recipient
     * @param ?list<string> $to    for the To header, with those who have the mail already; null: $recipients
     * @throws MailServerUnavailable
     */
    public function send(Enquiry $enquiry, array $recipients, bool $alone = false, ?array $to = null): DeliveryReport;

    /** Closes the connection. The next mail opens another one. */
    public function close(): void;
}
