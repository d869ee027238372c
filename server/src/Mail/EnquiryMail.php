<?php

declare(strict_types=1);

namespace Enquiry\Mail;

use Enquiry\Enquiry;
use Enquiry\Html;
use Enquiry\LocalTime;
use Enquiry\Reference;

/** What a salesperson reads: composed from the enquiry, and from when it is sent. */
final readonly class EnquiryMail
{
    /** A mail that was on its way for longer is worth a word. */
    private const DELAY_SECONDS = 600;

    public Reference $reference;

    /** Of the Message-ID, before the @. What comes again under the same, mail programs drop. */
    public string $messageId;

    public \DateTimeImmutable $sentAt;
    public string $replyTo;
    public string $replyToName;
    public string $subject;

    /** Why it may be spam; empty where nothing says so. */
    public string $flags;

    /** References of what it replaces; empty where that is nothing. */
    public string $replaces;

    public string $text;
    public string $html;

    private function __construct(Enquiry $enquiry, \DateTimeImmutable $now)
    {
        $message = $enquiry->message;
        $this->reference = $enquiry->reference;
        $this->messageId = $enquiry->reference . ($enquiry->resentAt === null ? '' : ".{$enquiry->resentAt->getTimestamp()}");
        $this->sentAt = LocalTime::of($now->getTimestamp());
        $receivedAt = LocalTime::of($enquiry->receivedAt->getTimestamp());
        $received = $receivedAt->format('l j F Y \a\t H:i T');
        $isLate = $enquiry->resentAt === null && $this->sentAt->getTimestamp() - $receivedAt->getTimestamp() > self::DELAY_SECONDS;
        $this->replyTo = $message->email;
        $this->replyToName = $message->fullName();

        $subject = self::oneLine($message->subject);
        $this->flags = implode('; ', $enquiry->flags);
        $mark = ($enquiry->resentAt === null ? '' : '[Sent again] ') . ($this->flags === '' ? '' : '[Suspected spam] ');
        $repetition = $enquiry->repeats === null ? '' : ", again, as {$enquiry->repeats}";
        $this->subject = "{$mark}Enquiry from {$this->replyToName}: {$subject} [{$this->reference}]{$repetition}";

        $this->replaces = implode(', ', $enquiry->replaces);

        $number = $message->internationalNumber();
        $view = [
            'name' => $this->replyToName,
            'email' => $message->email,
            'replyLink' => 'mailto:' . str_replace('%40', '@', rawurlencode($message->email))
                . '?subject=' . rawurlencode("Re: {$subject} [{$this->reference}]"),
            'number' => $message->contactNumber,
            'callLink' => "tel:{$number}",
            'whatsAppLink' => 'https://wa.me/' . ltrim($number, '+'),
            'received' => $received,
            'reference' => (string) $this->reference,
            'suspicion' => $this->flags === '' ? '' : "This may be spam: {$this->flags}. People do such things too; if a person wrote it, answer as usual.",
            'replacement' => implode(' ', array_filter([
                $this->replaces === '' ? '' : 'Replaces ' . self::listed($enquiry->replaces) . ', which may have arrived.',
                $enquiry->repeats === null ? '' : "Again, as {$enquiry->repeats}: the same person sent the same text shortly before.",
                $enquiry->resentAt === null ? '' : 'Sent again on ' . LocalTime::of($enquiry->resentAt->getTimestamp())->format('j F Y \a\t H:i T') . ', because somebody asked for that. It is no new enquiry.',
            ], static fn(string $note): bool => $note !== '')),
            'delay' => $isLate ? "Received on {$received}; it could not be mailed before now." : '',
            'subject' => $subject,
            'message' => $message->message,
        ];
        $this->text = self::text($view);
        $this->html = self::html($view);
    }

    /** @param \DateTimeImmutable $now when it is sent: filters take an old Date for a sign of spam */
    public static function about(Enquiry $enquiry, \DateTimeImmutable $now): self
    {
        return new self($enquiry, $now);
    }

    /** A subject is one line; whatever breaks or controls a line becomes a space. */
    private static function oneLine(string $text): string
    {
        return (string) preg_replace('/[\p{Cc}\p{Zl}\p{Zp}]+/u', ' ', $text);
    }

    /** @param list<Reference> $references */
    private static function listed(array $references): string
    {
        $last = (string) array_pop($references);

        return $references === [] ? $last : implode(', ', $references) . " and {$last}";
    }

    /**
     * The visitor's own text comes last: nothing in it can pass for a line of ours.
     *
     * @param array<string, string> $view
     */
    private static function text(array $view): string
    {
        $notes = implode('', array_map(
            static fn(string $note): string => $note === '' ? '' : "{$note}\n\n",
            [$view['suspicion'], $view['delay'], $view['replacement']],
        ));

        return <<<TEXT
            {$view['name']} sent an enquiry from the website. Reply to this e-mail to answer.

            {$notes}Name:      {$view['name']}
            E-mail:    {$view['email']}
            Number:    {$view['number']}
            Call:      {$view['callLink']}
            WhatsApp:  {$view['whatsAppLink']}
            Received:  {$view['received']}
            Reference: {$view['reference']}
            Subject:   {$view['subject']}

            Message:

            {$view['message']}
            TEXT;
    }

    /** @param array<string, string> $view */
    private static function html(array $view): string
    {
        // Compiled once: the worker has no opcode cache, and sends many.
        static $template = null;
        $template ??= require __DIR__ . '/../../templates/enquiry.html.php';
        \assert($template instanceof \Closure);
        ob_start();
        try {
            $template(array_map(Html::escape(...), $view));
        } finally {
            $html = (string) ob_get_clean();
        }

        return $html;
    }
}
