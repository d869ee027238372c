<?php

declare(strict_types=1);

namespace Enquiry\Queue;

use Enquiry\Enquiry\Enquiry;

/** Sends enquiries to the sales team. */
interface Mailer
{
    /**
     * @param list<string>  $recipients
     * @param bool          $alone send a separate mail to each recipient
     * @param ?list<string> $to    for the To header, with those who have the mail already; null: $recipients
     * @throws MailServerUnavailable
     */
    public function send(Enquiry $enquiry, array $recipients, bool $alone = false, ?array $to = null): DeliveryReport;

    /**
     * Sends several enquiries as one mail.
     * @param non-empty-list<Enquiry> $enquiries
     * @param list<string>            $recipients
     * @param ?list<string>           $to
     * @throws MailServerUnavailable
     */
    public function sendDigest(
        array $enquiries,
        array $recipients,
        bool $alone = false,
        ?array $to = null,
    ): DeliveryReport;

    /**
     * Says that an enquiry was refused, without a word of the visitor.
     * @param list<string> $recipients
     * @throws MailServerUnavailable
     */
    public function sendNotice(Enquiry $enquiry, string $reason, array $recipients): DeliveryReport;

    /** Closes the connection. The next mail opens another one. */
    public function close(): void;
}
