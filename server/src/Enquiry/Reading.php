<?php

declare(strict_types=1);

namespace Enquiry\Enquiry;

/** How a typed text is read. The form's script does the same (rules.ts). Cases: tests/contract/cases.json. */
final class Reading
{
    private const FOLDER = __DIR__ . '/../../forms';

    /** In characters. Longer texts are neither names nor addresses nor numbers. */
    private const LONGEST = 254;

    /** @var array<string, array<mixed>> the files that were read */
    private static array $files = [];

    /** Trims, and replaces line breaks with \n. */
    public static function trimmed(string $typed): string
    {
        $blank = self::text(self::file('text')['whiteSpace'] ?? '');
        // Without the lookbehind, a long run of blanks costs seconds of backtracking.
        $around = Field::expression("^[{$blank}]+|(?<![{$blank}])[{$blank}]+\$");

        return Field::replace($around, '', strtr($typed, ["\r\n" => "\n", "\r" => "\n"]));
    }

    /** @param string $kind name, or the control of the field */
    public static function of(string $kind, string $typed): string
    {
        $rewrites = self::file('text')['rewrites'] ?? [];
        $steps = \is_array($rewrites) ? $rewrites[$kind] ?? null : null;

        return \is_array($steps) ? self::follow($steps, $typed, 'uD') : $typed;
    }

    /** @return string an email address with the usual mistakes corrected, which may still be invalid */
    public static function repaired(string $address): string
    {
        return self::follow((array) (self::file('suggestions')['repairs'] ?? []), $address, 'iuD');
    }

    public static function question(string $address): string
    {
        return str_replace('{address}', $address, self::text(self::file('suggestions')['question'] ?? ''));
    }

    /** @param array<mixed> $steps patterns and replacements */
    private static function follow(array $steps, string $typed, string $modifiers): string
    {
        if (Field::lengthOf($typed) > self::LONGEST) {
            return $typed;
        }
        $text = self::trimmed($typed);
        foreach ($steps as $step) {
            [$pattern, $replacement] = (array) $step + ['', ''];
            $expression = Field::expression(self::text($pattern), $modifiers);
            $text = Field::replace($expression, self::text($replacement), $text);
        }

        return $text;
    }

    private static function text(mixed $text): string
    {
        return \is_string($text) ? $text : '';
    }

    /**
     * @return array<mixed>
     * @throws InvalidForm
     */
    private static function file(string $name): array
    {
        return self::$files[$name] ??= Form::read(self::FOLDER . "/{$name}.json");
    }
}
