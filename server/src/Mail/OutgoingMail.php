<?php

declare(strict_types=1);

namespace Enquiry\Mail;

use PHPMailer\PHPMailer\PHPMailer;

/** PHPMailer, where its own judgement would lose or bend an enquiry. */
final class OutgoingMail extends PHPMailer
{
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
        $words = array_map(
            static fn(string $word): string => "=?UTF-8?B?{$word}?=",
            explode("\n", $this->base64EncodeWrapMB($str, "\n")),
        );

        return implode(self::$LE . ' ', $words);
    }
}
