<?php

declare(strict_types=1);

namespace Enquiry\Shared;

/** A message that passed the rules, with trimmed values. */
final readonly class ContactMessage
{
    /** Removed from a contact number: JavaScript's white space, brackets, dots, slashes, dashes and direction marks. */
    private const SEPARATORS = '~[\t\n\x{0B}\f\r \x{A0}\x{1680}\x{2000}-\x{200A}\x{2028}\x{2029}\x{202F}\x{205F}\x{3000}\x{FEFF}'
        . '().\-/\x{2010}-\x{2015}\x{200E}\x{200F}\x{202A}-\x{202E}\x{2060}-\x{2069}]+~u';

    private const LEAST_SECONDS_OF_A_PERSON = 3;
    private const MOST_LINKS_OF_A_PERSON = 3;
    private const LINK = '~\b(?:https?://(?:www\.)?|www\.)(?=[^\s/])~iu';

    /** @param array<string, string> $values by field name; has all fields of ContactRules::FIXED */
    private function __construct(public array $values) {}

    /**
     * @param array<string, string> $typed a missing field counts as empty
     * @throws InvalidFields
     */
    public static function from(array $typed, ContactRules $rules): self
    {
        $errors = [];
        $values = [];
        foreach ($rules->fields as $name => $field) {
            $values[$name] = $rules->normalise($typed[$name] ?? '');
            $broken = $field->ruleBrokenBy($values[$name]);
            if ($broken !== null) {
                $errors[$name] = $field->messages[$broken];
            }
        }
        if ($errors !== []) {
            throw new InvalidFields($errors);
        }

        return new self($values);
    }

    /**
     * A stored message is not checked again: it was accepted, even if the rules are stricter now.
     * @param array<mixed> $fields
     * @throws \UnexpectedValueException if a field is missing
     */
    public static function stored(array $fields): self
    {
        $values = [];
        foreach ($fields as $name => $value) {
            if (\is_string($name) && \is_string($value)) {
                $values[$name] = $value;
            }
        }
        foreach (array_diff(ContactRules::FIXED, array_keys($values)) as $missing) {
            throw new \UnexpectedValueException("{$missing} is missing");
        }

        return new self($values);
    }

    public function fullName(): string
    {
        return "{$this->values['name']} {$this->values['surname']}";
    }

    public function email(): string
    {
        return $this->values['email'];
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
        $digits = preg_replace(self::SEPARATORS, '', $typed) ?? $typed;
        // Adds the zero that the country code replaces, or that a spreadsheet dropped (mobile numbers only, 6 to 8).
        $national = preg_replace(['/^(?:\+|00)?27(?=0?[0-9]{9}$)0?/D', '/^(?=[678][0-9]{8}$)/D'], '0', $digits) ?? $digits;

        return preg_match('/^0[0-9]{9}$/D', $national) === 1 ? $national : $typed;
    }

    public function contactNumber(): string
    {
        return $this->values['contactNumber'];
    }

    /** The pattern allows only South African numbers with a leading zero. */
    public function internationalNumber(): string
    {
        return '+27' . substr($this->contactNumber(), 1);
    }

    /** As South Africans write it: 082 123 4567. */
    public function groupedNumber(): string
    {
        return preg_replace('/^(\d{3})(\d{3})(\d{4})$/D', '$1 $2 $3', $this->contactNumber()) ?? $this->contactNumber();
    }

    /** In South Africa's numbering plan, 01 to 05 are landlines, and 080 and 085 to 089 are services. */
    public function hasMobileNumber(): bool
    {
        return preg_match('/^0(?:[67]|8[1-4])/', $this->contactNumber()) === 1;
    }

    /**
     * Signals only mark the mail, because genuine enquiries cause them too. They contain nothing that was typed.
     * @param ?string $honeypot the hidden field
     * @param ?string $elapsed  milliseconds from opening the page to sending
     * @return list<string> short reasons, for a mail header
     */
    public function spamSignals(?string $honeypot, ?string $elapsed): array
    {
        $signals = [];
        if (trim($honeypot ?? '') !== '') {
            $signals[] = 'the hidden field was filled in';
        }
        // Negative if the client's clock was set back.
        if (is_numeric($elapsed) && $elapsed >= 0 && $elapsed < self::LEAST_SECONDS_OF_A_PERSON * 1000) {
            $signals[] = \sprintf('it was sent %.1F seconds after the page was opened', floor((float) $elapsed / 100) / 10);
        }
        // An email address may look like a link.
        $links = (int) preg_match_all(self::LINK, implode("\n", array_diff_key($this->values, ['email' => true])));
        if ($links > self::MOST_LINKS_OF_A_PERSON) {
            $signals[] = "it has {$links} links";
        }

        return $signals;
    }
}
