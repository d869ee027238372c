<?php

declare(strict_types=1);

namespace Enquiry\Shared;

/** One field of form.json with its rules. */
final readonly class Field
{
    private const CONTROLS = ['text', 'email', 'tel', 'textarea'];

    /** In the order in which they are checked. Lengths come before the pattern: see expression(). */
    private const RULES = ['required', 'exactLength', 'maxLength', 'pattern'];

    /** No pattern contains this character, so nothing needs escaping. */
    private const DELIMITER = "\x01";

    /** No advice is shown if one of these rules is broken. */
    private const SELF_EVIDENT = ['required', 'maxLength'];

    /**
     * @param array<string, string>                     $messages by rule
     * @param list<array{pattern: string, text: string}> $advice
     */
    private function __construct(
        public string $label,
        public array $messages,
        private ?int $exactLength,
        private ?int $maxLength,
        private ?string $pattern,
        private array $advice,
    ) {}

    /** @throws InvalidRules */
    public static function from(string $name, mixed $entry, bool $isFixed): self
    {
        if (!\is_array($entry)) {
            throw InvalidRules::inField($name, 'it must be an object with label, control and rules');
        }
        self::checkPresentation($name, $entry);
        $unknown = array_diff(array_keys($entry), self::RULES, ['label', 'control', 'autocomplete', 'hint', 'advice']);
        if ($unknown !== []) {
            throw InvalidRules::inField($name, 'it has an unknown rule ' . implode(', ', $unknown) . '. The rules are ' . implode(', ', self::RULES));
        }
        if ($isFixed && !isset($entry['required'])) {
            throw InvalidRules::inField($name, 'it cannot be optional, because the mail needs it. Add required, with a message');
        }
        $messages = [];
        foreach (array_intersect(self::RULES, array_keys($entry)) as $rule) {
            $messages[$rule] = self::text($entry[$rule], 'message') ?? throw InvalidRules::inField($name, $rule === 'required'
                ? 'required needs a message. If the field is optional, remove required'
                : "{$rule} needs a message and a value");
        }
        if (isset($messages['pattern']) && !isset($messages['exactLength']) && !isset($messages['maxLength'])) {
            throw InvalidRules::inField($name, 'it needs maxLength besides its pattern, because a pattern may fail on a long text');
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
            throw InvalidRules::inField($name, 'it needs a label: one line of text, for the form and the mail');
        }
        if (!\in_array($entry['control'] ?? null, self::CONTROLS, true)) {
            throw InvalidRules::inField($name, 'it needs a control, one of ' . implode(', ', self::CONTROLS));
        }
        foreach (['autocomplete', 'hint'] as $optional) {
            if (\array_key_exists($optional, $entry) && self::text($entry, $optional) === null) {
                throw InvalidRules::inField($name, "{$optional} must be a text. If there is none, remove {$optional}");
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
    private static function pattern(string $name, array $entry): ?string
    {
        if (!isset($entry['pattern'])) {
            return null;
        }
        $value = self::text($entry['pattern'], 'value') ?? throw InvalidRules::inField($name, 'pattern needs a value: a regular expression');
        try {
            return self::expression($value);
        } catch (InvalidRules $error) {
            throw InvalidRules::inField($name, 'pattern does not compile. It must work the same in JavaScript (flag u) and in PCRE', $error);
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
                throw InvalidRules::inField($name, 'advice must be a list of objects with a pattern and a text');
            }
            $advice[] = ['pattern' => $pattern, 'text' => $text];
        }

        return $advice;
    }

    /** @return ?string the first broken rule */
    public function ruleBrokenBy(string $normalised): ?string
    {
        if ($normalised === '') {
            return isset($this->messages['required']) ? 'required' : null;
        }
        $length = self::lengthOf($normalised);

        return match (true) {
            $this->exactLength !== null && $length !== $this->exactLength => 'exactLength',
            $this->maxLength !== null && $length > $this->maxLength => 'maxLength',
            $this->pattern !== null && !self::matches($this->pattern, $normalised) => 'pattern',
            default => null,
        };
    }

    /** @return ?string advice for a visitor whose value breaks a rule */
    public function adviceOn(string $normalised): ?string
    {
        $broken = $this->ruleBrokenBy($normalised);
        if ($broken === null || \in_array($broken, self::SELF_EVIDENT, true)) {
            return null;
        }
        try {
            foreach ($this->advice as $advice) {
                if (self::matches(self::expression($advice['pattern']), $normalised)) {
                    return $advice['text'];
                }
            }
        } catch (InvalidRules) {
            // An invalid pattern must not stop the answer.
        }

        return null;
    }

    /**
     * A JavaScript pattern (flag u) for PHP. Without D, $ would match before a trailing newline.
     * On inputs above 20 kB, preg_match() may return false: that is an error and not "no match".
     * @throws InvalidRules
     */
    public static function expression(string $pattern): string
    {
        $expression = self::DELIMITER . $pattern . self::DELIMITER . 'uD';
        self::matches($expression, '');

        return $expression;
    }

    private static function matches(string $expression, string $text): bool
    {
        $found = @preg_match($expression, $text);
        if ($found === false) {
            throw InvalidRules::pattern(str_replace(self::DELIMITER, '/', $expression), preg_last_error_msg());
        }

        return $found === 1;
    }

    public static function remove(string $expression, string $text): string
    {
        return @preg_replace($expression, '', $text)
            ?? throw InvalidRules::pattern(str_replace(self::DELIMITER, '/', $expression), preg_last_error_msg());
    }

    /** In code points, as JavaScript's [...text].length counts them. */
    public static function lengthOf(string $text): int
    {
        return mb_strlen($text, 'UTF-8');
    }
}
