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

    /** No pattern contains this character, so nothing needs escaping. */
    private const DELIMITER = "\x01";

    /** No advice is shown if one of these rules is broken. */
    private const SELF_EVIDENT = ['required', 'maxLength', 'options'];

    public string $label;
    public string $control;
    /** Whether its rules tell a value from others, as a number's do. */
    public bool $hasShape;

    /** @var list<string> of a select */
    public array $options;

    /** @param Entry $entry in form.json, which the build has checked */
    public function __construct(private array $entry)
    {
        $this->label = $entry['label'];
        $this->control = $entry['control'];
        $this->hasShape = isset($entry['exactLength']) || isset($entry['pattern']);
        $this->options = $entry['options']['values'] ?? [];
    }

    /** Before the value. Without a colon after a question or a sentence. */
    public static function heading(string $label): string
    {
        return preg_match('/[?!:.…؟？]$/uD', $label) === 1 ? $label : "{$label}:";
    }

    /**
     * On inputs above 20 kB, preg_match() may fail, so lengths are checked before the pattern.
     * @return 'required'|'options'|'exactLength'|'maxLength'|'pattern'|null the first broken rule
     */
    public function ruleBrokenBy(string $normalised): ?string
    {
        $rules = $this->entry;
        $length = self::lengthOf($normalised);

        return match (true) {
            $normalised === '' => isset($rules['required']) ? 'required' : null,
            isset($rules['options']) && !\in_array($normalised, $rules['options']['values'], true) => 'options',
            isset($rules['exactLength']) && $length !== $rules['exactLength']['value'] => 'exactLength',
            isset($rules['maxLength']) && $length > $rules['maxLength']['value'] => 'maxLength',
            isset($rules['pattern']) && !self::matches($rules['pattern']['value'], $normalised) => 'pattern',
            default => null,
        };
    }

    /** @return ?string the message of the first broken rule */
    public function errorIn(string $normalised): ?string
    {
        $broken = $this->ruleBrokenBy($normalised);

        return $broken === null ? null : $this->entry[$broken]['message'] ?? '';
    }

    /** @return ?string advice for a visitor whose value breaks a rule */
    public function adviceOn(string $normalised): ?string
    {
        $broken = $this->ruleBrokenBy($normalised);
        if ($broken === null || \in_array($broken, self::SELF_EVIDENT, true)) {
            return null;
        }
        $read = Reading::of($this->control, $normalised);
        foreach ($this->entry['advice'] ?? [] as ['pattern' => $pattern, 'text' => $text]) {
            if (self::matches($pattern, $read)) {
                $digits = (string) preg_match_all('/[0-9]/', $read);

                return strtr($text, ['{digits}' => $digits]) . $this->question($normalised);
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

    private static function matches(string $pattern, string $text): bool
    {
        return preg_match(self::expression($pattern), $text) === 1;
    }

    /** In code points, as JavaScript's [...text].length counts them. */
    public static function lengthOf(string $text): int
    {
        return mb_strlen($text, 'UTF-8');
    }
}
