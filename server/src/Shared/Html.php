<?php

declare(strict_types=1);

namespace Enquiry\Shared;

final class Html
{
    /** HTML does not allow control characters: they are replaced by their symbols (NUL by ␀). */
    public static function escape(string $text): string
    {
        return htmlspecialchars(Text::pictured($text), \ENT_QUOTES | \ENT_SUBSTITUTE | \ENT_HTML5, 'UTF-8');
    }
}
