<?php

declare(strict_types=1);

namespace Enquiry\Domain;

/** Does for a form without JavaScript what its field does elsewhere; tests/contract/cases.json pins both. */
final class ContactNumber
{
    /** What people put between digits: spaces as JavaScript has them, brackets, dots, slashes, dashes, marks of direction. */
    private const SEPARATORS = '~[\t\n\x{0B}\f\r \x{A0}\x{1680}\x{2000}-\x{200A}\x{2028}\x{2029}\x{202F}\x{205F}\x{3000}\x{FEFF}'
        . '().\-/\x{2010}-\x{2015}\x{200E}\x{200F}\x{202A}-\x{202E}\x{2060}-\x{2069}]+~u';

    /** @return string ten digits, or what was typed, where it is no South African number */
    public static function rewrite(string $typed): string
    {
        $digits = preg_replace(self::SEPARATORS, '', $typed) ?? $typed;
        // in the place of the country's code, or of a zero that a spreadsheet dropped; landlines have no 6 to 8
        $national = preg_replace(['/^(?:\+|00)?27(?=0?[0-9]{9}$)0?/D', '/^(?=[678][0-9]{8}$)/D'], '0', $digits) ?? $digits;

        return preg_match('/^0[0-9]{9}$/D', $national) === 1 ? $national : $typed;
    }
}
