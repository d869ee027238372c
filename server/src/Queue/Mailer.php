<?php

declare(strict_types=1);

namespace Enquiry\Queue;

use Enquiry\Enquiry\Enquiry;

/** Sends enquiries to the sales team. */
interface Mailer
{
    /**
     * Sends several enquiries as one digest.
     * @param non-empty-list<Enquiry> $enquiries
     * @throws MailServerUnavailable
     */
    public function send(array $enquiries, Envelope $envelope): DeliveryReport;

    /**
     * Says that an enquiry was refused, with the visitor's name and contact details unless they are refused too.
     * @throws MailServerUnavailable
     */
    public function sendNotice(Enquiry $enquiry, string $reason, Envelope $envelope): DeliveryReport;

    /**
     * @param Alerts::MAIL|Alerts::WEBHOOK $about
     * @param list<string>                 $reasons why it needs attention; empty if it is well again
     * @throws MailServerUnavailable
     */
    public function sendAlert(string $about, array $reasons, Envelope $envelope): DeliveryReport;

    /** The longest time that send() takes. */
    public function leaseSeconds(): int;

    /** Closes the connection. The next mail opens another one. */
    public function close(): void;
}
