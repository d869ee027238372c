<?php

declare(strict_types=1);

namespace Enquiry\Configuration;

/** Reads text settings and gathers every fault, so that the operator mends them all in one go. */
final class Settings
{
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
}
