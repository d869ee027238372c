<?php

declare(strict_types=1);

namespace Enquiry\Mail;

use Enquiry\Shared\Text;

/** A mail server's answer about a mail, without the words that it may quote from the mail. */
final class ServerWords
{
    /** Encoded words and Base64: they may hide a quotation. */
    private const ENCODED = '~=\?\S*|\S*=[89A-F][0-9A-F]\S*|[A-Za-z0-9+/]{40,}=*~';

    private const WORD = '/[\p{L}\p{M}\p{N}]+/u';

    /** Several removed words in a row, such as an address. */
    private const GAPS = '/…(?:[^\p{L}\p{N}\s]*\s?…)+/u';

    /** A word of this length is also removed if it only begins a word of the mail: the server may have cut it off. */
    private const LONG = 4;

    /** These stay, although a mail may have them: they say why mails are refused, and nothing about a visitor. */
    private const USUAL = ''
        . 'a an and any are as at be been because by can cannot contains do does due for from has have if in into is '
        . 'it its like may more must no not of on or our that the then there this to too try was we with you your '
        . 'account address attachment attachments ban banned black blacklisted block blocked blocklist blocklisted '
        . 'body bulk cause client code contact content contents data denied detected domain email enable error '
        . 'exceeded failed file files filter filtered firewall found header headers help host html http https images '
        . 'invalid ip later limit link links list listed mail mails malware message messages number org phishing '
        . 'please policy postmaster quota reason reasons received recipient recipients refuse refused reject '
        . 'rejected reputation score security see send sender sending sent server size smtp spam subject suspected '
        . 'suspicious text unsolicited url urls user virus visit web website words www';

    public static function without(string $mail, string $words): string
    {
        $quotable = ' ' . preg_replace('/[^\p{L}\p{N}]+/u', ' ', self::fold($mail)) . ' ';
        $usual = array_flip(explode(' ', self::USUAL));
        $isQuoted = static function (string $word) use ($quotable, $usual): bool {
            $length = mb_strlen($word, 'UTF-8');

            return $length > 1
                && !isset($usual[$word])
                && str_contains($quotable, $length < self::LONG ? " {$word} " : " {$word}");
        };
        $told = preg_replace_callback(
            self::WORD,
            static fn(array $found): string => $isQuoted(self::fold($found[0])) ? '…' : $found[0],
            (string) preg_replace(self::ENCODED, '…', $words),
        );

        return (string) preg_replace(self::GAPS, '…', (string) $told);
    }

    /** Servers often drop accents. */
    private static function fold(string $text): string
    {
        $letters = \Normalizer::normalize(Text::fold($text), \Normalizer::FORM_KD);

        return (string) preg_replace('/\p{M}+/u', '', \is_string($letters) ? $letters : $text);
    }
}
