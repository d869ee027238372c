<?php

declare(strict_types=1);

namespace Enquiry\Operations\Doctor;

/** One thing that was looked at: how it is and, unless all is well, how to mend it. */
final readonly class Finding
{
    private const MOST_NAMED = 5;

    public const OK = 'ok';

    /** Works, but could work better, or could not be looked at from here. */
    public const WARNING = 'warning';

    /** Loses enquiries, delays them or shows them to strangers, or will. */
    public const PROBLEM = 'problem';

    /** @param self::OK|self::WARNING|self::PROBLEM $level */
    private function __construct(
        public string $level,
        public string $what,
        public string $fix,
    ) {}

    /** In words, for one thing is no "1 things". */
    public static function number(int $number, string $thing, ?string $things = null): string
    {
        return "{$number} " . ($number === 1 ? $thing : $things ?? "{$thing}s");
    }

    public static function ok(string $what): self
    {
        return new self(self::OK, $what, '');
    }

    public static function warning(string $what, string $fix): self
    {
        return new self(self::WARNING, $what, $fix);
    }

    public static function problem(string $what, string $fix): self
    {
        return new self(self::PROBLEM, $what, $fix);
    }

    /** @param list<string> $paths */
    public static function some(array $paths): string
    {
        $named = implode(', ', \array_slice($paths, 0, self::MOST_NAMED));

        return \count($paths) > self::MOST_NAMED ? "{$named} and " . (\count($paths) - self::MOST_NAMED) . ' more' : $named;
    }
}
