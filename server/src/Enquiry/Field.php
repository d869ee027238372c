<?php

declare(strict_types=1);

namespace Enquiry\Enquiry;

/** A field of a form with its rules. */
final readonly class Field
{
    public const SELECT = 'select';
    public const CHECKBOX = 'checkbox';

    /** The value of a ticked checkbox. */
    public const TICKED = 'yes';

    /**
     * Typed text: the rules in the order in which they are checked. Lengths come before the pattern: see expression().
     */
    private const TYPED = ['required', 'exactLength', 'maxLength', 'pattern'];

    /** The rules that each control may have. */
    private const CONTROLS = [
        'text' => self::TYPED,
        'email' => self::TYPED,
        'tel' => self::TYPED,
        'textarea' => self::TYPED,
        self::SELECT => ['required', 'options'],
        self::CHECKBOX => ['required'],
    ];

    /** No pattern contains this character, so nothing needs escaping. */
    private const DELIMITER = "\x01";

    /** No advice is shown if one of these rules is broken. */
    private const SELF_EVIDENT = ['required', 'maxLength', 'options'];

    /**
     * @param array<string, string>                     $messages by rule
     * @param list<string>                              $options  of a select
     * @param list<array{pattern: string, text: string}> $advice
     */
    private function __construct(
        public string $label,
        public string $control,
        public array $messages,
        public array $options,
        private ?int $exactLength,
        private ?int $maxLength,
        private ?string $pattern,
        private array $advice,
    ) {}

    /** @throws InvalidForm */
    public static function from(mixed $entry): self
    {
        if (!\is_array($entry)) {
            throw new InvalidForm('it must be an object with label, control and rules');
        }
        [$label, $control] = self::presentation($entry);
        $rules = self::CONTROLS[$control];
        $isTyped = $rules === self::TYPED;
        $unknown = array_diff(
            array_keys($entry),
            $rules,
            ['label', 'control', 'hint'],
            $isTyped ? ['autocomplete', 'advice'] : [],
        );
        if ($unknown !== []) {
            throw new InvalidForm(
                'it has an unknown rule '
                    . implode(', ', $unknown)
                    . ". The rules of the control {$control} are "
                    . implode(', ', $rules),
            );
        }
        $messages = [];
        foreach (array_intersect($rules, array_keys($entry)) as $rule) {
            $messages[$rule] = self::text($entry[$rule], 'message') ?? throw new InvalidForm($rule === 'required'
                ? 'required needs a message. If the field is optional, remove required'
                : "{$rule} needs a message and " . ($rule === 'options' ? 'values' : 'a value'));
        }
        if (isset($messages['pattern']) && !isset($messages['exactLength']) && !isset($messages['maxLength'])) {
            throw new InvalidForm('it needs maxLength besides its pattern, because a pattern may fail on a long text');
        }

        return new self(
            $label,
            $control,
            $messages,
            $control === self::SELECT ? self::options($entry) : [],
            self::length('exactLength', $entry),
            self::length('maxLength', $entry),
            self::pattern($entry),
            self::advice($entry['advice'] ?? []),
        );
    }

    /**
     * @param array<mixed> $entry
     * @return array{string, key-of<self::CONTROLS>} the label and the control
     */
    private static function presentation(array $entry): array
    {
        $label = self::text($entry, 'label');
        if ($label === null || preg_match('/^[^\p{C}\p{Zl}\p{Zp}]+$/uD', $label) !== 1) {
            throw new InvalidForm('it needs a label: one line of text, for the form and the mail');
        }
        $control = self::text($entry, 'control') ?? '';
        if (!isset(self::CONTROLS[$control])) {
            throw new InvalidForm('it needs a control, one of ' . implode(', ', array_keys(self::CONTROLS)));
        }
        foreach (['autocomplete', 'hint'] as $optional) {
            if (\array_key_exists($optional, $entry) && self::text($entry, $optional) === null) {
                throw new InvalidForm("{$optional} must be a text. If there is none, remove {$optional}");
            }
        }

        return [$label, $control];
    }

    /**
     * @param array<mixed> $entry
     * @return list<string>
     */
    private static function options(array $entry): array
    {
        $values = \is_array($entry['options'] ?? null) ? $entry['options']['values'] ?? null : null;
        $options = array_filter(
            \is_array($values) ? $values : [],
            static fn(mixed $value): bool => \is_string($value)
                && preg_match('/^(?! )[^\p{C}\p{Zl}\p{Zp}]+(?<! )$/uD', $value) === 1,
        );
        if (
            $options === []
            || $options !== $values
            || array_unique($options) !== $options
            || !array_is_list($options)
        ) {
            throw new InvalidForm('options needs values: a list of different texts, of one line each');
        }

        return $options;
    }

    private static function text(mixed $object, string $key): ?string
    {
        $text = \is_array($object) ? $object[$key] ?? null : null;

        return \is_string($text) && $text !== '' ? $text : null;
    }

    /** @param array<mixed> $entry */
    private static function length(string $rule, array $entry): ?int
    {
        if (!isset($entry[$rule])) {
            return null;
        }
        $value = \is_array($entry[$rule]) ? $entry[$rule]['value'] ?? null : null;

        return \is_int($value) && $value > 0
            ? $value
            : throw new InvalidForm("{$rule} needs a value: a whole number above zero");
    }

    /** @param array<mixed> $entry */
    private static function pattern(array $entry): ?string
    {
        if (!isset($entry['pattern'])) {
            return null;
        }
        $value = self::text($entry['pattern'], 'value')
            ?? throw new InvalidForm('pattern needs a value: a regular expression');
        try {
            return self::expression($value);
        } catch (InvalidForm $error) {
            throw new InvalidForm(
                'pattern does not compile. It must work the same in JavaScript (flag u) and in PCRE',
                $error,
            );
        }
    }

    /** @return list<array{pattern: string, text: string}> */
    private static function advice(mixed $definitions): array
    {
        $advice = [];
        foreach (\is_array($definitions) ? $definitions : [null] as $definition) {
            $pattern = \is_array($definition) ? $definition['pattern'] ?? null : null;
            $text = self::text($definition, 'text');
            if (!\is_string($pattern) || $text === null) {
                throw new InvalidForm('advice must be a list of objects with a pattern and a text');
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
        if ($this->control === self::CHECKBOX) {
            return isset($this->messages['required']) && $normalised !== self::TICKED ? 'required' : null;
        }
        $length = self::lengthOf($normalised);

        return match (true) {
            $this->options !== [] && !\in_array($normalised, $this->options, true) => 'options',
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
        } catch (InvalidForm) {
            // An invalid pattern must not stop the answer.
        }

        return null;
    }

    /**
     * A JavaScript pattern (flag u) for PHP. Without D, $ would match before a trailing newline.
     * On inputs above 20 kB, preg_match() may return false: that is an error and not "no match".
     * @throws InvalidForm
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
            throw InvalidForm::pattern(str_replace(self::DELIMITER, '/', $expression), preg_last_error_msg());
        }

        return $found === 1;
    }

    public static function remove(string $expression, string $text): string
    {
        return @preg_replace($expression, '', $text)
            ?? throw InvalidForm::pattern(str_replace(self::DELIMITER, '/', $expression), preg_last_error_msg());
    }

    /** In code points, as JavaScript's [...text].length counts them. */
    public static function lengthOf(string $text): int
    {
        return mb_strlen($text, 'UTF-8');
    }
}
