<?php

declare(strict_types=1);

namespace Enquiry\Rules;

/** One entry of contact.json: what the form says of a field, and the rules that it holds it to. */
final readonly class Field
{
    private const CONTROLS = ['text', 'email', 'tel', 'textarea'];

    /** In the order in which they are tried. Lengths come before the pattern: see Pattern. */
    private const RULES = ['required', 'exactLength', 'maxLength', 'pattern'];

    /** What to do about these, their messages say already. */
    private const SELF_EVIDENT = ['required', 'maxLength'];

    /**
     * @param array<string, string>                     $messages by rule
     * @param list<array{pattern: string, text: string}> $advice   a pattern is compiled where it is tried
     */
    private function __construct(
        public string $label,
        public array $messages,
        private ?int $exactLength,
        private ?int $maxLength,
        private ?Pattern $pattern,
        private array $advice,
    ) {}

    /** @throws InvalidRules */
    public static function from(string $name, mixed $entry, bool $isFixed): self
    {
        if (!\is_array($entry)) {
            throw InvalidRules::inField($name, 'it must be an object with label, control, since and rules');
        }
        self::checkPresentation($name, $entry);
        $unknown = array_diff(array_keys($entry), self::RULES, ['label', 'control', 'autocomplete', 'hint', 'since', 'advice']);
        if ($unknown !== []) {
            throw InvalidRules::inField($name, 'it has an unknown rule ' . implode(', ', $unknown) . '. There are ' . implode(', ', self::RULES));
        }
        if ($isFixed && !isset($entry['required'])) {
            throw InvalidRules::inField($name, 'it cannot be optional, because enquiries are mailed with it. Give it required, with a message');
        }
        $messages = [];
        foreach (array_intersect(self::RULES, array_keys($entry)) as $rule) {
            $messages[$rule] = self::text($entry[$rule], 'message') ?? throw InvalidRules::inField($name, $rule === 'required'
                ? 'required needs a message for whoever leaves it empty; an optional field has no required at all'
                : "{$rule} needs a message for whoever breaks it, beside its value");
        }
        if (isset($messages['pattern']) && !isset($messages['exactLength']) && !isset($messages['maxLength'])) {
            throw InvalidRules::inField($name, 'it needs maxLength beside its pattern: on long texts a pattern may fail');
        }

        return new self(
            self::text($entry, 'label') ?? $name,
            $messages,
            self::length($name, 'exactLength', $entry),
            self::length($name, 'maxLength', $entry),
            self::pattern($name, $entry),
            self::advice($name, $entry['advice'] ?? []),
        );
    }

    /** @param array<mixed> $entry */
    private static function checkPresentation(string $name, array $entry): void
    {
        $label = self::text($entry, 'label');
        if ($label === null || preg_match('/^[^\p{C}\p{Zl}\p{Zp}]+$/uD', $label) !== 1) {
            throw InvalidRules::inField($name, 'it needs a label: the words, in one line, that stand over it and beside it in the mail');
        }
        if (!\in_array($entry['control'] ?? null, self::CONTROLS, true)) {
            throw InvalidRules::inField($name, 'it needs a control, one of ' . implode(', ', self::CONTROLS));
        }
        if (preg_match('/^\d+\.\d+\.\d+$/D', self::text($entry, 'since') ?? '') !== 1) {
            throw InvalidRules::inField($name, 'it needs since: the release that brought it, such as 1.2.0');
        }
        foreach (['autocomplete', 'hint'] as $optional) {
            if (\array_key_exists($optional, $entry) && self::text($entry, $optional) === null) {
                throw InvalidRules::inField($name, "{$optional} must be a text. Leave it out where there is none");
            }
        }
    }

    private static function text(mixed $object, string $key): ?string
    {
        $text = \is_array($object) ? $object[$key] ?? null : null;

        return \is_string($text) && $text !== '' ? $text : null;
    }

    /** @param array<mixed> $entry */
    private static function length(string $name, string $rule, array $entry): ?int
    {
        if (!isset($entry[$rule])) {
            return null;
        }
        $value = \is_array($entry[$rule]) ? $entry[$rule]['value'] ?? null : null;

        return \is_int($value) && $value > 0 ? $value : throw InvalidRules::inField($name, "{$rule} needs a value: a whole number above zero");
    }

    /** @param array<mixed> $entry */
    private static function pattern(string $name, array $entry): ?Pattern
    {
        if (!isset($entry['pattern'])) {
            return null;
        }
        $value = self::text($entry['pattern'], 'value') ?? throw InvalidRules::inField($name, 'pattern needs a value: a regular expression');
        try {
            return Pattern::of($value);
        } catch (InvalidRules $fault) {
            throw InvalidRules::inField($name, 'pattern does not compile. It has to mean the same in JavaScript (flag u) and in PCRE', $fault);
        }
    }

    /** @return list<array{pattern: string, text: string}> */
    private static function advice(string $name, mixed $definitions): array
    {
        $advice = [];
        foreach (\is_array($definitions) ? $definitions : [null] as $definition) {
            $pattern = \is_array($definition) ? $definition['pattern'] ?? null : null;
            $text = self::text($definition, 'text');
            if (!\is_string($pattern) || $text === null) {
                throw InvalidRules::inField($name, 'advice must be a list of patterns and texts');
            }
            $advice[] = ['pattern' => $pattern, 'text' => $text];
        }

        return $advice;
    }

    /** @return ?string the first rule that a normalised value breaks; one that is not there breaks only that it has to be */
    public function ruleBrokenBy(string $normalised): ?string
    {
        if ($normalised === '') {
            return isset($this->messages['required']) ? 'required' : null;
        }
        $length = self::lengthOf($normalised);

        return match (true) {
            $this->exactLength !== null && $length !== $this->exactLength => 'exactLength',
            $this->maxLength !== null && $length > $this->maxLength => 'maxLength',
            $this->pattern?->matches($normalised) === false => 'pattern',
            default => null,
        };
    }

    /**
     * What may help whoever typed this value, where it breaks a rule that does not tell how to mend it.
     * A pattern that cannot be run costs the advice, not the answer.
     */
    public function adviceOn(string $normalised): ?string
    {
        $broken = $this->ruleBrokenBy($normalised);
        if ($broken === null || \in_array($broken, self::SELF_EVIDENT, true)) {
            return null;
        }
        try {
            foreach ($this->advice as $advice) {
                if (Pattern::of($advice['pattern'])->matches($normalised)) {
                    return $advice['text'];
                }
            }
        } catch (InvalidRules) {
        }

        return null;
    }

    /** In code points, as JavaScript's [...text].length counts them. */
    public static function lengthOf(string $text): int
    {
        return mb_strlen($text, 'UTF-8');
    }
}
