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

    /** Keys of an entry that are no rules. */
    private const OTHERS = ['label', 'control', 'hint', 'autocomplete', 'advice'];

    /** No pattern contains this character, so nothing needs escaping. */
    private const DELIMITER = "\x01";

    /** No advice is shown if one of these rules is broken. */
    private const SELF_EVIDENT = ['required', 'maxLength', 'options'];

    /**
     * @param array<string, string>                     $messages by rule
     * @param list<string>                              $options  of a select
     * @param array<string, string>                     $advice   texts by pattern
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

    /** Types are also checked by TypeScript, when the site is built. @throws InvalidForm */
    public static function from(mixed $entry): self
    {
        $entry = \is_array($entry) ? $entry : [];
        $noControl = 'it needs a control, one of ' . implode(', ', array_keys(self::CONTROLS));
        $control = self::text($entry['control'] ?? null, $noControl);
        $rules = self::CONTROLS[$control] ?? throw new InvalidForm($noControl);
        $label = self::text($entry['label'] ?? null, 'it needs a label');
        if (!self::isLine($label)) {
            throw new InvalidForm('it needs a label of one line');
        }
        $unknown = array_diff(array_keys($entry), $rules, self::OTHERS);
        if ($unknown !== []) {
            throw new InvalidForm(
                'it has an unknown rule '
                    . implode(', ', $unknown)
                    . ". The rules of the control {$control} are "
                    . implode(', ', $rules),
            );
        }
        $values = $messages = [];
        foreach (array_intersect($rules, array_keys($entry)) as $rule) {
            $written = \is_array($entry[$rule]) ? $entry[$rule] : [];
            $values[$rule] = $written['value'] ?? $written['values'] ?? null;
            $messages[$rule] = self::text($written['message'] ?? null, "{$rule} needs a message");
        }
        if (isset($messages['pattern']) && !isset($messages['exactLength']) && !isset($messages['maxLength'])) {
            throw new InvalidForm('it needs maxLength besides its pattern, because a pattern may fail on a long text');
        }

        return new self(
            $label,
            $control,
            $messages,
            $control === self::SELECT ? self::options($values['options'] ?? null) : [],
            isset($messages['exactLength']) ? self::length($values['exactLength'] ?? null) : null,
            isset($messages['maxLength']) ? self::length($values['maxLength'] ?? null) : null,
            isset($messages['pattern'])
                ? self::expression(self::text($values['pattern'] ?? null, 'pattern needs a value'))
                : null,
            self::advice((array) ($entry['advice'] ?? [])),
        );
    }

    /** @return list<string> */
    private static function options(mixed $values): array
    {
        $options = array_filter(\is_array($values) ? $values : [], \is_string(...));
        $isOption = static fn(string $option): bool => self::isLine($option) && trim($option) === $option;
        $usable = array_values(array_unique(array_filter($options, $isOption)));

        return $usable !== [] && $usable === $values
            ? $usable
            : throw new InvalidForm('options needs values: a list of different texts, of one line each');
    }

    public static function isLine(string $text): bool
    {
        return preg_match('/^[^\p{C}\p{Zl}\p{Zp}]+$/uD', $text) === 1;
    }

    private static function text(mixed $text, string $otherwise): string
    {
        return \is_string($text) && $text !== '' ? $text : throw new InvalidForm($otherwise);
    }

    private static function length(mixed $value): int
    {
        return \is_int($value) && $value > 0
            ? $value
            : throw new InvalidForm('its length needs a value: a whole number above zero');
    }

    /**
     * @param array<mixed> $entries
     * @return array<string, string> texts by pattern
     */
    private static function advice(array $entries): array
    {
        $texts = [];
        foreach ($entries as $entry) {
            $entry = \is_array($entry) ? $entry : [];
            $pattern = self::text($entry['pattern'] ?? null, 'advice needs a pattern');
            $texts[self::expression($pattern)] = self::text($entry['text'] ?? null, 'advice needs a text');
        }

        return $texts;
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
        foreach ($this->advice as $expression => $text) {
            if (self::matches($expression, $normalised)) {
                return $text;
            }
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
