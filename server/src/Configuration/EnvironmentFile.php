<?php

declare(strict_types=1);

namespace Enquiry\Configuration;

/**
 * The .env file, where a value is taken as it stands or not at all. No standard says how to read such
 * files, so what one program or another would cut off, replace or join is a fault, which says the line,
 * the key and what to do, but never the value.
 */
final readonly class EnvironmentFile
{
    private const ENTRY = '/^(?:export[ \t]+)?([A-Z][A-Z0-9_]*)[ \t]*=[ \t]*(.*)$/sD';
    /** Lines that every program reads alike. */
    private const PLAIN = <<<'REGEX'
        ~^(?:(?:[ \t]*+(?:\#[^\n]*+)?|[A-Z][A-Z0-9_]*+=(?:[A-Za-z0-9@.,:/_+-]*+|'[^'\x00-\x1F\x7F-\xFF]*+'|"[^"\\$\x00-\x1F\x7F-\xFF]*+"))[ \t]*+\r?(?:\n|\z))*+\z~
        REGEX;
    private const PLAIN_ENTRY = <<<'REGEX'
        ~^([A-Z][A-Z0-9_]*+)=(?|'([^']*+)'|"([^"]*+)"|([^\s'"]*+))~m
        REGEX;
    private const QUOTED = <<<'REGEX'
        /^(?|'([^']*+)'|"((?:[^"\\$]|\\["\\$]|\$(?!\{))*+)")(?:[ \t]+#.*)?$/sD
        REGEX;

    /** The same, whatever is between the quotation marks or follows them. */
    private const CLOSED = <<<'REGEX'
        /^(?|'[^']*+()'|"((?:[^"\\]|\\.)*+)")/s
        REGEX;

    /** Backticks are to Node, the others to people who copied them from a text. */
    private const TYPOGRAPHIC = '/^[`´‚„\p{Pi}\p{Pf}]|[`´\p{Pi}\p{Pf}]$/uD';

    /**
     * @param array<string, string>     $values
     * @param array<int|string, string> $faults by key, where one is known
     */
    private function __construct(
        #[\SensitiveParameter]
        public array $values,
        public array $faults,
    ) {}

    /** @throws InvalidConfiguration where there is a file that cannot be read at all */
    public static function read(string $file): self
    {
        if (!is_file($file)) {
            return new self([], []);
        }
        $content = is_readable($file) ? @file_get_contents($file) : false;

        return $content === false ? throw InvalidConfiguration::closedFile($file) : self::parse($file, $content);
    }

    private static function parse(string $file, #[\SensitiveParameter] string $content): self
    {
        if (str_starts_with($content, "\xFF\xFE") || str_starts_with($content, "\xFE\xFF")) {
            throw InvalidConfiguration::inUtf16($file);
        }
        // Each request reads the file: this way it costs next to nothing, and no copy of the passwords is kept.
        if (preg_match(self::PLAIN, $content) === 1) {
            preg_match_all(self::PLAIN_ENTRY, $content, $entries);
            $values = array_combine($entries[1], $entries[2]);
            if (\count($values) === \count($entries[1])) {
                return new self($values, []);
            }
        }
        $values = $faults = $lines = [];
        foreach (explode("\n", str_starts_with($content, "\u{FEFF}") ? substr($content, 3) : $content) as $index => $line) {
            $number = $index + 1;
            $line = trim($line, " \t\r");
            if ($line === '' || $line[0] === '#') {
                continue;
            }
            if (preg_match(self::ENTRY, $line, $entry) !== 1) {
                // Not one word of it: it may be the rest of a password.
                $faults[] = "{$file}, line {$number}: this is not KEY=value with the key in capitals. A value ends with its line, and a comment begins with #.";
                continue;
            }
            [, $key, $given] = $entry;
            if (isset($lines[$key])) {
                $faults[] = "{$file}, line {$number}: {$key} is set in line {$lines[$key]} already. Delete one of them.";
                continue;
            }
            $lines[$key] = $number;
            $values[$key] = self::quoted($given) ?? $given;
            $fault = self::fault($key, $given);
            if ($fault !== null) {
                $faults[$key] = "{$file}, line {$number}: {$key} {$fault}.";
            }
        }

        return new self($values, $faults);
    }

    /** @return ?string what stands between quotation marks, where that is beyond doubt */
    private static function quoted(#[\SensitiveParameter] string $given): ?string
    {
        if (preg_match(self::QUOTED, $given, $found) !== 1) {
            return null;
        }

        return $given[0] === '"' ? preg_replace('/\\\\(["\\\\$])/', '$1', $found[1]) : $found[1];
    }

    private static function fault(string $key, #[\SensitiveParameter] string $given): ?string
    {
        $quoted = self::quoted($given);
        $write = str_contains($given, "'") ? "write {$key}=\"…\" with a backslash before every \", \\ and \$ of the value" : "write {$key}='…'";

        return match (true) {
            !mb_check_encoding($quoted ?? $given, 'UTF-8') => 'is not UTF-8: save the file in that encoding',
            preg_match($quoted === null ? '/[^\P{Cc}\t]/u' : '/\p{Cc}/u', $quoted ?? $given) === 1 => 'has an invisible character: type the value anew',
            $quoted !== null || $given === '' => null,
            strpbrk($given[0], '\'"') !== false => self::faultOfQuoted($given, $write),
            str_contains($given, '#') => "has a # outside of quotation marks: {$write}, or give the comment a line of its own",
            preg_match('/\s/u', $given) === 1 => "has a space outside of quotation marks: {$write}",
            preg_match('/\p{Cf}/u', $given) === 1 => "has an invisible character: type the value anew, or {$write} if it belongs there",
            str_contains($given, '${') => 'has ${, which some programs replace: ' . $write,
            strpbrk($given[-1], '\'"') !== false => "has a quotation mark without its partner: add it, or {$write}",
            preg_match(self::TYPOGRAPHIC, $given) === 1 => "has quotation marks of a word processor: {$write}",
            default => null,
        };
    }

    private static function faultOfQuoted(#[\SensitiveParameter] string $given, string $write): string
    {
        $isClosed = preg_match(self::CLOSED, $given, $found) === 1;
        $between = $found[1] ?? '';

        return match (true) {
            !$isClosed => "has a quotation mark without its partner: add it, or {$write}",
            preg_match('/^(?:[^\\\\$]|\\\\.|\$(?!\{))*+\$\{/s', $between) === 1 => 'has ${, which some programs replace: ' . $write,
            preg_match('/^(?:[^\\\\]|\\\\["\\\\$])*+\\\\/', $between) === 1 => "has a backslash between double quotation marks, which may begin a code: {$write}",
            default => "has something after its closing quotation mark: delete it, put a space before a comment, or {$write}",
        };
    }
}
