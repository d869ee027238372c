<?php

declare(strict_types=1);

namespace Enquiry\Enquiry;

/**
 * How a typed text is read. The form's script does the same (rules.ts). Cases: tests/contract/cases.json.
 *
 * @phpstan-type Steps list<array{string, string}>
 * @phpstan-type TextFile array{whiteSpace: string, rewrites: array<string, Steps>}
 * @phpstan-type SuggestionsFile array{repairs: Steps, question: string}
 */
final class Reading
{
    private const FOLDER = __DIR__ . '/../../forms';

    /** In characters. Longer texts are neither names nor addresses nor numbers. */
    private const LONGEST = 254;

    /** @var ?TextFile */
    private static ?array $text = null;

    /** Trims, and replaces line breaks with \n. */
    public static function trimmed(string $typed): string
    {
        $blank = self::text()['whiteSpace'];
        // Without the lookbehind, a long run of blanks costs seconds of backtracking.
        $around = Field::expression("^[{$blank}]+|(?<![{$blank}])[{$blank}]+\$");

        return (string) preg_replace($around, '', strtr($typed, ["\r\n" => "\n", "\r" => "\n"]));
    }

    /** @param string $kind name, the control of the field, or international */
    public static function of(string $kind, string $typed): string
    {
        $steps = self::text()['rewrites'][$kind] ?? null;

        return $steps === null ? $typed : self::follow($steps, $typed, 'uD');
    }

    /** @return string an email address with the usual mistakes corrected, which may still be invalid */
    public static function repaired(string $address): string
    {
        return self::follow(self::suggestions()['repairs'], $address, 'iuD');
    }

    public static function question(string $address): string
    {
        return str_replace('{address}', $address, self::suggestions()['question']);
    }

    /** @param Steps $steps patterns and replacements */
    private static function follow(array $steps, string $typed, string $modifiers): string
    {
        if (Field::lengthOf($typed) > self::LONGEST) {
            return $typed;
        }
        $text = self::trimmed($typed);
        foreach ($steps as [$pattern, $replacement]) {
            $text = (string) preg_replace(Field::expression($pattern, $modifiers), $replacement, $text);
        }

        return $text;
    }

    /** @return TextFile which the build has checked */
    private static function text(): array
    {
        if (self::$text === null) {
            /** @var TextFile $read */
            $read = Form::read(self::FOLDER . '/text.json');
            self::$text = $read;
        }

        return self::$text;
    }

    /** @return SuggestionsFile which the build has checked */
    private static function suggestions(): array
    {
        /** @var SuggestionsFile $read */
        $read = Form::read(self::FOLDER . '/suggestions.json');

        return $read;
    }
}
