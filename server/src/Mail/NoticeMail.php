<?php

declare(strict_types=1);

namespace Enquiry\Mail;

use Enquiry\Enquiry\Enquiry;
use Enquiry\Shared\LocalTime;
use Enquiry\Shared\Text;

/** Says that a mail server refuses an enquiry. The visitor's text may be the reason, so this mail does not have it. */
final class NoticeMail extends Mail
{
    public function __construct(Enquiry $enquiry, string $reason, bool $namesVisitor)
    {
        $reference = (string) $enquiry->reference;
        $received = LocalTime::at($enquiry->receivedAt)->format(EnquiryView::DAY_AND_TIME);
        $message = $enquiry->message;
        $details = [$message->inRole('name'), $message->email(), $message->groupedNumber()];
        $who = $namesVisitor ? Text::line(implode(', ', Text::filled($details))) : '';
        $from = $who === '' ? '' : "\n\nIt is from: {$who}";
        parent::__construct(
            "{$reference}.notice." . ($enquiry->resentAt ?? $enquiry->receivedAt),
            "An enquiry could not be emailed [ref {$reference}]",
            <<<TEXT
                An enquiry received on {$received} could not be emailed, because a mail server refused it:
                {$reason}{$from}

                The enquiry is stored. To read it, run this on the server, then answer the visitor:

                    php server/console show {$reference}

                Then dismiss the alert:

                    php server/console dismiss {$reference}
                TEXT,
        );
        $this->headers = [EnquiryMail::REFERENCE => $reference];
    }
}
