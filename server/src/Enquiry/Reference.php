<?php

declare(strict_types=1);

namespace Enquiry\Enquiry;

use Random\Randomizer;

/**
 * 50 random bits in Crockford's base 32, which avoids letters that look like digits
 * (https://www.crockford.com/base32.html).
 */
final readonly class Reference implements \Stringable
{
    private const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

    private function __construct(private string $characters) {}

    public static function random(Randomizer $randomizer): self
    {
        $characters = '';
        foreach (str_split($randomizer->getBytes(10)) as $byte) {
            $characters .= self::ALPHABET[\ord($byte) & 31];
        }

        return new self($characters);
    }

    /** Accepts any case, a missing hyphen, O for 0, and I or L for 1. @throws \InvalidArgumentException */
    public static function parse(string $typed): self
    {
        $characters = strtr(strtoupper($typed), ['-' => '', ' ' => '', 'O' => '0', 'I' => '1', 'L' => '1']);
        if (\strlen($characters) !== 10 || strspn($characters, self::ALPHABET) !== 10) {
            throw new \InvalidArgumentException(
                \sprintf('"%s" is not an enquiry reference. A reference looks like 7K3QM-0XW4T.', $typed),
            );
        }

        return new self($characters);
    }

    public function __toString(): string
    {
        return substr($this->characters, 0, 5) . '-' . substr($this->characters, 5);
    }
}
