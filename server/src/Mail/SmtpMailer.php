<?php

declare(strict_types=1);

namespace Enquiry\Mail;

use PHPMailer\PHPMailer\Exception;
use PHPMailer\PHPMailer\PHPMailer;
use Psr\Log\LoggerInterface;

/** Sends over one SMTP connection, which stays open from one mail to the next until close(). */
final class SmtpMailer
{
    private const REFERENCE = 'X-Enquiry-Reference';
    private const FLAGS = 'X-Enquiry-Flags';
    private const REPLACES = 'X-Enquiry-Replaces';

    private readonly OutgoingMail $mail;
    private readonly SmtpSession $session;
    private readonly int $sendingSeconds;

    public function __construct(
        SmtpServer $server,
        private readonly Route $route,
        private readonly LoggerInterface $logger,
    ) {
        $this->session = new SmtpSession($server->timeout);
        $this->sendingSeconds = $server->sendingSeconds();
        $this->mail = $this->prepare($server);
    }

    /**
     * @param list<string> $recipients those that have not had it yet
     *
     * @throws DeliveryFailed where not a single one took it
     */
    public function send(EnquiryMail $enquiry, array $recipients): Delivery
    {
        $this->address($enquiry);
        $this->mail->clearAddresses();
        array_map($this->mail->addAddress(...), $recipients);
        $end = SmtpSession::clock() + $this->sendingSeconds;
        $isReused = $this->session->connected();
        try {
            $this->attempt($end);
        } catch (DeliveryFailed $failure) {
            // A server may close an idle connection at any time; that is no failed attempt.
            if (!$isReused || !$this->session->brokeBeforeTheMail()) {
                throw $failure;
            }
            $this->attempt($end);
        }
        $refused = $this->session->refused();

        return new Delivery(array_values(array_diff($recipients, array_keys($refused))), $refused);
    }

    /** @throws DeliveryFailed */
    private function attempt(int $end): void
    {
        $this->session->begin($end);
        try {
            $this->mail->send();
        } catch (Exception $exception) {
            if (!$this->session->taken()) {
                $this->session->close();
                throw match (true) {
                    $this->session->unanswered() => DeliveryFailed::unanswered($this->session->fault(), $exception),
                    $this->session->unreachable() => DeliveryFailed::unreachable($this->session->fault(), $exception),
                    default => DeliveryFailed::refused($this->session->fault(), $exception),
                };
            }
            // Sending it again for the sake of one would give the others a second mail.
            $this->logger->warning('The mail server refused a recipient.', ['exception' => $exception]);
        }
    }

    /**
     * Connects, encrypts and logs in, and sends nothing.
     *
     * @throws DeliveryFailed
     */
    public function connect(): void
    {
        $this->session->begin(SmtpSession::clock() + $this->sendingSeconds);
        try {
            $this->mail->smtpConnect();
        } catch (Exception $exception) {
            $this->session->close();
            throw DeliveryFailed::unreachable($this->session->fault(), $exception);
        }
    }

    public function close(): void
    {
        $this->mail->smtpClose();
    }

    private function prepare(SmtpServer $server): OutgoingMail
    {
        $mail = new OutgoingMail(true);
        $mail->setSMTPInstance($this->session);
        $mail->isSMTP();
        $mail->Host = str_contains($server->host, ':') ? "[{$server->host}]" : $server->host;
        $mail->Port = $server->port;
        $mail->SMTPSecure = match ($server->encryption) {
            Encryption::Starttls => PHPMailer::ENCRYPTION_STARTTLS,
            Encryption::Tls => PHPMailer::ENCRYPTION_SMTPS,
            Encryption::None => '',
        };
        $mail->SMTPAutoTLS = false;
        $mail->SMTPAuth = $server->username !== null;
        $mail->Username = $server->username ?? '';
        $mail->Password = $server->password();
        $mail->Timeout = $server->timeout;
        $mail->SMTPKeepAlive = true;
        $mail->SMTPOptions = [
            // Nagle's delay would hold back the last piece of every mail.
            'socket' => ['tcp_nodelay' => true],
            'ssl' => ['verify_peer' => true, 'verify_peer_name' => true, 'peer_name' => $server->host]
                + ($server->caFile === null ? [] : ['cafile' => $server->caFile]),
        ];
        // Else PHPMailer greets the server with, and signs Message-IDs by, the Host header of the request.
        $mail->Hostname = $this->route->fromDomain();
        $mail->CharSet = PHPMailer::CHARSET_UTF8;
        $mail->Encoding = PHPMailer::ENCODING_QUOTED_PRINTABLE;
        $mail->XMailer = null;
        $this->sign($mail);
        $mail->setFrom($this->route->from, $this->route->fromName);
        foreach ($this->route->to as $recipient) {
            $mail->addAddress($recipient);
        }

        return $mail;
    }

    /** PHPMailer signs From, To, Reply-To, Subject, Date, Message-ID and the MIME headers by itself. */
    private function sign(OutgoingMail $mail): void
    {
        $dkim = $this->route->dkim;
        if ($dkim === null) {
            return;
        }
        $mail->DKIM_domain = $dkim->domain;
        $mail->DKIM_selector = $dkim->selector;
        $mail->DKIM_private_string = $dkim->privateKey();
        $mail->DKIM_extraHeaders = [self::REFERENCE, self::FLAGS, self::REPLACES];
        // The copies would tell every header twice, for diagnosis only.
        $mail->DKIM_copyHeaderFields = false;
    }

    /**
     * No Auto-Submitted header: a person wrote this, and help desks set aside mail that says it is
     * automatic (RFC 3834 section 5 leaves the choice). The Message-ID comes from the reference, so
     * that a mail sent twice is known for one.
     */
    private function address(EnquiryMail $enquiry): void
    {
        $mail = $this->mail;
        $mail->clearReplyTos();
        $mail->clearCustomHeaders();
        $mail->addReplyTo($enquiry->replyTo, $enquiry->replyToName);
        $mail->Subject = $enquiry->subject;
        $mail->MessageID = "<{$enquiry->messageId}@{$this->route->fromDomain()}>";
        $mail->MessageDate = $enquiry->receivedAt->format(\DATE_RFC2822);
        $mail->addCustomHeader(self::REFERENCE, (string) $enquiry->reference);
        if ($enquiry->flags !== '') {
            $mail->addCustomHeader(self::FLAGS, $enquiry->flags);
        }
        if ($enquiry->replaces !== '') {
            $mail->addCustomHeader(self::REPLACES, $enquiry->replaces);
        }
        // Quoted-printable text has line breaks of CRLF (RFC 2045 section 6.7); PHP encodes others away.
        $mail->Body = str_replace("\n", "\r\n", $enquiry->html);
        $mail->AltBody = str_replace("\n", "\r\n", $enquiry->text);
    }
}
