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

    public string $label;
    public string $control;

    /** @var array<string, string> the messages of the rules, in the order in which they are checked */
    public array $messages;

    /** @var list<string> of a select */
    public array $options;

    // Any value, if the field does not have the rule.
    private int $exactLength;
    private int $maxLength;
    private string $pattern;

    /** @var array<string, string> texts by pattern */
    private array $advice;

    /**
     * Types are also checked by TypeScript, when the site is built.
     * @param mixed $entry in form.json
     * @throws InvalidForm
     */
    public function __construct(mixed $entry)
    {
        $entry = (array) $entry;
        $noControl = 'it needs a control, one of ' . implode(', ', array_keys(self::CONTROLS));
        $this->control = self::text($entry['control'] ?? null, $noControl);
        $rules = self::CONTROLS[$this->control] ?? throw new InvalidForm($noControl);
        $this->label = self::line($entry['label'] ?? null, 'it needs a label of one line');
        $unknown = implode(', ', array_diff(array_keys($entry), $rules, self::OTHERS));
        if ($unknown !== '') {
            throw new InvalidForm(
                "it has an unknown rule {$unknown}. The rules of the control {$this->control} are "
                    . implode(', ', $rules),
            );
        }
        $values = $messages = [];
        foreach (array_intersect($rules, array_keys($entry)) as $rule) {
            $written = (array) $entry[$rule];
            $messages[$rule] = self::text($written['message'] ?? null, "{$rule} needs a message");
            $values[$rule] = $written['value'] ?? $written['values'] ?? '';
        }
        if (isset($messages['pattern']) && !isset($messages['exactLength']) && !isset($messages['maxLength'])) {
            throw new InvalidForm('it needs maxLength besides its pattern, because a pattern may fail on a long text');
        }
        $this->messages = $messages;
        $this->options = $this->control === self::SELECT ? self::options($values['options'] ?? null) : [];
        $this->exactLength = self::length($values['exactLength'] ?? 1);
        $this->maxLength = self::length($values['maxLength'] ?? 1);
        $this->pattern = self::expression(self::text($values['pattern'] ?? '^', 'pattern needs a value'));
        $this->advice = self::advice((array) ($entry['advice'] ?? []));
    }

    /** @return list<string> */
    private static function options(mixed $values): array
    {
        $otherwise = 'options needs values: a list of different texts, of one line each';
        $options = [];
        foreach ((array) $values as $value) {
            $option = self::line($value, $otherwise);
            // The rules trim every value, and browsers send one space for several.
            if (preg_match('/^\p{Zs}|\p{Zs}$|  /uD', $option) === 1) {
                throw new InvalidForm("its option \"{$option}\" must not have a space at an end, nor two in a row");
            }
            $options[] = $option;
        }

        return $options !== [] && array_unique($options) === $values ? $options : throw new InvalidForm($otherwise);
    }

    /** @throws InvalidForm if it is not a text of one line */
    public static function line(mixed $text, string $otherwise): string
    {
        $line = self::text($text, $otherwise);

        return preg_match('/^[^\p{C}\p{Zl}\p{Zp}]+$/uD', $line) === 1 ? $line : throw new InvalidForm($otherwise);
    }

    /** Before the value. Without a colon after a question or a sentence. */
    public static function heading(string $label): string
    {
        return preg_match('/[?!:.…؟？]$/uD', $label) === 1 ? $label : "{$label}:";
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
            $entry = (array) $entry;
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
        foreach (array_keys($this->messages) as $rule) {
            $isKept = match ($rule) {
                'options' => \in_array($normalised, $this->options, true),
                'exactLength' => self::lengthOf($normalised) === $this->exactLength,
                'maxLength' => self::lengthOf($normalised) <= $this->maxLength,
                'pattern' => self::matches($this->pattern, $normalised),
                default => $this->control !== self::CHECKBOX || $normalised === self::TICKED,
            };
            if (!$isKept) {
                return $rule;
            }
        }

        return null;
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

        return $found === false ? throw self::unusable($expression) : $found === 1;
    }

    public static function remove(string $expression, string $text): string
    {
        return @preg_replace($expression, '', $text) ?? throw self::unusable($expression);
    }

    private static function unusable(string $expression): InvalidForm
    {
        $pattern = str_replace(self::DELIMITER, '/', $expression);

        return new InvalidForm("the pattern {$pattern} cannot be used: " . preg_last_error_msg());
    }

    /** In code points, as JavaScript's [...text].length counts them. */
    public static function lengthOf(string $text): int
    {
        return mb_strlen($text, 'UTF-8');
    }
}
