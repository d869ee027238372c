<?php

declare(strict_types=1);

namespace Enquiry\Mail;

use Enquiry\Enquiry\Enquiry;
use Enquiry\Enquiry\Field;
use Enquiry\Enquiry\Message;
use Enquiry\Shared\LocalTime;
use Enquiry\Shared\Text;

/** What a mail shows of an enquiry. Nothing of it is escaped. */
final readonly class EnquiryView
{
    public const DAY_AND_TIME = 'l j F Y \a\t H:i T';

    /** Six days: the name of a weekday then names one day only. */
    private const SECONDS_WITHOUT_DATE = 518_400;

    /** The mail mentions a longer delay. */
    private const DELAY_SECONDS = 1_200;

    /** In characters. Spam filters dislike longer subjects; the body has the whole subject. */
    private const LONGEST_SUBJECT = 100;

    private const NOBODY = 'A visitor';

    /** In characters, of the visitor's name in the sender's name. */
    private const LONGEST_SENDER = 60;

    /** How many enquiries there are from one address, by the number of the earlier ones. */
    private const ORDINALS = [1 => 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth'];

    /** How far the values of the plain text are indented, in columns. */
    private const INDENTATION = 11;

    public string $reference;
    public string $name;

    /** The name for headers: without characters that an address needs. */
    public string $plainName;

    public string $email;
    public string $subject;

    /** The same for each mail about the enquiry, so that mail programs show them together. */
    public string $headerSubject;

    public string $mailLink;
    public string $callLink;

    /** Empty if the visitor did not agree to it: the privacy notice says that we ask. */
    public string $whatsAppLink;

    /** By when an answer was promised, and whether that is over; empty if none was. */
    public string $promised;

    public bool $isLate;
    public string $received;

    /** The title of the form. */
    public string $form;

    public string $message;

    /** Why the enquiry may be spam; empty if it looks genuine. */
    public string $flags;

    /** Sentences with the flags; empty without flags. Not for the visitor. */
    public string $suspicion;

    /** @var list<string> whole sentences */
    public array $notes;

    /** @var list<array{?string, string, string}> role, label and value of each field but name, subject and message */
    public array $details;

    public function __construct(Enquiry $enquiry, int $now)
    {
        $message = $enquiry->message;
        $number = $message->internationalNumber();
        $this->reference = (string) $enquiry->reference;
        $this->name = self::oneLine($message, 'name', self::NOBODY);
        $this->plainName = self::plainName($message->inRole('name'));
        $this->email = $message->email();
        $this->subject = self::oneLine($message, 'subject', $message->form->title);
        // "ref", because filters read a subject without small letters as shouting.
        $this->headerSubject = self::shorten($this->subject) . " [ref {$this->reference}]";
        $this->isLate = $enquiry->promisedBy !== null && $now > $enquiry->promisedBy;
        $this->promised = self::promised($enquiry->promisedBy, $now);
        $this->received = LocalTime::at($enquiry->receivedAt)->format(self::DAY_AND_TIME);
        $this->form = $message->form->title;
        $this->message = Text::lines($message->inRole('message'));
        $this->mailLink = $this->email === '' ? '' : 'mailto:' . str_replace('%40', '@', rawurlencode($this->email));
        $this->callLink = $number === '' ? '' : "tel:{$number}";
        $this->whatsAppLink = $message->allowsWhatsApp() && $number !== ''
            ? 'https://wa.me/' . ltrim($number, '+')
            : '';
        $this->flags = implode('; ', $enquiry->flags);
        $this->suspicion = $this->flags === ''
            ? ''
            : "This may be spam ({$this->flags}). It may also be a real enquiry.";
        $this->notes = self::notes($enquiry, $now);
        $this->details = self::details($message);
    }

    /** The fields in plain text, except the message. */
    public function lines(): string
    {
        $lines = [self::line('Name', $this->name)];
        foreach ($this->details as [$role, $label, $value]) {
            $lines[] = self::line($label, $value);
            if ($role === 'number' && $this->whatsAppLink !== '') {
                // rspamd suspects links that the HTML alone has.
                $lines[] = self::line('WhatsApp', $this->whatsAppLink);
            }
        }
        $lines[] = self::line('Received', $this->received);
        $lines[] = self::line('Form', $this->form);
        $lines[] = self::line('Reference', $this->reference);
        $lines[] = self::line('Subject', $this->subject);

        return implode("\n", $lines);
    }

    private static function promised(?int $by, int $now): string
    {
        if ($by === null) {
            return '';
        }
        $format = abs($by - $now) < self::SECONDS_WITHOUT_DATE ? 'l H:i' : 'l j F H:i';

        return 'Promised by ' . LocalTime::at($by)->format($format) . ($now > $by ? ': late' : '');
    }

    /** @return list<string> see $notes */
    private static function notes(Enquiry $enquiry, int $now): array
    {
        $notes = [];
        if ($enquiry->resentAt !== null) {
            $again = LocalTime::at($enquiry->resentAt)->format(self::DAY_AND_TIME);
            $notes[] = "Sent again on {$again}, because someone asked for it. It is not a new enquiry.";
        } elseif ($now - $enquiry->receivedAt > self::DELAY_SECONDS) {
            $received = LocalTime::at($enquiry->receivedAt)->format(self::DAY_AND_TIME);
            $notes[] = "This enquiry of {$received} could not be emailed until now.";
        }
        $list = [];
        foreach ($enquiry->earlier as $one) {
            $subject = self::shorten(trim(Text::line($one['subject'])));
            $day = LocalTime::at($one['receivedAt'])->format('j F Y');
            $list[] = "{$one['reference']}, {$day}" . ($subject === '' ? '' : ": “{$subject}”");
        }
        if ($list !== []) {
            $ordinal = self::ORDINALS[\count($list)] ?? 'Another';
            // some forms ask for no address
            $source = $enquiry->message->email() === '' ? 'phone number' : 'address';
            $notes[] = "{$ordinal} enquiry from this {$source}. Earlier: " . implode('; ', $list) . '.';
        }

        return $notes;
    }

    /** Without the characters of an address, so that no name looks like one. */
    private static function plainName(string $typed): string
    {
        $name = (string) preg_replace('/[^\p{L}\p{M}\p{N}\'’-]+/u', ' ', Text::line($typed));

        return preg_match('/[\p{L}\p{N}]/u', $name) === 1
            ? mb_strimwidth(trim($name), 0, self::LONGEST_SENDER, '…', 'UTF-8')
            : self::NOBODY;
    }

    private static function shorten(string $subject): string
    {
        return mb_strlen($subject, 'UTF-8') > self::LONGEST_SUBJECT
            ? rtrim(mb_substr($subject, 0, self::LONGEST_SUBJECT - 3, 'UTF-8')) . '...'
            : $subject;
    }

    /**
     * In the order of the form, without empty fields that have no role.
     * @return list<array{?string, string, string}>
     */
    private static function details(Message $message): array
    {
        $details = [];
        foreach ($message->values as $name => $value) {
            $role = $message->form->roleOf($name);
            if (\in_array($role, ['name', 'subject', 'message'], true)) {
                continue;
            }
            if ($role !== null) {
                // Shorter than the form's label.
                $details[$role] = [$role, ucfirst($role), $role === 'number' ? $message->groupedNumber() : $value];
            } elseif ($value !== '') {
                // Another release may have had the field.
                $field = $message->form->fields[$name] ?? null;
                $lines = array_map(Text::line(...), explode("\n", $value));
                $details[] = $field?->control === Field::CHECKBOX
                    ? [null, 'Agreed', $field->label]
                    : [null, $field->label ?? $name, implode("\n", $lines)];
            }
        }

        return array_values($details);
    }

    /** Further lines of a value are indented, so that they cannot be mistaken for ours. */
    private static function line(string $label, string $value): string
    {
        $heading = Field::heading($label);
        $padding = str_repeat(' ', max(1, self::INDENTATION - mb_strwidth($heading, 'UTF-8')));

        return "{$heading}{$padding}"
            . preg_replace('/\n(?=[^\n])/', "\n" . str_repeat(' ', self::INDENTATION), $value);
    }

    /** A form may not ask for it, and a name or a subject may have nothing but invisible characters. */
    private static function oneLine(Message $message, string $role, string $otherwise): string
    {
        $line = trim(Text::line($message->inRole($role)));

        return $line === '' ? $otherwise : $line;
    }
}
