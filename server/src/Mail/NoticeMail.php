<?php

declare(strict_types=1);

namespace Enquiry\Mail;

use Enquiry\Enquiry\Enquiry;
use Enquiry\Enquiry\Message;
use Enquiry\Shared\LocalTime;
use Enquiry\Shared\Text;

/** Says that a mail server refuses an enquiry. The visitor's text may be the reason, so this mail does not have it. */
final readonly class NoticeMail extends Mail
{
    public function __construct(Enquiry $enquiry, string $reason, \DateTimeImmutable $now, ?Message $visitor = null)
    {
        $reference = (string) $enquiry->reference;
        $received = LocalTime::at($enquiry->receivedAt->getTimestamp())->format('l j F Y \a\t H:i T');
        $who = $visitor === null ? '' : trim(implode(', ', array_filter(
            [$visitor->inRole('name'), $visitor->email(), $visitor->groupedNumber()],
            static fn(string $part): bool => $part !== '',
        )));
        $from = $who === '' ? '' : "\n\nIt is from: " . Text::line($who);
        parent::__construct(
            "{$reference}.notice." . ($enquiry->resentAt ?? $enquiry->receivedAt)->getTimestamp(),
            $now,
            "An enquiry could not be emailed [{$reference}]",
            <<<TEXT
                An enquiry received on {$received} could not be emailed, because a mail server refused it:
                {$reason}.{$from}

                The enquiry is stored. To read it, run this on the server, then answer the visitor:

                    php server/console show {$reference}

                Then dismiss the alert:

                    php server/console dismiss {$reference}
                TEXT,
            headers: [EnquiryMail::REFERENCE => $reference],
        );
    }
}
