<?php

declare(strict_types=1);

namespace Enquiry\Operations;

/** The result of one check and, unless it is OK, how to fix the problem. */
final readonly class Finding implements \JsonSerializable, \Stringable
{
    public const OK = 'ok';

    /** It works but could work better, or it could not be checked. */
    public const WARNING = 'warning';

    /** Enquiries are lost, delayed or exposed, or will be. */
    public const PROBLEM = 'problem';

    /**
     * @param self::OK|self::WARNING|self::PROBLEM $level
     * @param string                               $name  one line, which stays the same while the text changes, such as
     *                                                    database or failed:sales@example.co.za
     */
    private function __construct(public string $level, public string $what, public string $fix, public string $name) {}

    public static function ok(string $what): self
    {
        return new self(self::OK, $what, '', $what);
    }

    /** @param ?string $name null: the text does not change */
    public static function warning(string $what, string $fix, ?string $name = null): self
    {
        return new self(self::WARNING, $what, $fix, $name ?? $what);
    }

    /** @param ?string $name null: the text does not change */
    public static function problem(string $what, string $fix, ?string $name = null): self
    {
        return new self(self::PROBLEM, $what, $fix, $name ?? $what);
    }

    /**
     * @param iterable<self> $findings
     * @return array<self::PROBLEM|self::WARNING|self::OK, list<self>> the most serious first
     */
    public static function sorted(iterable $findings): array
    {
        $sorted = [self::PROBLEM => [], self::WARNING => [], self::OK => []];
        foreach ($findings as $finding) {
            $sorted[$finding->level][] = $finding;
        }

        return $sorted;
    }

    public function __toString(): string
    {
        return rtrim("{$this->what} {$this->fix}");
    }

    /** @return array{what: string, fix: string} */
    public function jsonSerialize(): array
    {
        return ['what' => mb_scrub($this->what, 'UTF-8'), 'fix' => mb_scrub($this->fix, 'UTF-8')];
    }
}
