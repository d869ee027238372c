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
    /** A character that no pattern has, so that none has to be escaped in it. */
    private const DELIMITER = "\x01";

    private function __construct(private string $expression) {}

    /** @throws InvalidRules */
    public static function of(string $pattern): self
    {
        $self = new self(self::DELIMITER . $pattern . self::DELIMITER . 'uD');
        $self->matches('');

        return $self;
    }

    public function matches(string $text): bool
    {
        $found = @preg_match($this->expression, $text);
        if ($found === false) {
            throw InvalidRules::pattern(str_replace(self::DELIMITER, '/', $this->expression), preg_last_error_msg());
        }

        return $found === 1;
    }

    public function remove(string $text): string
    {
        return @preg_replace($this->expression, '', $text)
            ?? throw InvalidRules::pattern(str_replace(self::DELIMITER, '/', $this->expression), preg_last_error_msg());
    }
}
