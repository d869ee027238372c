<?php

declare(strict_types=1);

namespace Enquiry\Mail;

use PHPMailer\PHPMailer\PHPMailer;

/** PHPMailer, where its own judgement would lose or bend an enquiry. */
final class OutgoingMail extends PHPMailer
{
    /** What RFC 6376 section 5.4.1 advises, of the headers that there are. */
    private const SIGNED = ['From', 'To', 'Date', 'Subject', 'Reply-To', 'Message-ID', 'Content-Type', 'MIME-Version'];

    /** What needs no encoding in an encoded word (RFC 2047 sections 4.2 and 5). */
    private const PLAIN = '/^[!-<>@-^`-~]$/D';
    private const PLAIN_IN_NAME = '~^[A-Za-z0-9!*+/-]$~D';

    /** Of the 76 characters of a line (RFC 2047 section 2), without the header's name and what frames a word. */
    private const LONGEST_WORD = 52;

    /**
     * Every address was checked where it came in, the prospect's by rules that admit more than PHP's
     * filter does (a@-firm-.example). Here it only must not break out of its header.
     *
     * @param string               $address
     * @param callable|string|null $patternselect
     */
    public static function validateAddress($address, $patternselect = null): bool
    {
        return preg_match('/^[^\s\p{Cc}<>()\[\]",:;@\\\]+@[^\s\p{Cc}<>()\[\]",:;@\\\]+$/uD', $address) === 1;
    }

    /**
     * PHPMailer writes encoded words of up to 998 characters, where RFC 2047 section 2 allows 75, and
     * leaves alone ASCII that only looks like an encoded word, so that a mail client would rewrite it.
     *
     * @param string $str
     * @param string $position
     */
    public function encodeHeader($str, $position = 'text'): string
    {
        if (!$this->has8bitChars($str) && !str_contains($str, '=?')) {
            return parent::encodeHeader($str, $position);
        }
        $base64 = array_map(
            static fn(string $word): string => "=?UTF-8?B?{$word}?=",
            explode("\n", $this->base64EncodeWrapMB($str, "\n")),
        );
        $quoted = self::quotedWords($str, $position === 'phrase' ? self::PLAIN_IN_NAME : self::PLAIN);

        // Filters take base64 that nobody needs for something to hide.
        return implode(self::$LE . ' ', \strlen(implode('', $quoted)) <= \strlen(implode('', $base64)) ? $quoted : $base64);
    }

    /**
     * Relaxed for headers and body, because gateways fold the one and trim the other, and with a second From in the
     * list, so that none can be added (RFC 6376 sections 3.4 and 8.15). PHPMailer does neither.
     *
     * @param string $headers_line
     * @param string $subject
     * @param string $body
     */
    public function DKIM_Add($headers_line, $subject, $body): string
    {
        $unfolded = (string) preg_replace('/\r\n[ \t]+/', ' ', $headers_line);
        preg_match_all('/^([!-9;-~]+):[^\r\n]*/m', $unfolded, $found);
        $signed = array_filter(
            array_combine($found[0], $found[1]),
            fn(string $name): bool => \in_array($name, [...self::SIGNED, ...$this->DKIM_extraHeaders], true),
        );
        $signature = "DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed;\r\n d={$this->DKIM_domain}; s={$this->DKIM_selector}; t=" . time() . ";\r\n"
            . ' h=' . implode(":\r\n ", [...array_values($signed), 'From']) . ";\r\n"
            . ' bh=' . base64_encode(hash('sha256', self::relaxed($body), true)) . ";\r\n b=";
        $value = $this->DKIM_Sign($this->DKIM_HeaderC(implode("\r\n", [...array_keys($signed), $signature])));

        return $signature . trim(chunk_split($value, 74, "\r\n "));
    }

    /** Who reads it may wrap it to their window. */
    protected function getBoundary($boundary, $charSet, $contentType, $encoding): string
    {
        return parent::getBoundary($boundary, $charSet, $contentType === self::CONTENT_TYPE_PLAINTEXT ? 'text/plain; format=flowed' : $contentType, $encoding);
    }

    /**
     * @param string $plain pattern of a character that stands for itself
     *
     * @return list<string> as RFC 2047 section 4.2 has them, each of whole characters
     */
    private static function quotedWords(string $text, string $plain): array
    {
        $words = [];
        $word = '';
        foreach (mb_str_split($text, encoding: 'UTF-8') as $character) {
            $encoded = match (true) {
                $character === ' ' => '_',
                preg_match($plain, $character) === 1 => $character,
                default => '=' . implode('=', str_split(strtoupper(bin2hex($character)), 2)),
            };
            if (\strlen($word . $encoded) > self::LONGEST_WORD) {
                $words[] = $word;
                $word = '';
            }
            $word .= $encoded;
        }

        return array_map(static fn(string $word): string => "=?UTF-8?Q?{$word}?=", [...$words, $word]);
    }

    /** RFC 6376 section 3.4.4. */
    private static function relaxed(string $body): string
    {
        $lines = (string) preg_replace(['/[ \t]+/', '/ (?=\r\n)/'], [' ', ''], rtrim($body, "\r\n") . "\r\n");
        $text = rtrim($lines, " \r\n");

        return $text === '' ? '' : "{$text}\r\n";
    }
}
