<?php

declare(strict_types=1);

namespace Enquiry\Shared;

/** Shows what was typed without letting it disturb the mail or the terminal. The stored text stays as it is. */
final class Text
{
    /**
     * Marks and controls of direction, invisible characters and blank letters. Joiners stay: emoji and scripts need
     * them.
     */
    private const INVISIBLE
        = '/[\x{AD}\x{34F}\x{61C}\x{115F}\x{1160}\x{17B4}\x{17B5}\x{180E}\x{200B}\x{200E}\x{200F}\x{202A}-\x{202E}'
        . '\x{2060}-\x{206F}\x{2800}\x{3164}\x{FEFF}\x{FFA0}\x{FFF9}-\x{FFFB}]/u';

    /** What keyboards, phones and word processors write for an apostrophe. */
    private const APOSTROPHES = '/[`´‘’‛′ʹʻʼʽˈˊꞌ＇]/u';

    /** For one line, such as a name or a subject: without line breaks, control characters and invisible characters. */
    public static function line(string $typed): string
    {
        return self::replace(['/[\p{Cc}\p{Zl}\p{Zp}]+/u' => ' ', self::INVISIBLE => ''], $typed);
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

        return self::replace(['/\p{Mn}+/u' => ''], \is_string($parts) ? $parts : $plain);
    }

    /** For several lines, with U+FFFD for other control characters. */
    public static function lines(string $typed): string
    {
        return self::replace(['/(?![\t\n])\p{Cc}/u' => "\u{FFFD}"], $typed);
    }

    /** With U+FFFD for what HTML does not allow, such as control characters. The text may be invalid UTF-8. */
    public static function html(string $text): string
    {
        $flags = \ENT_QUOTES | \ENT_SUBSTITUTE | \ENT_DISALLOWED | \ENT_HTML5;

        return htmlspecialchars($text, $flags, 'UTF-8');
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

    /** What went wrong, for an operator; an error of the program with the file that it is in. */
    public static function reasonOf(\Throwable $failure): string
    {
        return $failure instanceof \Error
            ? $failure::class . ": {$failure->getMessage()} in {$failure->getFile()}:{$failure->getLine()}"
            : $failure->getMessage();
    }

    public static function domainOf(string $address): string
    {
        return substr((string) strrchr($address, '@'), 1);
    }

    /** Escapes what json_encode() leaves as it is, so that the JSON shows the same values in any terminal. */
    public static function escapeJson(string $json): string
    {
        return preg_replace_callback(
            [self::INVISIBLE, '/[\x7F-\x{9F}]/u'],
            static fn(array $found): string => \sprintf('\u%04x', mb_ord($found[0], 'UTF-8')),
            $json,
        ) ?? $json;
    }

    /** @param array<string, string> $replacements by pattern */
    private static function replace(array $replacements, string $text): string
    {
        return preg_replace(array_keys($replacements), array_values($replacements), $text) ?? $text;
    }
}
