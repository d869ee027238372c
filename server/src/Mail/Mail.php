<?php

declare(strict_types=1);

namespace Enquiry\Mail;

use Enquiry\Enquiry\Enquiry;
use Enquiry\Shared\LocalTime;
use Enquiry\Shared\Text;

/** What a mail says. Its sender and recipients come from the configuration. */
final class Mail
{
    private const REFERENCE = 'X-Enquiry-Reference';

    /** A mailbox rule can sort by it. */
    private const FORM = 'X-Enquiry-Form';

    /** The visitor reads it too, in the reply. */
    private const HOW_TO_ANSWER = 'For sales: reply to this email to answer.';

    /** In columns. */
    private const LONGEST_PREVIEW = 140;

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
    private function __construct(
        public readonly string $id,
        public readonly string $subject,
        public readonly string $text,
    ) {}

    /** Brings an enquiry to the sales team. */
    public static function enquiry(Enquiry $enquiry, int $now, Letterhead $letterhead): self
    {
        $view = new EnquiryView($enquiry, $now);
        $answer = $view->email === '' ? '' : self::HOW_TO_ANSWER;
        // In the text and not in the subject, which a reply would quote. Mail programs can filter by the first words.
        $forSales = $view->suspicion === '' ? '' : 'For sales only: ' . lcfirst($view->suspicion)
            . ' Delete this line before you send a reply.';
        $text = self::text($view, $forSales, $answer, $letterhead);
        $mail = new self($enquiry->sendingId(), $view->headerSubject, $text);
        $content = $view->message === '' ? implode(', ', array_column($view->details, 2)) : $view->message;
        $late = $view->isLate ? "{$view->promised}. " : '';
        $mail->mark = $letterhead->mark;
        $mail->html = $letterhead->html([
            'preview' => mb_strimwidth(Text::line(trim($late . $content)), 0, self::LONGEST_PREVIEW, '…', 'UTF-8'),
            'forSales' => $forSales,
            'heading' => "Enquiry from {$letterhead->from()}",
            'answer' => $answer,
            'view' => get_object_vars($view),
        ]);
        $mail->fromName = "{$view->plainName} via {$letterhead->firmOrSite()}";
        $mail->replyTo = $view->email === '' ? [] : [$view->email => $view->plainName];
        $mail->headers = Text::filled([
            self::REFERENCE => $view->reference,
            self::FORM => $enquiry->message->form->name,
            'X-Enquiry-Flags' => $view->flags,
        ]);
        // Without enquiries from another address: a mail program would show the new one below a stranger's name.
        $mail->follows = [
            ...array_reverse(array_column($enquiry->earlier, 'reference')),
            ...$enquiry->resentAt === null ? [] : [$view->reference],
        ];

        return $mail;
    }

    /** The visitor's message comes last, so that none of its lines can be mistaken for ours. */
    private static function text(EnquiryView $view, string $forSales, string $answer, Letterhead $letterhead): string
    {
        $to = $letterhead->firm === '' ? '' : " to {$letterhead->firm}";

        return implode("\n\n", Text::filled([
            $forSales,
            $view->promised,
            ...$view->notes,
            rtrim("{$view->name} sent an enquiry{$to} from {$letterhead->from()}. {$answer}"),
            $view->lines(),
            $view->message === '' ? '' : "Message:\n\n{$view->message}",
        ]));
    }

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

                Each problem is mailed again every six hours while it lasts. An hour after the last one, an email
                says that all is well.
                TEXT;
        }

        return new self("alert.{$now}", $subject, $text);
    }

    /** Says that a mail server refuses an enquiry. The visitor's text may be the reason, so it is left out. */
    public static function notice(Enquiry $enquiry, string $reason, int $now): self
    {
        $reference = (string) $enquiry->reference;
        $received = LocalTime::at($enquiry->receivedAt)->format(EnquiryView::DAY_AND_TIME);
        $message = $enquiry->message;
        $details = [$message->inRole('name'), $message->email(), $message->groupedNumber()];
        $visitor = Text::line(implode(', ', Text::filled($details)));
        $mail = new self(
            "{$reference}.notice.{$now}",
            "An enquiry could not be emailed [ref {$reference}]",
            <<<TEXT
                An enquiry received on {$received} could not be emailed, because a mail server refused it:
                {$reason}

                It is from: {$visitor}

                The enquiry is stored. To read it, run this on the server, then answer the visitor:

                    php server/console show {$reference}

                Then dismiss the alert:

                    php server/console dismiss {$reference}
                TEXT,
        );
        $mail->headers = [self::REFERENCE => $reference, self::FORM => $message->form->name];

        return $mail;
    }
}
