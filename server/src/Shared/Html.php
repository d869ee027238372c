<?php

declare(strict_types=1);

namespace Enquiry\Shared;

final class Html
{
    /** HTML does not allow control characters: they are replaced by their symbols (NUL by ␀). */
    public static function escape(string $text): string
    {
        $pictured = (string) preg_replace_callback(
            '/[\x00-\x08\x0B-\x1F]/',
            static fn(array $control): string => mb_chr(0x2400 + \ord($control[0]), 'UTF-8'),
            $text,
        );

        return htmlspecialchars($pictured, \ENT_QUOTES | \ENT_SUBSTITUTE | \ENT_HTML5, 'UTF-8');
    }
}
