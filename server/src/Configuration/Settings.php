<?php

declare(strict_types=1);

namespace Enquiry\Configuration;

use Dotenv\Exception\InvalidFileException;
use Dotenv\Parser\Parser;
use Dotenv\Parser\Value;

/** The environment's values. Collects all errors, so that one message can list them. */
final class Settings
{
    /** @var array<string, string> by key */
    private array $errors = [];

    /** @var array<string, string> */
    private array $asRead = [];

    /**
     * @param array<mixed>              $values
     * @param array<int|string, string> $misread errors in lines of the file, by key if the line has one
     * @param list<string>              $keys    the keys in the file
     */
    public function __construct(
        #[\SensitiveParameter]
        private readonly array $values,
        private array $misread = [],
        public readonly array $keys = [],
        private readonly ?string $missingFile = null,
    ) {}

    /** The environment wins over the file. A request can add only names that begin with HTTP_ to $_SERVER. */
    public static function load(string $file): self
    {
        [$values, $misread] = is_file($file) ? self::read($file) : [[], []];

        return new self(
            [...$values, ...getenv(), ...$_SERVER],
            $misread,
            array_keys($values),
            is_file($file) ? null : $file,
        );
    }

    /** An empty value counts as not set. */
    public function text(string $key, string $default = ''): string
    {
        $value = trim($this->value($key));
        if ($value !== '') {
            $this->asRead[$key] = $value;
        }

        return $value === '' ? $default : $value;
    }

    /** Not trimmed: a password may begin or end with a space. */
    public function secret(string $key): string
    {
        $value = $this->value($key);
        if ($value !== '') {
            $length = mb_strlen($value, 'UTF-8');
            $start = $length > 4 ? mb_substr($value, 0, 2, 'UTF-8') . '… ' : '';
            $this->asRead[$key] = "{$start}({$length} characters)";
        }

        return $value;
    }

    /** @return ?\SensitiveParameterValue<string> */
    public function randomKey(string $key, string $pattern): ?\SensitiveParameterValue
    {
        $value = $this->secret($key);
        $isStrong = preg_match($pattern, $value) === 1;
        $this->require(
            $value === '' || $isStrong,
            $key,
            'must be at least 32 random characters without spaces',
            "'the output of: openssl rand -hex 32'",
        );

        return $isStrong ? new \SensitiveParameterValue($value) : null;
    }

    /** @return list<string> the parts between commas; empty if the key is not set */
    public function list(string $key): array
    {
        $text = $this->text($key);

        return $text === '' ? [] : array_map(trim(...), explode(',', $text));
    }

    public function number(string $key, int $default, int $max, int $min = 1): int
    {
        $options = ['options' => ['min_range' => $min, 'max_range' => $max]];
        $number = filter_var($this->text($key, (string) $default), \FILTER_VALIDATE_INT, $options);
        $this->require($number !== false, $key, "must be a whole number from {$min} to {$max}", (string) $default);

        return (int) $number;
    }

    public function path(string $key, string $default, string $example): string
    {
        $path = $this->text($key, $default);
        $this->require(preg_match('~^(?:/|[A-Za-z]:[/\\\])~', $path) === 1, $key, 'must be a full path', $example);

        return rtrim($path, '/');
    }

    /**
     * @template T of string
     *
     * @param non-empty-list<T> $choices
     * @param T                 $default
     *
     * @return T
     */
    public function choice(string $key, array $choices, string $default): string
    {
        $index = array_search(strtolower($this->text($key, $default)), $choices, true);
        $this->require($index !== false, $key, 'must be one of ' . implode(', ', $choices), $default);

        return $index === false ? $default : $choices[$index];
    }

    public function require(bool $holds, string $key, string $demand, string $example): void
    {
        if (!$holds && !isset($this->misread[$key])) {
            $this->errors[$key] ??= "{$key} {$demand}, for example {$key}={$example}";
        }
    }

    /** @return array<string, string> the non-empty settings read so far, with secrets shortened */
    public function asRead(): array
    {
        return $this->asRead;
    }

    /** @return list<string> the errors of the keys that match. finish() ignores them from now on */
    public function takeErrors(string $pattern): array
    {
        $isTaken = static fn(int|string $key): bool => preg_match($pattern, (string) $key) === 1;
        $taken = array_filter($this->misread + $this->errors, $isTaken, \ARRAY_FILTER_USE_KEY);
        $this->misread = array_diff_key($this->misread, $taken);
        $this->errors = array_diff_key($this->errors, $taken);

        return array_values($taken);
    }

    /**
     * @param ?string $unread pattern of keys that are not read yet: errors in their lines are ignored
     * @throws InvalidConfiguration
     */
    public function finish(?string $unread = null): void
    {
        $misread = array_filter(
            $this->misread,
            static fn(int|string $key): bool => $unread === null || preg_match($unread, (string) $key) !== 1,
            \ARRAY_FILTER_USE_KEY,
        );
        $errors = array_values($misread + $this->errors);
        if ($errors !== [] && $this->missingFile !== null) {
            array_unshift($errors, "{$this->missingFile} is missing: copy .env.example to it and fill it in.");
        }
        if ($errors !== []) {
            throw new InvalidConfiguration($errors, $this->asRead);
        }
    }

    private function value(string $key): string
    {
        $value = $this->values[$key] ?? null;

        return \is_string($value) ? $value : '';
    }

    /**
     * Parses line by line, so that a missing quotation mark does not swallow the next settings.
     * @return array{array<string, string>, array<int|string, string>} values, and errors by key if the line has one
     */
    private static function read(string $file): array
    {
        $content = @file_get_contents($file);
        if ($content === false) {
            return [[], ["{$file} cannot be read. Let the user that PHP runs as read it."]];
        }
        if (str_contains($content, "\0")) {
            return [[], ["{$file} is saved as UTF-16. Save it as UTF-8."]];
        }
        $parser = new Parser();
        $values = $errors = [];
        $lines = preg_split('/\r\n|\n|\r/', str_starts_with($content, "\u{FEFF}") ? substr($content, 3) : $content);
        foreach ($lines === false ? [] : $lines as $index => $line) {
            // Most lines need no parser: skipping them saves an enquiry half of a millisecond.
            if (trim($line) === '' || ltrim($line)[0] === '#') {
                continue;
            }
            $place = "{$file}, line " . ($index + 1);
            $key = preg_match('/^\s*(?:export\s+)?([A-Z][A-Z0-9_]*)\s*=\s*(.*)$/s', $line, $found) === 1
                ? $found[1]
                : null;
            if ($key !== null && $found[2] === '') {
                $values[$key] = '';
                continue;
            }
            try {
                // The parser would drop everything after a #, but a password may contain one.
                if (preg_match('/^[^\'"#\s][^#\s]*#/', $found[2] ?? '') === 1) {
                    throw new InvalidFileException();
                }
                foreach ($parser->parse($line) as $entry) {
                    $values[$entry->getName()] = $entry
                        ->getValue()
                        ->map(static fn(Value $value): string => $value->getChars())
                        ->getOrElse('');
                }
            } catch (InvalidFileException) {
                // The parser's own message is not used, because it contains the value.
                $key === null
                    ? ($errors[] = "{$place} is not KEY=value. Correct the line, or begin it with # if it is a "
                        . "comment.")
                    : ($errors[
                        $key
                    ] = "{$place}: the value of {$key} cannot be read. Put it in single quotation marks: {$key}='…'.");
            }
        }

        return [$values, $errors];
    }
}
