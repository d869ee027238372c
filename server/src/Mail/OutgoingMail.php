<?php

declare(strict_types=1);

namespace Enquiry\Mail;

use PHPMailer\PHPMailer\PHPMailer;

/** The mail in the form in which it is sent. */
final class OutgoingMail extends PHPMailer
{
    private const REFERENCE = 'X-Enquiry-Reference';
    private const FLAGS = 'X-Enquiry-Flags';
    private const REPLACES = 'X-Enquiry-Replaces';

    /** No Auto-Submitted header: a person wrote this, and help desks set automatic mail aside (RFC 3834 section 5). */
    public static function compose(EnquiryMail $enquiry, MailRoute $route): string
    {
        $mail = new self(true);
        $mail->isSMTP();
        $mail->CharSet = self::CHARSET_UTF8;
        $mail->Encoding = self::ENCODING_QUOTED_PRINTABLE;
        $mail->XMailer = null;
        $mail->setFrom($route->from, $route->fromName);
        foreach ($route->to as $recipient) {
            $mail->addAddress($recipient);
        }
        $mail->addReplyTo($enquiry->replyTo, $enquiry->replyToName);
        $mail->Subject = $enquiry->subject;
        $mail->MessageID = "<{$enquiry->messageId}@{$route->fromDomain()}>";
        $mail->MessageDate = $enquiry->sentAt->format(\DATE_RFC2822);
        foreach ([self::REFERENCE => $enquiry->reference, self::FLAGS => $enquiry->flags, self::REPLACES => $enquiry->replaces] as $name => $value) {
            if ($value !== '') {
                $mail->addCustomHeader($name, $value);
            }
        }
        // Other line breaks than CRLF would be encoded (RFC 2045 section 6.7).
        $mail->Body = self::normalizeBreaks($enquiry->html, self::CRLF);
        $mail->AltBody = self::normalizeBreaks($enquiry->text, self::CRLF);
        if ($route->dkim !== null) {
            $mail->DKIM_domain = $route->dkim->domain;
            $mail->DKIM_selector = $route->dkim->selector;
            $mail->DKIM_private_string = $route->dkim->privateKey();
            $mail->DKIM_extraHeaders = [self::REFERENCE, self::FLAGS, self::REPLACES];
            // A diagnosis, which would repeat every header.
            $mail->DKIM_copyHeaderFields = false;
        }
        $mail->preSend();

        return $mail->getSentMIMEMessage();
    }

    /**
     * The rules of the form admit more addresses than PHP's filter does (a@-firm-.example). No address may break its header.
     *
     * @param string               $address
     * @param callable|string|null $patternselect
     */
    public static function validateAddress($address, $patternselect = null): bool
    {
        return preg_match('/^[^\s\p{Cc}<>()\[\]",:;@\\\]+@[^\s\p{Cc}<>()\[\]",:;@\\\]+$/uD', $address) === 1;
    }

    /**
     * Encoded words of at most 75 characters (RFC 2047 section 2), which PHPMailer keeps to only for mail().
     *
     * @param string $str
     * @param string $position
     */
    public function encodeHeader($str, $position = 'text'): string
    {
        $this->Mailer = $this->has8bitChars($str) ? 'mail' : 'smtp';
        try {
            return parent::encodeHeader($str, $position);
        } finally {
            $this->Mailer = 'smtp';
        }
    }
}
