<?php

declare(strict_types=1);

namespace Enquiry\Rules;

/** contact.json, checked once: what it does not state cannot be asked of it later. */
final readonly class ContactRules
{
    /** @param array<string, list<Constraint>> $constraints by field, in the order of Rule */
    private function __construct(public Text $text, private array $constraints) {}

    /** @throws InvalidRules */
    public static function fromFile(string $file): self
    {
        $json = is_file($file) ? @file_get_contents($file) : false;
        if ($json === false) {
            throw InvalidRules::unreadable($file);
        }
        try {
            return self::fromData(json_decode($json, true, 8, \JSON_THROW_ON_ERROR));
        } catch (\JsonException $exception) {
            throw InvalidRules::notJson($file, $exception);
        }
    }

    /** @throws InvalidRules */
    private static function fromData(mixed $data): self
    {
        $whiteSpace = \is_array($data) ? $data['whiteSpace'] ?? null : null;
        $fields = \is_array($data) ? $data['fields'] ?? null : null;
        if (!\is_string($whiteSpace) || $whiteSpace === '') {
            throw InvalidRules::misshapen('whiteSpace must be the inside of a character class');
        }
        $names = array_column(Field::cases(), 'value');
        if (!\is_array($fields) || array_diff(array_keys($fields), $names) !== []) {
            throw InvalidRules::misshapen('fields must be exactly ' . implode(', ', $names));
        }
        $constraints = [];
        foreach ($names as $name) {
            $constraints[$name] = self::constraints($fields[$name] ?? null);
        }

        return new self(Text::withWhiteSpace($whiteSpace), $constraints);
    }

    /** @return list<Constraint> */
    private static function constraints(mixed $definitions): array
    {
        if (!\is_array($definitions) || !isset($definitions[Rule::Required->value])) {
            throw InvalidRules::misshapen('every field is required');
        }
        $unknown = array_diff(array_keys($definitions), array_column(Rule::cases(), 'value'));
        if ($unknown !== []) {
            throw InvalidRules::misshapen('unknown rule ' . implode(', ', $unknown));
        }
        $constraints = [];
        foreach (Rule::cases() as $rule) {
            if (isset($definitions[$rule->value])) {
                $constraints[] = Constraint::from($rule, $definitions[$rule->value]);
            }
        }

        return $constraints;
    }

    /** The first rule that a normalised value breaks. */
    public function violatedBy(Field $field, string $normalised): ?Constraint
    {
        foreach ($this->constraints[$field->value] as $constraint) {
            if ($constraint->isViolatedBy($normalised)) {
                return $constraint;
            }
        }

        return null;
    }
}
