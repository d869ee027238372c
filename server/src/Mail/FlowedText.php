<?php

declare(strict_types=1);

namespace Enquiry\Mail;

/** Plain text that mail programs wrap to the width of their window (RFC 3676, format=flowed without DelSp). */
final class FlowedText
{
    /** As the RFC advises, for programs that wrap nothing. In characters. */
    private const WIDTH = 72;

    /** What a mail program may take for a quotation, or mbox for a new mail (section 4.4). */
    private const STUFFED = '/^(?:[ >]|From )/';

    /** Spaces at the end of a line are lost: there they mean that it goes on. */
    public static function wrap(string $text): string
    {
        $lines = array_map(static fn(string $line): string => self::wrapLine(rtrim($line, ' ')), explode("\n", $text));

        return implode("\n", $lines);
    }

    private static function wrapLine(string $line): string
    {
        $wrapped = '';
        $current = '';
        foreach (self::pieces($line) as $piece) {
            // What would have to be stuffed stays where it is: some programs keep that space in the midst of a line.
            if ($current !== '' && mb_strlen($current . rtrim($piece, ' '), 'UTF-8') > self::WIDTH && preg_match(self::STUFFED, $piece) !== 1) {
                $wrapped .= self::stuff($current) . "\n";
                $current = '';
            }
            $current .= $piece;
        }

        return $wrapped . self::stuff($current);
    }

    /** @return list<string> words, each with the spaces that follow it; the first with those before it */
    private static function pieces(string $line): array
    {
        preg_match_all('/^ *[^ ]* *|[^ ]+ */u', $line, $found);

        return $found[0];
    }

    private static function stuff(string $line): string
    {
        return preg_match(self::STUFFED, $line) === 1 ? " {$line}" : $line;
    }
}
