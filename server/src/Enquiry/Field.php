<?php

declare(strict_types=1);

namespace Enquiry\Enquiry;

/**
 * A field of a form with its rules.
 *
 * @phpstan-type Required array{message: string}
 * @phpstan-type Length array{value: int, message: string}
 * @phpstan-type Entry array{label: string, control: string, required?: Required, exactLength?: Length,
 *     maxLength?: Length, pattern?: array{value: string, message: string},
 *     options?: array{values: list<string>, message: string}, advice?: list<array{pattern: string, text: string}>}
 */
final readonly class Field
{
    public const CHECKBOX = 'checkbox';

    /** The value of a ticked checkbox. */
    public const TICKED = 'yes';

    /** In the order in which they are checked. Lengths come before the pattern: see expression(). */
    private const RULES = ['required', 'options', 'exactLength', 'maxLength', 'pattern'];

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

    /** @param Entry $entry in form.json, which the build has checked */
    public function __construct(array $entry)
    {
        $this->label = $entry['label'];
        $this->control = $entry['control'];
        $messages = [];
        foreach (self::RULES as $rule) {
            if (isset($entry[$rule])) {
                $messages[$rule] = $entry[$rule]['message'];
            }
        }
        $this->messages = $messages;
        $this->options = $entry['options']['values'] ?? [];
        $this->exactLength = $entry['exactLength']['value'] ?? 1;
        $this->maxLength = $entry['maxLength']['value'] ?? 1;
        $this->pattern = self::expression($entry['pattern']['value'] ?? '^');
        $advice = [];
        foreach ($entry['advice'] ?? [] as $one) {
            $advice[self::expression($one['pattern'])] = $one['text'];
        }
        $this->advice = $advice;
    }

    /** Before the value. Without a colon after a question or a sentence. */
    public static function heading(string $label): string
    {
        return preg_match('/[?!:.…؟？]$/uD', $label) === 1 ? $label : "{$label}:";
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
        $read = Reading::of($this->control, $normalised);
        foreach ($this->advice as $expression => $text) {
            if (self::matches($expression, $read)) {
                return $text . $this->question($normalised);
            }
        }

        return null;
    }

    /** @return string after the advice: the address that the visitor probably means */
    private function question(string $normalised): string
    {
        $meant = $this->control === 'email' ? Reading::repaired($normalised) : '';

        return $meant === '' || $this->ruleBrokenBy($meant) !== null ? '' : ' ' . Reading::question($meant);
    }

    /** A JavaScript pattern (flag u) for PHP. Without D, $ would match before a trailing newline. */
    public static function expression(string $pattern, string $modifiers = 'uD'): string
    {
        return self::DELIMITER . $pattern . self::DELIMITER . $modifiers;
    }

    /** On inputs above 20 kB, preg_match() may return false: that is an error and not "no match". */
    private static function matches(string $expression, string $text): bool
    {
        $found = @preg_match($expression, $text);

        return $found === false ? throw self::unusable($expression) : $found === 1;
    }

    public static function replace(string $expression, string $replacement, string $text): string
    {
        return @preg_replace($expression, $replacement, $text) ?? throw self::unusable($expression);
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
