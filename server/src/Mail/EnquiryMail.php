<?php

declare(strict_types=1);

namespace Enquiry\Mail;

use Enquiry\Shared\ContactMessage;
use Enquiry\Shared\ContactRules;
use Enquiry\Shared\Enquiry;
use Enquiry\Shared\Html;
use Enquiry\Shared\Reference;
use Enquiry\Shared\SystemClock;

/** The text of the mail. */
final readonly class EnquiryMail
{
    /** The mail mentions a delay that is longer than this. */
    private const DELAY_SECONDS = 600;

    /** In characters. Spam filters dislike longer subjects; the body has the whole subject. */
    private const LONGEST_SUBJECT = 100;

    /** In columns. */
    private const LONGEST_PREVIEW = 140;

    /** Mail programs can filter by these words. They are not in the subject, because a reply would quote it. */
    private const SUSPICION = 'For sales only: this may be spam';

    /** Shorter than the form's labels. */
    private const LABELS = ['email' => 'Email', 'contactNumber' => 'Number'];

    /** How far the values of the plain text are indented, in columns. */
    private const INDENTATION = 11;

    public string $reference;

    /** The part of the Message-ID before the @. Mail programs hide a second mail with the same Message-ID. */
    public string $messageId;

    public \DateTimeImmutable $sentAt;
    public string $replyTo;
    public string $replyToName;
    public string $headerSubject;

    /** Why the enquiry may be spam; empty if it looks genuine. */
    public string $flags;

    /** References of the enquiries that this one replaces; may be empty. */
    public string $replaces;

    public string $text;
    public string $html;

    /**
     * @param \DateTimeImmutable    $now    for the Date header: spam filters suspect an old date
     * @param array<string, string> $labels by field name; a field without a label shows its name
     */
    public function __construct(Enquiry $enquiry, \DateTimeImmutable $now, array $labels = [], Letterhead $letterhead = new Letterhead())
    {
        $message = $enquiry->message;
        $subject = self::oneLine($message->values['subject']);
        $shortSubject = mb_strlen($subject, 'UTF-8') > self::LONGEST_SUBJECT ? rtrim(mb_substr($subject, 0, self::LONGEST_SUBJECT - 3, 'UTF-8')) . '...' : $subject;
        $number = $message->internationalNumber();

        $this->reference = (string) $enquiry->reference;
        $this->messageId = $this->reference . ($enquiry->resentAt === null ? '' : ".{$enquiry->resentAt->getTimestamp()}");
        $this->sentAt = SystemClock::local($now->getTimestamp());
        $this->replyTo = $message->email();
        $this->replyToName = $message->fullName();
        $this->headerSubject = ($enquiry->resentAt === null ? '' : '[Sent again] ')
            . "Enquiry from {$this->replyToName}: {$shortSubject} [{$this->reference}]"
            . ($enquiry->repeats === null ? '' : ", again, as {$enquiry->repeats}");
        $this->flags = implode('; ', $enquiry->flags);
        $this->replaces = implode(', ', $enquiry->replaces);

        $view = [
            'name' => $this->replyToName,
            'replyLink' => 'mailto:' . str_replace('%40', '@', rawurlencode($this->replyTo)) . '?subject=' . rawurlencode("Re: {$shortSubject} [{$this->reference}]"),
            'callLink' => "tel:{$number}",
            'whatsAppLink' => $message->hasMobileNumber() ? 'https://wa.me/' . ltrim($number, '+') : '',
            'firm' => $letterhead->firm,
            'from' => $letterhead->site === '' ? 'the website' : $letterhead->site,
            'preview' => mb_strimwidth(self::oneLine(trim($message->values['message'])), 0, self::LONGEST_PREVIEW, '…', 'UTF-8'),
            'received' => self::time($enquiry->receivedAt, 'l j F Y \a\t H:i T'),
            'reference' => $this->reference,
            'suspicion' => $this->flags === '' ? '' : self::SUSPICION . " ({$this->flags}). People do such things too. Delete this line before you answer.",
            'subject' => $subject,
            'message' => $message->values['message'],
        ];
        $notes = self::notes($enquiry, $now);
        $fields = self::fields($message, $labels);
        $this->text = self::text($view, $notes, $fields);
        $this->html = self::html($view, $notes, $fields, $letterhead);
    }

    /** @return list<string> */
    private static function notes(Enquiry $enquiry, \DateTimeImmutable $now): array
    {
        $notes = [];
        if ($enquiry->resentAt === null && $now->getTimestamp() - $enquiry->receivedAt->getTimestamp() > self::DELAY_SECONDS) {
            $notes[] = 'Received on ' . self::time($enquiry->receivedAt, 'l j F Y \a\t H:i T') . '; it could not be mailed before now.';
        }
        if ($enquiry->replaces !== []) {
            $notes[] = 'Replaces ' . self::listed($enquiry->replaces) . ', which may have arrived.';
        }
        if ($enquiry->repeats !== null) {
            $notes[] = "Again, as {$enquiry->repeats}: the same person sent the same text shortly before.";
        }
        if ($enquiry->resentAt !== null) {
            $notes[] = 'Sent again on ' . self::time($enquiry->resentAt, 'j F Y \a\t H:i T') . ', because somebody asked for that. It is no new enquiry.';
        }

        return $notes;
    }

    /**
     * In the order of the rules, without empty fields that the firm added.
     * @param array<string, string> $labels
     * @return array<string, array{string, string}> label and value, by field name
     */
    private static function fields(ContactMessage $message, array $labels): array
    {
        $fields = [];
        foreach ($message->values as $name => $value) {
            if (\in_array($name, ContactRules::FIXED, true)) {
                $fields[$name] = [self::LABELS[$name] ?? '', $name === 'contactNumber' ? $message->groupedNumber() : $value];
            } elseif ($value !== '') {
                $fields[$name] = [$labels[$name] ?? $name, implode("\n", array_map(self::oneLine(...), explode("\n", $value)))];
            }
        }

        return $fields;
    }

    /**
     * The visitor's message comes last, so that none of its lines can be mistaken for ours.
     * @param array<string, string>                $view
     * @param list<string>                         $notes
     * @param array<string, array{string, string}> $fields
     */
    private static function text(array $view, array $notes, array $fields): string
    {
        $to = $view['firm'] === '' ? '' : " to {$view['firm']}";
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

        return implode("\n\n", [
            ...($view['suspicion'] === '' ? [] : [$view['suspicion']]),
            "{$view['name']} sent an enquiry{$to} from {$view['from']}. Reply to this email to answer.",
            ...$notes,
            "{$lines}\nMessage:",
            $view['message'],
        ]);
    }

    /** Further lines of a value are indented, so that they cannot be mistaken for ours. */
    private static function line(string $label, string $value): string
    {
        $padding = str_repeat(' ', max(1, self::INDENTATION - 1 - mb_strwidth($label, 'UTF-8')));

        return "{$label}:{$padding}" . preg_replace('/\n(?=[^\n])/', "\n" . str_repeat(' ', self::INDENTATION), $value) . "\n";
    }

    /**
     * @param array<string, string>                $view
     * @param list<string>                         $notes
     * @param array<string, array{string, string}> $fields
     */
    private static function html(array $view, array $notes, array $fields, Letterhead $letterhead): string
    {
        $template = require __DIR__ . '/../../templates/enquiry.html.php';
        \assert($template instanceof \Closure);
        $details = array_diff_key($fields, ['name' => true, 'surname' => true, 'subject' => true, 'message' => true]);
        ob_start();
        try {
            $template(
                array_map(Html::escape(...), $view),
                array_map(Html::escape(...), $notes),
                array_map(static fn(array $field): array => array_map(Html::escape(...), $field), $details),
                $letterhead->light,
                $letterhead->dark,
            );
        } finally {
            $html = (string) ob_get_clean();
        }

        return $html;
    }

    /** Replaces line breaks and control characters with spaces. */
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

    private static function time(\DateTimeImmutable $time, string $format): string
    {
        return SystemClock::local($time->getTimestamp())->format($format);
    }
}
