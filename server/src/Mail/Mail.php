<?php

declare(strict_types=1);

namespace Enquiry\Mail;

use Enquiry\Enquiry\Enquiry;
use Enquiry\Shared\LocalTime;
use Enquiry\Shared\Text;

/** What a mail says. Its sender and recipients come from the configuration. */
class Mail
{
    /** Empty for plain text only. */
    public string $html = '';

    /** The firm's mark at the head of the HTML, as PNG; empty for none. */
    public string $mark = '';

    /** Beside the address that the configuration names. */
    public string $fromName = 'Website enquiries';

    /** @var array<string, string> names by address */
    public array $replyTo = [];

    /** @var array<string, string> further ones by name */
    public array $headers = [];

    /** @var list<string> like $id, of earlier mails that mail programs show with it */
    public array $follows = [];

    /**
     * @param string $id the part of the Message-ID before the @. Mail programs hide a second mail with the same one
     */
    protected function __construct(
        public readonly string $id,
        public readonly string $subject,
        public readonly string $text,
    ) {}

    /**
     * Tells the operator what needs attention.
     * @param list<string> $sentences empty if all is well again
     */
    public static function alert(array $sentences, int $now): self
    {
        if ($sentences === []) {
            $subject = 'The website works again';
            $text = "{$subject}, and nothing needs your attention.";
        } else {
            $subject = 'The website needs your attention';
            $list = implode("\n- ", $sentences);
            $text = <<<TEXT
                {$subject}:

                - {$list}

                To see more, run on the server:

                    php server/console status

                You get this email every six hours while this lasts, and another one when all is well again.
                TEXT;
        }

        return new self("alert.{$now}", $subject, $text);
    }

    /** Says that a mail server refuses an enquiry. The visitor's text may be the reason, so it is left out. */
    public static function notice(Enquiry $enquiry, string $reason, bool $namesVisitor): self
    {
        $reference = (string) $enquiry->reference;
        $received = LocalTime::at($enquiry->receivedAt)->format(EnquiryView::DAY_AND_TIME);
        $message = $enquiry->message;
        $details = [$message->inRole('name'), $message->email(), $message->groupedNumber()];
        $who = $namesVisitor ? Text::line(implode(', ', Text::filled($details))) : '';
        $from = $who === '' ? '' : "\n\nIt is from: {$who}";
        $mail = new self(
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
        $mail->headers = [EnquiryMail::REFERENCE => $reference];

        return $mail;
    }
}
