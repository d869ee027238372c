<?php

declare(strict_types=1);

namespace Enquiry\Enquiry;

use Enquiry\Shared\Text;

/** The trimmed values of a form. */
final readonly class Message
{
    /** Between two digits of one number. */
    private const SEPARATORS = '[^0-9\p{L}+]*';

    /** @param array<string, string> $values by field name */
    private function __construct(public Form $form, public array $values) {}

    /**
     * @param array<string, string> $typed a missing field counts as empty
     * @throws InvalidFields
     */
    public static function from(array $typed, Form $form): self
    {
        $errors = [];
        $advice = [];
        $values = [];
        foreach ($form->fields as $name => $field) {
            $text = $typed[$name] ?? '';
            $rewritten = Reading::trimmed($form->rewritten($name, $text));
            $values[$name] = $form->roleOf($name) === 'name' ? $rewritten : Reading::trimmed($text);
            $error = $field->errorIn($values[$name]);
            if ($error !== null) {
                $errors[$name] = $error;
                $advice[$name] = $field->adviceOn($rewritten) ?? '';
            }
        }
        if ($errors !== []) {
            throw new InvalidFields($errors, Text::filled($advice));
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

        return trim(implode(' ', $values), ' ');
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

    /** Whether a text has a number with the same digits, of which only the last nine count, however it is written. */
    public static function isNumberIn(string $number, string $text): bool
    {
        $digits = (string) preg_replace('/[^0-9\p{L}+]+/u', '', $number);
        $written = '~' . implode(self::SEPARATORS, str_split(substr(ltrim($digits, '+'), -9))) . '(?!\d)~u';

        return preg_match('/^\+?\d{7,15}$/D', $digits) === 1 && preg_match($written, $text) === 1;
    }

    /** To be called from any country, if server/forms/text.json knows how. */
    public function internationalNumber(): string
    {
        return Reading::of('international', $this->inRole('number'));
    }

    /** @return ?string such as +27821234567, to search by; null without one number */
    public function phone(): ?string
    {
        return self::phoneIn($this->inRole('number'));
    }

    /** @return ?string the number in the form of phone(), however it is written; null if it is no number */
    public static function phoneIn(string $typed): ?string
    {
        $number = Reading::of('international', Reading::of('tel', $typed));

        return preg_match('/^\+[0-9]{6,15}$/D', $number) === 1 ? $number : null;
    }

    /** As South Africans write it: 082 123 4567. */
    public function groupedNumber(): string
    {
        return (string) preg_replace('/^(\d{3})(\d{3})(\d{4})$/D', '$1 $2 $3', $this->inRole('number'));
    }

    public function allowsWhatsApp(): bool
    {
        return ($this->values[Form::WHATSAPP] ?? '') === Field::TICKED;
    }
}
