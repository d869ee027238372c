<?php

declare(strict_types=1);

namespace Enquiry\Mail;

use Enquiry\Enquiry\Enquiry;
use Enquiry\Shared\Text;

/** The mail with one enquiry. */
final class EnquiryMail extends Mail
{
    public const REFERENCE = 'X-Enquiry-Reference';

    /** The visitor reads it too, in the reply. */
    private const HOW_TO_ANSWER = 'For sales: reply to this email to answer.';

    private const MOST_EARLIER = 5;

    /** In columns. */
    private const LONGEST_PREVIEW = 140;

    public function __construct(Enquiry $enquiry, int $now, Letterhead $letterhead = new Letterhead())
    {
        $view = new EnquiryView($enquiry, $now, $letterhead);
        // In the text and not in the subject, which a reply would quote. Mail programs can filter by the first words.
        $forSales = $view->suspicion === '' ? '' : 'For sales only: ' . lcfirst($view->suspicion)
            . ' Delete this line before you send a reply.';
        $answer = $view->email === '' ? '' : self::HOW_TO_ANSWER;
        $text = self::text($view, $forSales, $answer, $letterhead);
        parent::__construct($enquiry->sendingId(), $view->headerSubject, $text);

        $content = $view->message === '' ? implode(', ', array_column($view->details, 2)) : $view->message;
        $late = $view->isLate ? "{$view->promised}. " : '';
        $this->mark = $letterhead->mark;
        $this->html = $letterhead->html('enquiry', [
            'title' => $view->subject,
            'preview' => mb_strimwidth(Text::line(trim($late . $content)), 0, self::LONGEST_PREVIEW, '…', 'UTF-8'),
            'forSales' => $forSales,
            'heading' => "Enquiry from {$letterhead->from()}",
            'answer' => $answer,
            'view' => get_object_vars($view),
        ]);
        $this->fromName = "{$view->plainName} via {$letterhead->firmOrSite()}";
        if ($view->email !== '') {
            $this->replyTo = [$view->email => $view->plainName];
        }
        $this->headers = Text::filled([
            self::REFERENCE => $view->reference,
            'X-Enquiry-Flags' => $view->flags,
        ]);
        $this->follows = self::conversation($enquiry);
    }

    /** The visitor's message comes last, so that none of its lines can be mistaken for ours. */
    private static function text(EnquiryView $view, string $forSales, string $answer, Letterhead $letterhead): string
    {
        $to = $letterhead->firm === '' ? '' : " to {$letterhead->firm}";
        $hasMessage = $view->message !== '';

        return implode("\n\n", [
            ...Text::filled([$forSales, $view->promised]),
            ...$view->notes,
            rtrim("{$view->name} sent an enquiry{$to} from {$letterhead->from()}. {$answer}"),
            $view->lines(),
            ...$hasMessage ? ['Message:', $view->message] : [],
        ]);
    }

    /**
     * Without enquiries from another address: a mail program would show the new one below a stranger's name.
     * @return list<string>
     */
    private static function conversation(Enquiry $enquiry): array
    {
        $earlier = \array_slice($enquiry->earlier, 0, self::MOST_EARLIER);

        return [
            ...array_reverse(array_column($earlier, 'reference')),
            ...$enquiry->resentAt === null ? [] : [(string) $enquiry->reference],
        ];
    }
}
