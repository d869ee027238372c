<?php

declare(strict_types=1);

namespace Enquiry\Rules;

/** contact.json, checked once: what it does not state cannot be asked of it later. */
final readonly class ContactRules
{
    private const ADVICE = 'advice';

    /** What the form says and does, which is for the client. */
    private const PRESENTATION = ['label', 'control', 'autocomplete', 'hint', 'since'];

    /** What to do about these, their messages say already. */
    private const SELF_EVIDENT = [Rule::Required, Rule::MaxLength];

    /**
     * @param array<string, list<Constraint>>                          $constraints by field, in the order of Rule
     * @param array<string, list<array{pattern: string, text: string}>> $advice      by field; a pattern is compiled where it is tried
     */
    private function __construct(public Text $text, private array $constraints, private array $advice) {}

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
        $advice = [];
        foreach ($names as $name) {
            $definitions = $fields[$name] ?? null;
            $advice[$name] = self::advice(\is_array($definitions) ? $definitions[self::ADVICE] ?? [] : []);
            $constraints[$name] = self::constraints($definitions);
        }

        return new self(Text::withWhiteSpace($whiteSpace), $constraints, $advice);
    }

    /** @return list<Constraint> */
    private static function constraints(mixed $definitions): array
    {
        if (!\is_array($definitions) || !isset($definitions[Rule::Required->value])) {
            throw InvalidRules::misshapen('every field is required');
        }
        $unknown = array_diff(array_keys($definitions), array_column(Rule::cases(), 'value'), [self::ADVICE], self::PRESENTATION);
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

    /** @return list<array{pattern: string, text: string}> */
    private static function advice(mixed $definitions): array
    {
        $advice = [];
        foreach (\is_array($definitions) ? $definitions : [null] as $definition) {
            $pattern = \is_array($definition) ? $definition['pattern'] ?? null : null;
            $text = \is_array($definition) ? $definition['text'] ?? null : null;
            if (!\is_string($pattern) || !\is_string($text) || $text === '') {
                throw InvalidRules::misshapen('advice must be a list of patterns and texts');
            }
            $advice[] = ['pattern' => $pattern, 'text' => $text];
        }

        return $advice;
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

    /**
     * What may help whoever typed this value, where it breaks a rule that does not tell how to mend it.
     * A pattern that cannot be run costs the advice, not the answer.
     */
    public function adviceOn(Field $field, string $normalised): ?string
    {
        $violated = $this->violatedBy($field, $normalised);
        if ($violated === null || \in_array($violated->rule, self::SELF_EVIDENT, true)) {
            return null;
        }
        try {
            foreach ($this->advice[$field->value] as $advice) {
                if (Pattern::of($advice['pattern'])->matches($normalised)) {
                    return $advice['text'];
                }
            }
        } catch (PatternFault) {
        }

        return null;
    }
}
