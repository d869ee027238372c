<?php

declare(strict_types=1);

namespace Enquiry\Shared;

/** Shows what was typed without letting it disturb the mail or the terminal. The stored text stays as it is. */
final class Text
{
    /** The marks after the fifth on one letter: they would draw over other lines. Burmese uses up to five. */
    private const EXCESS_MARKS = '/\p{M}{5}\K\p{M}+/u';

    /**
     * Marks and controls of direction, invisible characters and blank letters. Joiners stay: emoji and scripts need
     * them.
     */
    private const INVISIBLE
        = '/[\x{AD}\x{34F}\x{61C}\x{115F}\x{1160}\x{17B4}\x{17B5}\x{180E}\x{200B}\x{200E}\x{200F}\x{202A}-\x{202E}'
        . '\x{2060}-\x{206F}\x{2800}\x{3164}\x{FEFF}\x{FFA0}\x{FFF9}-\x{FFFB}]+/u';

    /** What keyboards, phones and word processors write for an apostrophe. */
    private const APOSTROPHES = '/[`´‘’‛′ʹʻʼʽˈˊꞌ＇]/u';

    /** Letters that are read like others, but are not these with an accent. */
    private const LETTERS
        = ['ø' => 'o', 'ł' => 'l', 'đ' => 'd', 'ð' => 'd', 'ħ' => 'h', 'ı' => 'i', 'æ' => 'ae', 'œ' => 'oe'];

    /** For one line, such as a name or a subject: without line breaks, control characters and invisible characters. */
    public static function line(string $typed): string
    {
        return self::replace(
            ['/[\p{Cc}\p{Zl}\p{Zp}]+/u' => ' ', self::INVISIBLE => '', self::EXCESS_MARKS => ''],
            $typed,
        );
    }

    /** For comparisons, in any script: without differences of case, width, composition and white space. */
    public static function fold(string $text): string
    {
        $composed = \Normalizer::normalize(self::line($text), \Normalizer::FORM_KC);

        return self::replace(
            ['/\s+/u' => ' '],
            mb_convert_case(\is_string($composed) ? $composed : $text, \MB_CASE_FOLD, 'UTF-8'),
        );
    }

    /** For searches: like fold(), and without differences of accents, apostrophes, quotation marks and dashes. */
    public static function searchable(string $text): string
    {
        // Before fold(), which takes ´ apart into a space and an accent.
        $plain = self::replace([self::APOSTROPHES => "'", '/["“”„‟«»]/u' => '"', '/\p{Pd}/u' => '-'], $text);
        $parts = \Normalizer::normalize(self::fold($plain), \Normalizer::FORM_D);

        return strtr(self::replace(['/\p{Mn}+/u' => ''], \is_string($parts) ? $parts : $plain), self::LETTERS);
    }

    /** For several lines, with control characters as symbols. */
    public static function lines(string $typed): string
    {
        return self::pictured(
            self::replace(['/[\x{80}-\x{84}\x{86}-\x{9F}]/u' => "\u{FFFD}", self::EXCESS_MARKS => ''], $typed),
        );
    }

    /**
     * Replaces control characters by their symbols (NUL by ␀), except tab and line feed. The text may be invalid UTF-8.
     */
    public static function pictured(string $text): string
    {
        return (string) preg_replace_callback(
            '/[\x00-\x08\x0B-\x1F\x7F]/',
            static fn(array $control): string => mb_chr(
                $control[0] === "\x7F" ? 0x2421 : 0x2400 + \ord($control[0]),
                'UTF-8',
            ),
            $text,
        );
    }

    /** HTML does not allow control characters: they are replaced by their symbols (NUL by ␀). */
    public static function html(string $text): string
    {
        return htmlspecialchars(self::pictured($text), \ENT_QUOTES | \ENT_SUBSTITUTE | \ENT_HTML5, 'UTF-8');
    }

    /**
     * @template K of array-key
     * @param array<K, string> $texts
     * @return array<K, non-empty-string> those that are not empty
     */
    public static function filled(array $texts): array
    {
        return array_filter($texts, static fn(string $text): bool => $text !== '');
    }

    public static function domainOf(string $address): string
    {
        return substr((string) strrchr($address, '@'), 1);
    }

    /** Escapes what json_encode() leaves as it is, so that the JSON shows the same values in any terminal. */
    public static function escapeJson(string $json): string
    {
        $escape = static fn(array $found): string => str_replace(
            "\x7F",
            '\u007f',
            substr((string) json_encode($found[0]), 1, -1),
        );

        return preg_replace_callback([self::EXCESS_MARKS, self::INVISIBLE, '/[\x7F-\x{9F}]/u'], $escape, $json)
            ?? $json;
    }

    /** @param array<string, string> $replacements by pattern */
    private static function replace(array $replacements, string $text): string
    {
        return preg_replace(array_keys($replacements), array_values($replacements), $text) ?? $text;
    }
}
