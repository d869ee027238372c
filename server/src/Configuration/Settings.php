<?php

declare(strict_types=1);

namespace Enquiry\Configuration;

/**
 * The operator's settings as texts, with every fault in them, so that all are mended in one go.
 *
 * In the .env file a value is taken as it stands or not at all. No standard says how to read such files, so
 * what one program or another would cut off, replace or join is a fault, which says the line, the key and
 * what to do, but never the value.
 */
final class Settings
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

    /** @var list<string> */
    private array $faults = [];

    /**
     * @param array<mixed>              $values
     * @param array<int|string, string> $misread what is wrong with a value before anybody looks at it, by key
     */
    public function __construct(
        #[\SensitiveParameter]
        private readonly array $values,
        private readonly array $misread = [],
    ) {}

    /**
     * The environment as PHP has it, over the .env file. A web server's own variables are in $_SERVER, where a
     * request can add names that begin with HTTP_ only.
     *
     * @throws InvalidConfiguration where there is a file that cannot be read at all
     */
    public static function load(string $file): self
    {
        [$values, $faults] = self::read($file);

        return new self([...$values, ...getenv(), ...$_SERVER], $faults);
    }

    /**
     * @return array{array<string, string>, array<int|string, string>} the values in a .env file, and what is wrong with them, by key where one is known
     *
     * @throws InvalidConfiguration where there is a file that cannot be read at all
     */
    public static function read(string $file): array
    {
        if (!is_file($file)) {
            return [[], []];
        }
        $content = is_readable($file) ? @file_get_contents($file) : false;

        return $content === false ? throw InvalidConfiguration::closedFile($file) : self::parse($file, $content);
    }

    /** Set to nothing is the same as not set. */
    public function text(string $key, string $default = ''): string
    {
        $value = trim($this->secret($key));

        return $value === '' ? $default : $value;
    }

    /** Not trimmed: a password may begin or end with a space. */
    public function secret(string $key): string
    {
        $value = $this->values[$key] ?? null;

        return \is_string($value) ? $value : '';
    }

    /**
     * Separated by commas; empty where it is not set.
     *
     * @return list<string>
     */
    public function list(string $key): array
    {
        $text = $this->text($key);

        return $text === '' ? [] : array_map(trim(...), explode(',', $text));
    }

    public static function isFullPath(string $path): bool
    {
        return preg_match('~^(?:/|[A-Za-z]:[/\\\])~', $path) === 1;
    }

    public function number(string $key, int $default, int $max, int $min = 1): int
    {
        $options = ['options' => ['min_range' => $min, 'max_range' => $max]];
        $number = filter_var($this->text($key, (string) $default), \FILTER_VALIDATE_INT, $options);
        $this->require($number !== false, $key, "must be a whole number from {$min} to {$max}", (string) $default);

        return (int) $number;
    }

    public function require(bool $holds, string $key, string $demand, string $example): void
    {
        if (!$holds && !isset($this->misread[$key])) {
            $this->faults[] = "{$key} {$demand}, for example {$key}={$example}";
        }
    }

    /**
     * @param string $unread pattern of keys that were not asked for, and may be misread
     *
     * @throws InvalidConfiguration
     */
    public function finish(string $unread = ''): void
    {
        $isAsked = static fn(int|string $key): bool => $unread === '' || preg_match($unread, (string) $key) !== 1;
        $faults = [...array_values(array_filter($this->misread, $isAsked, \ARRAY_FILTER_USE_KEY)), ...$this->faults];
        if ($faults !== []) {
            throw InvalidConfiguration::because($faults);
        }
    }

    public static function isUtf16(#[\SensitiveParameter] string $content): bool
    {
        return str_starts_with($content, "\xFF\xFE") || str_starts_with($content, "\xFE\xFF");
    }

    /** @return array{array<string, string>, array<int|string, string>} */
    private static function parse(string $file, #[\SensitiveParameter] string $content): array
    {
        if (self::isUtf16($content)) {
            throw InvalidConfiguration::inUtf16($file);
        }
        // Each request reads the file: this way it costs next to nothing, and no copy of the passwords is kept.
        if (preg_match(self::PLAIN, $content) === 1) {
            preg_match_all(self::PLAIN_ENTRY, $content, $entries);
            $values = array_combine($entries[1], $entries[2]);
            if (\count($values) === \count($entries[1])) {
                return [$values, []];
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

        return [$values, $faults];
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
