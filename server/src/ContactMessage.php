<?php

declare(strict_types=1);

namespace Enquiry;

use Enquiry\Rules\ContactRules;
use Enquiry\Rules\Field;

/** Exists only if it passed the rules; holds the values as the rules saw them, trimmed. */
final readonly class ContactMessage
{
    private function __construct(
        public string $name,
        public string $surname,
        public string $email,
        public string $contactNumber,
        public string $subject,
        public string $message,
    ) {}

    /**
     * @param array<string, string> $typed a missing field counts as empty
     *
     * @throws InvalidFields
     */
    public static function from(array $typed, ContactRules $rules): self
    {
        $errors = [];
        $values = [];
        foreach (Field::cases() as $field) {
            $value = $rules->text->normalise($typed[$field->value] ?? '');
            $values[$field->value] = $value;
            $violated = $rules->violatedBy($field, $value);
            if ($violated !== null) {
                $errors[$field->value] = $violated->message;
            }
        }
        if ($errors !== []) {
            throw InvalidFields::because($errors);
        }

        return new self(...$values);
    }

    /**
     * One that was taken earlier. The rules are not asked again: they may have become stricter since,
     * and the visitor was told that it arrived.
     *
     * @param array<mixed> $fields
     *
     * @throws \UnexpectedValueException
     */
    public static function stored(array $fields): self
    {
        $values = [];
        foreach (Field::cases() as $field) {
            $value = $fields[$field->value] ?? null;
            if (!\is_string($value)) {
                throw new \UnexpectedValueException("{$field->value} is missing");
            }
            $values[$field->value] = $value;
        }

        return new self(...$values);
    }

    public function fullName(): string
    {
        return "{$this->name} {$this->surname}";
    }

    /** The phone pattern admits South African numbers with a leading zero only. */
    public function internationalNumber(): string
    {
        return '+27' . substr($this->contactNumber, 1);
    }
}
