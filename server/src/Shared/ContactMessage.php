<?php

declare(strict_types=1);

namespace Enquiry\Shared;

/** A message that passed the rules, with trimmed values. */
final readonly class ContactMessage
{
    /** Between the digits of a number: JavaScript's white space, brackets, dots, slashes, dashes and direction marks. */
    private const SEPARATORS = '~[\t\n\x{0B}\f\r \x{A0}\x{1680}\x{2000}-\x{200A}\x{2028}\x{2029}\x{202F}\x{205F}\x{3000}\x{FEFF}'
        . '().\-/\x{2010}-\x{2015}\x{200E}\x{200F}\x{202A}-\x{202E}\x{2060}-\x{2069}]+~u';

    private const LEAST_SECONDS_OF_A_PERSON = 3;
    private const MOST_LINKS_OF_A_PERSON = 3;
    private const LINK = '~\b(?:https?://(?:www\.)?|www\.)(?=[^\s/])~iu';

    /** @param array<string, string> $values by field, with all of ContactRules::FIXED */
    private function __construct(public array $values) {}

    /**
     * @param array<string, string> $typed a missing field counts as empty
     *
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
            throw InvalidFields::because($errors);
        }

        return new self($values);
    }

    /**
     * A stored message. The rules are not checked again: they may be stricter now, and the visitor was told that it arrived.
     *
     * @param array<mixed> $fields
     *
     * @throws \UnexpectedValueException
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
     * Rewrites a contact number as the field's script does, for forms without JavaScript. Cases: tests/contract/cases.json.
     *
     * @return string ten digits, or the typed text if it is not a South African number
     */
    public static function rewriteNumber(string $typed): string
    {
        $digits = preg_replace(self::SEPARATORS, '', $typed) ?? $typed;
        // The zero replaces the country code, or was dropped by a spreadsheet (mobile numbers only, 6 to 8).
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

    /** South Africa's numbering plan: 01 to 05 are landlines, 080 and 085 to 089 services. */
    public function hasMobileNumber(): bool
    {
        return preg_match('/^0(?:[67]|8[1-4])/', $this->contactNumber()) === 1;
    }

    public function subject(): string
    {
        return $this->values['subject'];
    }

    public function message(): string
    {
        return $this->values['message'];
    }

    /**
     * Signals only mark the mail, because people cause them too: browsers fill in hidden fields, and a brief has links.
     * The reasons go into a mail header, so they contain nothing that was typed.
     *
     * @param ?string $honeypot the hidden field, as the client sent it
     * @param ?string $elapsed  milliseconds from opening the page to sending, as the client sent it
     *
     * @return list<string> short reasons
     */
    public function spamSignals(?string $honeypot, ?string $elapsed): array
    {
        $signals = [];
        if (trim($honeypot ?? '') !== '') {
            $signals[] = 'the hidden field was filled in';
        }
        // It is negative after the client's clock was set back.
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
