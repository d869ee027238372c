<?php

declare(strict_types=1);

namespace Enquiry\Rules;

/** What trimming and length mean, for both languages; tests/contract/cases.json pins it. */
final readonly class Text
{
    private function __construct(private Pattern $leading, private Pattern $trailing) {}

    /** @param string $whiteSpace the inside of a character class */
    public static function withWhiteSpace(string $whiteSpace): self
    {
        return new self(
            Pattern::of("^[{$whiteSpace}]+"),
            // Only from where white space begins: else each blank of a long run is tried in turn, which takes seconds without JIT.
            Pattern::of("(?<![{$whiteSpace}])[{$whiteSpace}]+\$"),
        );
    }

    public function normalise(string $typed): string
    {
        $lines = strtr($typed, ["\r\n" => "\n", "\r" => "\n"]);

        return $this->trailing->remove($this->leading->remove($lines));
    }

    /** In code points, as JavaScript's [...text].length counts them. */
    public static function length(string $text): int
    {
        return mb_strlen($text, 'UTF-8');
    }
}
