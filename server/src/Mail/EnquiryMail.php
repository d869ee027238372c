<?php

declare(strict_types=1);

namespace Enquiry\Mail;

use Enquiry\Shared\ContactMessage;
use Enquiry\Shared\ContactRules;
use Enquiry\Shared\Enquiry;
use Enquiry\Shared\Html;
use Enquiry\Shared\Reference;
use Enquiry\Shared\SystemClock;

/** What a salesperson reads: composed from the enquiry, and from when it is sent. */
final readonly class EnquiryMail
{
    /** A mail that was on its way for longer is worth a word. */
    private const DELAY_SECONDS = 600;

    /** In characters: filters take longer ones for spam, and the whole one is in the mail. */
    private const LONGEST_SUBJECT = 100;

    /** What mail programs show below the subject, in columns. */
    private const PREVIEW = 140;

    /** To filter by, where a mail program cannot filter by headers. It is the first line, and easy to leave out of an answer. */
    private const SUSPICION = 'For sales only: this may be spam';

    /** What a salesperson calls them, shorter than the form does. */
    private const LABELS = ['email' => 'E-mail', 'contactNumber' => 'Number'];

    /** Of the values in the plain text, in characters. */
    private const INDENTATION = 11;

    /** As RFC 3676 advises, for programs that wrap nothing. In characters. */
    private const WIDTH = 72;

    /** What a mail program may take for a quotation, or mbox for a new mail (RFC 3676 section 4.4). */
    private const STUFFED = '/^(?:[ >]|From )/';

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

    /** @param \Closure(): array<string, string> $labels */
    private function __construct(Enquiry $enquiry, \DateTimeImmutable $now, \Closure $labels, Letterhead $letterhead)
    {
        $message = $enquiry->message;
        $this->reference = $enquiry->reference;
        $this->messageId = $enquiry->reference . ($enquiry->resentAt === null ? '' : ".{$enquiry->resentAt->getTimestamp()}");
        $this->sentAt = SystemClock::local($now->getTimestamp());
        $receivedAt = SystemClock::local($enquiry->receivedAt->getTimestamp());
        $received = $receivedAt->format('l j F Y \a\t H:i T');
        $isLate = $enquiry->resentAt === null && $this->sentAt->getTimestamp() - $receivedAt->getTimestamp() > self::DELAY_SECONDS;
        $this->replyTo = $message->email();
        $this->replyToName = $message->fullName();

        $subject = self::oneLine($message->subject());
        $shortSubject = mb_strlen($subject, 'UTF-8') > self::LONGEST_SUBJECT ? rtrim(mb_substr($subject, 0, self::LONGEST_SUBJECT - 3, 'UTF-8')) . '...' : $subject;
        $this->flags = implode('; ', $enquiry->flags);
        $mark = $enquiry->resentAt === null ? '' : '[Sent again] ';
        $repetition = $enquiry->repeats === null ? '' : ", again, as {$enquiry->repeats}";
        $this->subject = "{$mark}Enquiry from {$this->replyToName}: {$shortSubject} [{$this->reference}]{$repetition}";

        $this->replaces = implode(', ', $enquiry->replaces);

        $number = $message->internationalNumber();
        $view = [
            'name' => $this->replyToName,
            'replyLink' => 'mailto:' . str_replace('%40', '@', rawurlencode($message->email()))
                . '?subject=' . rawurlencode("Re: {$shortSubject} [{$this->reference}]"),
            'callLink' => "tel:{$number}",
            'whatsAppLink' => $message->hasMobileNumber() ? 'https://wa.me/' . ltrim($number, '+') : '',
            'firm' => $letterhead->firm,
            'from' => $letterhead->site === '' ? 'the website' : $letterhead->site,
            'preview' => mb_strimwidth(self::oneLine(trim($message->message())), 0, self::PREVIEW, '…', 'UTF-8'),
            'received' => $received,
            'reference' => (string) $this->reference,
            'suspicion' => $this->flags === '' ? '' : self::SUSPICION . " ({$this->flags}). People do such things too. Delete this line before you answer.",
            'replacement' => implode(' ', array_filter([
                $this->replaces === '' ? '' : 'Replaces ' . self::listed($enquiry->replaces) . ', which may have arrived.',
                $enquiry->repeats === null ? '' : "Again, as {$enquiry->repeats}: the same person sent the same text shortly before.",
                $enquiry->resentAt === null ? '' : 'Sent again on ' . SystemClock::local($enquiry->resentAt->getTimestamp())->format('j F Y \a\t H:i T') . ', because somebody asked for that. It is no new enquiry.',
            ], static fn(string $note): bool => $note !== '')),
            'delay' => $isLate ? "Received on {$received}; it could not be mailed before now." : '',
            'subject' => $subject,
            'message' => $message->message(),
        ];
        $fields = self::fields($message, $labels);
        $this->text = self::text($view, $fields);
        $this->html = self::html($view, $fields, $letterhead);
    }

    /**
     * @param \DateTimeImmutable               $now    when it is sent: filters take an old Date for a sign of spam
     * @param \Closure(): array<string, string> $labels by field; asked where one is shown, and one without goes by its name
     */
    public static function about(Enquiry $enquiry, \DateTimeImmutable $now, \Closure $labels, Letterhead $letterhead = new Letterhead()): self
    {
        return new self($enquiry, $now, $labels, $letterhead);
    }

    /**
     * The fields in the order of the rules, with how the mail calls them. Those that the code does not speak of
     * stand under their labels, where there is anything in them.
     *
     * @param \Closure(): array<string, string> $labels
     *
     * @return array<string, array{string, string}> label and value, by field
     */
    private static function fields(ContactMessage $message, \Closure $labels): array
    {
        $known = null;
        $fields = [];
        foreach ($message->values as $name => $value) {
            if (\in_array($name, ContactRules::FIXED, true)) {
                $fields[$name] = [self::LABELS[$name] ?? '', $name === 'contactNumber' ? $message->groupedNumber() : $value];
            } elseif ($value !== '') {
                $known ??= $labels();
                $fields[$name] = [$known[$name] ?? $name, implode("\n", array_map(self::oneLine(...), explode("\n", $value)))];
            }
        }

        return $fields;
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
     * The visitor's own text comes last: nothing in it can pass for a line of ours. Nor can the further lines
     * of a value, which stand below its first.
     *
     * @param array<string, string>                $view
     * @param array<string, array{string, string}> $fields
     */
    private static function text(array $view, array $fields): string
    {
        $paragraph = static fn(string $note): string => $note === '' ? '' : "{$note}\n\n";
        $notes = $paragraph($view['delay']) . $paragraph($view['replacement']);
        $lines = '';
        foreach ($fields as $name => [$label, $value]) {
            $lines .= match ($name) {
                'name' => self::line('Name', $view['name']),
                'surname', 'message' => '',
                'contactNumber' => self::line($label, $value) . self::line('Call', $view['callLink']) . ($view['whatsAppLink'] === '' ? '' : self::line('WhatsApp', $view['whatsAppLink'])),
                'subject' => self::line('Received', $view['received']) . self::line('Reference', $view['reference']) . self::line('Subject', $view['subject']),
                default => self::line($label, $value),
            };
        }

        $to = $view['firm'] === '' ? '' : " to {$view['firm']}";

        return self::flowed("{$paragraph($view['suspicion'])}{$view['name']} sent an enquiry{$to} from {$view['from']}. Reply to this e-mail to answer.\n\n{$notes}{$lines}\nMessage:\n\n{$view['message']}");
    }

    /**
     * Plain text that mail programs wrap to the width of their window (RFC 3676, format=flowed without DelSp).
     * Spaces at the end of a line are lost: there they mean that it goes on.
     */
    private static function flowed(string $text): string
    {
        $lines = array_map(static fn(string $line): string => self::wrapLine(rtrim($line, ' ')), explode("\n", $text));

        return implode("\n", $lines);
    }

    private static function wrapLine(string $line): string
    {
        $wrapped = '';
        $current = '';
        foreach (self::pieces($line) as $piece) {
            // What would have to be stuffed stays where it is: some programs keep that space in the midst of a line.
            if ($current !== '' && mb_strlen($current . rtrim($piece, ' '), 'UTF-8') > self::WIDTH && preg_match(self::STUFFED, $piece) !== 1) {
                $wrapped .= self::stuff($current) . "\n";
                $current = '';
            }
            $current .= $piece;
        }

        return $wrapped . self::stuff($current);
    }

    /** @return list<string> words, each with the spaces that follow it; the first with those before it */
    private static function pieces(string $line): array
    {
        preg_match_all('/^ *[^ ]* *|[^ ]+ */u', $line, $found);

        return $found[0];
    }

    private static function stuff(string $line): string
    {
        return preg_match(self::STUFFED, $line) === 1 ? " {$line}" : $line;
    }

    private static function line(string $label, string $value): string
    {
        $padding = str_repeat(' ', max(1, self::INDENTATION - 1 - mb_strwidth($label, 'UTF-8')));

        return "{$label}:{$padding}" . preg_replace('/\n(?=[^\n])/', "\n" . str_repeat(' ', self::INDENTATION), $value) . "\n";
    }

    /**
     * @param array<string, string>                $view
     * @param array<string, array{string, string}> $fields
     */
    private static function html(array $view, array $fields, Letterhead $letterhead): string
    {
        // Compiled once: the worker has no opcode cache, and sends many.
        static $template = null;
        $template ??= require __DIR__ . '/../../templates/enquiry.html.php';
        \assert($template instanceof \Closure);
        $beside = array_diff_key($fields, ['name' => true, 'surname' => true, 'subject' => true, 'message' => true]);
        ob_start();
        try {
            $template(array_map(Html::escape(...), $view), array_map(static fn(array $field): array => array_map(Html::escape(...), $field), $beside), $letterhead->light, $letterhead->dark);
        } finally {
            $html = (string) ob_get_clean();
        }

        return $html;
    }
}
