<?php

declare(strict_types=1);

namespace Enquiry\Enquiry;

/** The trimmed values of a form. */
final readonly class Message
{
    /** Removed from a contact number: JavaScript's white space, brackets, dots, slashes, dashes and direction marks. */
    private const SEPARATORS
        = '[\t\n\x{0B}\f\r \x{A0}\x{1680}\x{2000}-\x{200A}\x{2028}\x{2029}\x{202F}\x{205F}\x{3000}\x{FEFF}'
        . '().\-/\x{2010}-\x{2015}\x{200E}\x{200F}\x{202A}-\x{202E}\x{2060}-\x{2069}]*';

    /** The country code stands for the zero, or a spreadsheet dropped it (mobile numbers only, 6 to 8). */
    private const WITHOUT_ZERO = ['/^(?:\+|00)?27(?=0?[0-9]{9}$)0?/D', '/^(?=[678][0-9]{8}$)/D'];

    private const LEAST_SECONDS_OF_A_PERSON = 3;
    private const MOST_LINKS_OF_A_PERSON = 3;

    /**
     * With a scheme or www., or a bare domain. Ends that are words (me, in, it) would count a missing space after a
     * full stop.
     */
    private const LINK = '~\b(?:https?://(?:www\.)?|www\.)(?=[^\s/])[\w.-]*|(?<![\w.@/=-])\w[\w.-]*\.'
        . '(?:com|net|org|info|biz|co|io|ai|app|dev|xyz|top|'
        . 'site|online|shop|store|click|icu|vip|za|uk|ru|cn|de|eu|tk|pw|su)(?![\w@-])~iu';

    /** Overrides only: phones add other controls of direction to copied numbers. */
    private const TURNED_TEXT = '/[\x{202D}\x{202E}]/u';

    /** A UNC path (\\server\share) or a link to a file: opening it sends the reader's Windows login to its server. */
    private const FILE_PATH = '~\\\\\\\\[\w.-]+\\\\|\b(?:file|smb):[/\\\\]~iu';

    /** @param array<string, string> $values by field name */
    private function __construct(public Form $form, public array $values) {}

    /**
     * @param array<string, string> $typed a missing field counts as empty
     * @throws InvalidFields
     */
    public static function from(array $typed, Form $form): self
    {
        $errors = [];
        $values = [];
        foreach ($form->fields as $name => $field) {
            $values[$name] = $form->normalise($typed[$name] ?? '');
            $broken = $field->ruleBrokenBy($values[$name]);
            if ($broken !== null) {
                $errors[$name] = $field->messages[$broken];
            }
        }
        if ($errors !== []) {
            throw new InvalidFields($errors);
        }

        return new self($form, $values);
    }

    /**
     * A stored message is not checked again: it was accepted, even if the rules are stricter now.
     * @param array<mixed> $fields some may be missing, or unknown to the form
     */
    public static function stored(array $fields, Form $form): self
    {
        $values = [];
        foreach ($fields as $name => $value) {
            if (\is_string($name) && \is_string($value)) {
                $values[$name] = $value;
            }
        }

        return new self($form, $values);
    }

    /** @return string what was typed into the fields with this role; empty if the form has none */
    public function inRole(string $role): string
    {
        $values = array_map(fn(string $name): string => $this->values[$name] ?? '', $this->form->fieldsFor($role));

        return implode(' ', array_filter($values, static fn(string $value): bool => $value !== ''));
    }

    public function email(): string
    {
        return $this->inRole('email');
    }

    /** Email addresses are stored and searched in lower case. */
    public static function normaliseEmail(string $email): string
    {
        return mb_strtolower($email, 'UTF-8');
    }

    /**
     * Does for forms without JavaScript what the field's script does. Cases: tests/contract/cases.json.
     * @return string ten digits, or the typed text if it is not a South African number
     */
    public static function rewriteNumber(string $typed): string
    {
        $digits = self::withoutSeparators($typed);
        $national = preg_replace(self::WITHOUT_ZERO, '0', $digits) ?? $digits;

        return preg_match('/^0[0-9]{9}$/D', $national) === 1 ? $national : $typed;
    }

    private static function withoutSeparators(string $typed): string
    {
        return preg_replace('~' . self::SEPARATORS . '~u', '', $typed) ?? $typed;
    }

    /** Whether a text has a number with the same last nine digits, however it is written. */
    public static function isNumberIn(string $number, string $text): bool
    {
        $digits = self::withoutSeparators($number);
        $written = '~' . implode(self::SEPARATORS, str_split(substr($digits, -9))) . '(?!\d)~u';

        return preg_match('/^\+?\d{9,15}$/D', $digits) === 1 && preg_match($written, $text) === 1;
    }

    /** Patterns for South African numbers accept only those with a leading zero. */
    public function internationalNumber(): string
    {
        return (string) preg_replace(['/[^+0-9]/', '/^0(?=\d{9}$)/D'], ['', '+27'], $this->inRole('number'));
    }

    /** @return ?string such as +27821234567, to search by; null without one number */
    public function phone(): ?string
    {
        $number = $this->internationalNumber();

        return preg_match('/^\+[0-9]{6,15}$/D', $number) === 1 ? $number : null;
    }

    /** As South Africans write it: 082 123 4567. */
    public function groupedNumber(): string
    {
        return (string) preg_replace('/^(\d{3})(\d{3})(\d{4})$/D', '$1 $2 $3', $this->inRole('number'));
    }

    /** In South Africa's numbering plan, 01 to 05 are landlines, and 080 and 085 to 089 are services. */
    public function hasMobileNumber(): bool
    {
        return preg_match('/^0(?:[67]|8[1-4])\d{7,8}$/D', $this->inRole('number')) === 1;
    }

    /**
     * Signals only mark the mail, because genuine enquiries cause them too. They contain nothing that was typed.
     * @param ?string $honeypot the hidden field
     * @param ?string $elapsed  milliseconds from opening the page to sending
     * @param string  $site     our host name; empty if unknown
     * @return list<string> short reasons, for a mail header
     */
    public function spamSignals(?string $honeypot, ?string $elapsed, bool $isFromPage, string $site): array
    {
        $signals = [];
        if (trim($honeypot ?? '') !== '') {
            $signals[] = 'a field that only programs see was filled in';
        }
        if (!$isFromPage) {
            $signals[] = 'nothing shows that it came from our page';
        }
        // Negative if the client's clock was set back.
        if (is_numeric($elapsed) && $elapsed >= 0 && $elapsed < self::LEAST_SECONDS_OF_A_PERSON * 1000) {
            $signals[] = \sprintf(
                'it was sent %.1F seconds after the page was opened',
                floor((float) $elapsed / 100) / 10,
            );
        }
        if ($this->isFrom(strtolower($site))) {
            $signals[] = 'its email address is of our own domain';
        }
        // An email address may look like a link.
        $text = implode("\n", array_diff_key($this->values, array_flip($this->form->fieldsFor('email'))));
        if (preg_match(self::TURNED_TEXT, $text) === 1) {
            $signals[] = 'it has characters that turn text around';
        }
        if (preg_match(self::FILE_PATH, $text) === 1) {
            $signals[] = 'it has a path to a file';
        }
        $links = (int) preg_match_all(self::LINK, $text);
        if ($links > self::MOST_LINKS_OF_A_PERSON) {
            $signals[] = "it has {$links} links";
        }

        return $signals;
    }

    /** SITE_URL is our domain. The domain of MAIL_FROM may be a provider's, whose addresses visitors have too. */
    private function isFrom(string $site): bool
    {
        $domain = strtolower(substr((string) strrchr($this->email(), '@'), 1));
        $bare = (string) preg_replace('/^www\./', '', $site);

        return $bare !== ''
            && $domain !== ''
            && (str_ends_with(".{$site}", ".{$domain}") || str_ends_with($domain, ".{$bare}"));
    }
}
