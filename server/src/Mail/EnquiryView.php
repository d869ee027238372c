<?php

declare(strict_types=1);

namespace Enquiry\Mail;

use Enquiry\Shared\ContactMessage;
use Enquiry\Shared\ContactRules;
use Enquiry\Shared\Enquiry;
use Enquiry\Shared\Html;
use Enquiry\Shared\Reference;
use Enquiry\Shared\SystemClock;
use Enquiry\Shared\Text;

/** What a mail shows of an enquiry. Nothing of it is escaped. */
final readonly class EnquiryView
{
    /** The mail mentions a delay that is longer than this: longer than the wait for a digest. */
    private const DELAY_SECONDS = 1_200;

    /** In characters. Spam filters dislike longer subjects; the body has the whole subject. */
    private const LONGEST_SUBJECT = 100;

    /** Shorter than the form's labels. */
    private const LABELS = ['email' => 'Email', 'contactNumber' => 'Number'];

    /** How far the values of the plain text are indented, in columns. */
    private const INDENTATION = 11;

    public string $reference;
    public string $name;
    public string $email;
    public string $subject;
    public string $shortSubject;
    public string $replyLink;
    public string $callLink;

    /** Empty if the number is not a mobile number. */
    public string $whatsAppLink;

    public string $received;
    public string $message;

    /** Why the enquiry may be spam; empty if it looks genuine. */
    public string $flags;

    /** @var list<string> */
    public array $notes;

    /** @var array<string, array{string, string}> label and value, by field name */
    public array $fields;

    /** @param array<string, string> $labels by field name; a field without a label shows its name */
    public function __construct(Enquiry $enquiry, \DateTimeImmutable $now, array $labels)
    {
        $message = $enquiry->message;
        $number = $message->internationalNumber();
        $this->reference = (string) $enquiry->reference;
        $this->name = self::visible($message->fullName(), 'name');
        $this->email = $message->email();
        $this->subject = self::visible($message->values['subject'], 'subject');
        $this->shortSubject = mb_strlen($this->subject, 'UTF-8') > self::LONGEST_SUBJECT ? rtrim(mb_substr($this->subject, 0, self::LONGEST_SUBJECT - 3, 'UTF-8')) . '...' : $this->subject;
        $this->replyLink = 'mailto:' . str_replace('%40', '@', rawurlencode($this->email)) . '?subject=' . rawurlencode("Re: {$this->shortSubject} [{$this->reference}]");
        $this->callLink = "tel:{$number}";
        $this->whatsAppLink = $message->hasMobileNumber() ? 'https://wa.me/' . ltrim($number, '+') : '';
        $this->received = self::time($enquiry->receivedAt, 'l j F Y \a\t H:i T');
        $this->message = Text::lines($message->values['message']);
        $this->flags = implode('; ', $enquiry->flags);
        $this->notes = self::notes($enquiry, $now);
        $this->fields = self::fields($message, $labels);
    }

    /** @return array<string, string> */
    public function escaped(): array
    {
        /** @var array<string, string> $values */
        $values = array_filter(get_object_vars($this), \is_string(...));

        return array_map(Html::escape(...), $values);
    }

    /** @return list<string> */
    public function escapedNotes(): array
    {
        return array_map(Html::escape(...), $this->notes);
    }

    /** @return array<string, array{string, string}> the fields that the mail shows below the message */
    public function escapedDetails(): array
    {
        $details = array_diff_key($this->fields, ['name' => true, 'surname' => true, 'subject' => true, 'message' => true]);

        return array_map(static fn(array $field): array => array_map(Html::escape(...), $field), $details);
    }

    /** The fields in plain text, except the message. */
    public function lines(bool $withReplyLink = false): string
    {
        $lines = '';
        foreach ($this->fields as $name => [$label, $value]) {
            $lines .= match ($name) {
                'name' => self::line('Name', $this->name),
                'surname', 'message' => '',
                'email' => self::line($label, $value) . ($withReplyLink ? self::line('Reply', $this->replyLink) : ''),
                'contactNumber' => self::line($label, $value) . self::line('Call', $this->callLink) . ($this->whatsAppLink === '' ? '' : self::line('WhatsApp', $this->whatsAppLink)),
                'subject' => self::line('Received', $this->received) . self::line('Reference', $this->reference) . self::line('Subject', $this->subject),
                default => self::line($label, $value),
            };
        }

        return $lines;
    }

    public static function time(\DateTimeImmutable $time, string $format): string
    {
        return SystemClock::local($time->getTimestamp())->format($format);
    }

    /** @return list<string> */
    private static function notes(Enquiry $enquiry, \DateTimeImmutable $now): array
    {
        $notes = [];
        if ($enquiry->resentAt === null && $now->getTimestamp() - $enquiry->receivedAt->getTimestamp() > self::DELAY_SECONDS) {
            $notes[] = 'This enquiry could not be emailed until now.';
        }
        if ($enquiry->replaces !== []) {
            $notes[] = 'Replaces ' . self::listed($enquiry->replaces) . ', which you may already have.';
        }
        if ($enquiry->repeats !== null) {
            $notes[] = "Repeat of {$enquiry->repeats}, which has the same details and the same text.";
        }
        if ($enquiry->resentAt !== null) {
            $notes[] = 'Sent again on ' . self::time($enquiry->resentAt, 'j F Y \a\t H:i T') . ', because someone asked for it. It is not a new enquiry.';
        }

        return $notes;
    }

    /**
     * In the order of the rules, without empty fields that the firm added.
     * @param array<string, string> $labels
     * @return array<string, array{string, string}>
     */
    private static function fields(ContactMessage $message, array $labels): array
    {
        $fields = [];
        foreach ($message->values as $name => $value) {
            if (\in_array($name, ContactRules::FIXED, true)) {
                $fields[$name] = [self::LABELS[$name] ?? '', $name === 'contactNumber' ? $message->groupedNumber() : $value];
            } elseif ($value !== '') {
                $fields[$name] = [$labels[$name] ?? $name, implode("\n", array_map(Text::line(...), explode("\n", $value)))];
            }
        }

        return $fields;
    }

    /** Further lines of a value are indented, so that they cannot be mistaken for ours. */
    private static function line(string $label, string $value): string
    {
        $padding = str_repeat(' ', max(1, self::INDENTATION - 1 - mb_strwidth($label, 'UTF-8')));

        return "{$label}:{$padding}" . preg_replace('/\n(?=[^\n])/', "\n" . str_repeat(' ', self::INDENTATION), $value) . "\n";
    }

    /** A name or a subject may have nothing but invisible characters. */
    private static function visible(string $typed, string $what): string
    {
        $line = trim(Text::line($typed));

        return $line === '' ? "No visible {$what}" : $line;
    }

    /** @param list<Reference> $references */
    private static function listed(array $references): string
    {
        $last = (string) array_pop($references);

        return $references === [] ? $last : implode(', ', $references) . " and {$last}";
    }
}
