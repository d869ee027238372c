<?php

declare(strict_types=1);

namespace Enquiry\Shared;

/** Exists only if it passed the rules; holds the values as the rules saw them, trimmed. */
final readonly class ContactMessage
{
    /** What people put between digits: spaces as JavaScript has them, brackets, dots, slashes, dashes, marks of direction. */
    private const SEPARATORS = '~[\t\n\x{0B}\f\r \x{A0}\x{1680}\x{2000}-\x{200A}\x{2028}\x{2029}\x{202F}\x{205F}\x{3000}\x{FEFF}'
        . '().\-/\x{2010}-\x{2015}\x{200E}\x{200F}\x{202A}-\x{202E}\x{2060}-\x{2069}]+~u';

    private const LEAST_SECONDS_OF_A_PERSON = 3;
    private const MOST_LINKS_OF_A_PERSON = 3;
    private const LINK = '~\b(?:https?://(?:www\.)?|www\.)(?=[^\s/])~iu';

    /** @param array<string, string> $values by field, in the order of the rules; those without which there is no enquiry are there */
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
     * One that was taken earlier. The rules are not asked again: they may have become stricter since, and the
     * visitor was told that it arrived. Nor does it matter which fields they have now: what was typed is kept.
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

    /** E-mail addresses are stored and looked up in one case, or a person would not find all of theirs. */
    public static function normaliseEmail(string $email): string
    {
        return mb_strtolower($email, 'UTF-8');
    }

    /**
     * Does for a form without JavaScript what its field does elsewhere; tests/contract/cases.json pins both.
     *
     * @return string ten digits, or what was typed, where it is no South African number
     */
    public static function rewriteNumber(string $typed): string
    {
        $digits = preg_replace(self::SEPARATORS, '', $typed) ?? $typed;
        // in the place of the country's code, or of a zero that a spreadsheet dropped; landlines have no 6 to 8
        $national = preg_replace(['/^(?:\+|00)?27(?=0?[0-9]{9}$)0?/D', '/^(?=[678][0-9]{8}$)/D'], '0', $digits) ?? $digits;

        return preg_match('/^0[0-9]{9}$/D', $national) === 1 ? $national : $typed;
    }

    public function contactNumber(): string
    {
        return $this->values['contactNumber'];
    }

    /** The phone pattern admits South African numbers with a leading zero only. */
    public function internationalNumber(): string
    {
        return '+27' . substr($this->contactNumber(), 1);
    }

    /** As South Africans write it: 082 123 4567. */
    public function groupedNumber(): string
    {
        return preg_replace('/^(\d{3})(\d{3})(\d{4})$/D', '$1 $2 $3', $this->contactNumber()) ?? $this->contactNumber();
    }

    /** By South Africa's numbering plan: landlines begin with 01 to 05, and 080 and 085 to 089 are services. */
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
     * What makes it look like spam. A signal only marks the mail, because each of them happens to people too: a
     * browser fills in hidden fields, someone pastes a text they prepared, a brief has links. Reasons are in our
     * own words alone, since they go into a header.
     *
     * Both are whatever the client sent; what they should not be says nothing about anyone.
     *
     * @param ?string $honeypot what stands in the field that people do not see
     * @param ?string $elapsed  milliseconds from the opening of the page to the sending
     *
     * @return list<string> short reasons
     */
    public function spamSignals(?string $honeypot, ?string $elapsed): array
    {
        $signals = [];
        if (trim($honeypot ?? '') !== '') {
            $signals[] = 'the hidden field was filled in';
        }
        // Less than nothing comes from a clock that was set back meanwhile.
        if (is_numeric($elapsed) && $elapsed >= 0 && $elapsed < self::LEAST_SECONDS_OF_A_PERSON * 1000) {
            $signals[] = \sprintf('it was sent %.1F seconds after the page was opened', floor((float) $elapsed / 100) / 10);
        }
        // An address may well look like one.
        $links = (int) preg_match_all(self::LINK, implode("\n", array_diff_key($this->values, ['email' => true])));
        if ($links > self::MOST_LINKS_OF_A_PERSON) {
            $signals[] = "it has {$links} links";
        }

        return $signals;
    }
}
