<?php

declare(strict_types=1);

namespace Enquiry\Mail;

use Enquiry\Shared\LocalTime;
use Enquiry\Shared\Text;
use PHPMailer\PHPMailer\PHPMailer;

/** Composes the mail's headers and body with PHPMailer. */
final class OutgoingMail extends PHPMailer
{
    /**
     * @param list<string> $to
     * @param int          $now for the Date header: spam filters suspect an old date
     */
    public static function compose(Mail $content, string $from, array $to, int $now): string
    {
        $domain = Text::domainOf($from);
        // Without an Auto-Submitted header, because help desks ignore automatic mail (RFC 3834 section 5).
        $mail = new self(true);
        $mail->isSMTP();
        $mail->CharSet = self::CHARSET_UTF8;
        $mail->Encoding = self::ENCODING_QUOTED_PRINTABLE;
        $mail->XMailer = null;
        $mail->setFrom($from, $content->fromName);
        // The sender comes first: rspamd (SPOOF_REPLYTO) suspects a mail within one domain whose Reply-To is in
        // another, unless To begins with the sender, as for web forms. PHPMailer drops an address that comes twice.
        foreach ([$from, ...$to] as $recipient) {
            $mail->addAddress($recipient);
        }
        // Without Reply-To, a reply goes to our own address. The mail program then saves it as a contact, and shows
        // that contact's name instead of each later visitor's.
        $replyTo = $content->replyTo === [] ? array_fill_keys($to, '') : $content->replyTo;
        foreach ($replyTo as $address => $name) {
            $mail->addReplyTo($address, $name);
        }
        $mail->Subject = $content->subject;
        $mail->MessageID = "<{$content->id}@{$domain}>";
        $mail->MessageDate = LocalTime::at($now)->format(\DATE_RFC2822);
        $references = array_map(static fn(string $id): string => "<{$id}@{$domain}>", $content->follows);
        $headers = $content->headers + ($references === [] ? [] : ['References' => implode(' ', $references)]);
        foreach ($headers as $name => $value) {
            $mail->addCustomHeader($name, $value);
        }
        // Line breaks other than CRLF would be encoded (RFC 2045 section 6.7).
        $text = self::normalizeBreaks($content->text, self::CRLF);
        $mail->Body = $content->html === '' ? $text : self::normalizeBreaks($content->html, self::CRLF);
        $mail->AltBody = $content->html === '' ? '' : $text;
        if ($content->mark !== '') {
            $mail->addStringEmbeddedImage(
                $content->mark,
                Letterhead::MARK,
                'mark.png',
                self::ENCODING_BASE64,
                'image/png',
            );
        }
        $mail->preSend();

        return $mail->getSentMIMEMessage();
    }

    /**
     * The form's rules accept addresses that PHP's filter refuses (a@-firm-.example). No address may break its header.
     * @param string               $address
     * @param callable|string|null $patternselect
     */
    public static function validateAddress($address, $patternselect = null): bool
    {
        return preg_match('/^[^\s\p{Cc}<>()\[\]",:;@\\\]+@[^\s\p{Cc}<>()\[\]",:;@\\\]+$/uD', $address) === 1;
    }

    /**
     * Encodes the words that need it, also those that only look encoded (RFC 2047). PHPMailer encodes the whole value,
     * and mail programs would decode what a visitor typed.
     * @param string $str
     * @param string $position
     */
    public function encodeHeader($str, $position = 'text'): string
    {
        if (preg_match('/[^\x20-\x7E]|=\?/', $str) !== 1) {
            return parent::encodeHeader($str, $position);
        }
        // Other words of a name would need quotation marks.
        $plain = $position === 'phrase' ? '\w!#$%&\'*+\/=?^`{|}~-' : '\x21-\x7E';
        $word = "[^ ]*(?:=\?|[^ {$plain}])[^ ]*";
        // Mail programs ignore the white space between two encoded words, so it is encoded too.
        $encoded = preg_replace_callback("/{$word}(?: +{$word})*/", $this->encodedWords(...), $str);

        return wordwrap((string) $encoded, self::MAIL_MAX_LINE_LENGTH, self::CRLF . ' ');
    }

    /** @param array<string> $found */
    private function encodedWords(array $found): string
    {
        $parts = explode("\n", $this->base64EncodeWrapMB($found[0], "\n"));

        return implode(' ', array_map(static fn(string $part): string => "=?utf-8?B?{$part}?=", $parts));
    }
}
