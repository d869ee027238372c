<?php

declare(strict_types=1);

namespace Enquiry\Mutation;

/** One small fault that can be put into one file. */
final readonly class Mutant
{
    /**
     * @param string                $file     from the root of the repository
     * @param list<array{int, int}> $scopes   first and last lines of what holds it, the narrowest first
     * @param ?string               $constant the class constant that it is in
     */
    public function __construct(
        public string $file,
        public string $mutator,
        private string $source,
        private int $start,
        private int $end,
        private string $replacement,
        public array $scopes,
        public ?string $constant,
    ) {}

    public function mutated(): string
    {
        return substr($this->source, 0, $this->start) . $this->replacement . substr($this->source, $this->end);
    }

    public function line(): int
    {
        return substr_count($this->source, "\n", 0, $this->start) + 1;
    }

    /** The lines that it changes, in one. */
    public function before(): string
    {
        return $this->inOneLine(substr($this->source, $this->start, $this->end - $this->start));
    }

    public function after(): string
    {
        return $this->inOneLine($this->replacement);
    }

    /** What it is known by: no number of a line is in it. */
    public function key(): string
    {
        return implode("\n", [$this->file, $this->before(), $this->after()]);
    }

    private function inOneLine(string $changed): string
    {
        $lineStart = (int) strrpos("\n" . substr($this->source, 0, $this->start), "\n");
        $lineEnd = strpos($this->source, "\n", $this->end);
        $whole = substr($this->source, $lineStart, $this->start - $lineStart) . $changed
            . substr($this->source, $this->end, ($lineEnd === false ? \strlen($this->source) : $lineEnd) - $this->end);

        return trim((string) preg_replace('/\s+/', ' ', $whole));
    }
}
