<?php

declare(strict_types=1);

namespace Enquiry\Rules;

/**
 * A JavaScript pattern (flag u) with the same meaning in PHP: u for code points, D because $ would
 * otherwise match before a trailing newline. PCRE gives up with false on some long inputs (about
 * 20 kB for want of JIT stack); that is a fault, not "no match".
 */
final readonly class Pattern
{
    private function __construct(private string $expression) {}

    public static function of(string $pattern): self
    {
        $self = new self('/' . str_replace('/', '\/', $pattern) . '/uD');
        $self->matches('');

        return $self;
    }

    public function matches(string $text): bool
    {
        $found = @preg_match($this->expression, $text);
        if ($found === false) {
            throw PatternFault::in($this->expression, preg_last_error_msg());
        }

        return $found === 1;
    }

    public function remove(string $text): string
    {
        return @preg_replace($this->expression, '', $text)
            ?? throw PatternFault::in($this->expression, preg_last_error_msg());
    }
}
