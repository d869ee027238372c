<?php

declare(strict_types=1);

namespace Enquiry\Mail;

use Enquiry\Delivery\DeliveryReport;
use Enquiry\Delivery\Mailer;
use Enquiry\Delivery\MailServerUnavailable;
use Enquiry\Shared\Enquiry;
use Enquiry\Shared\SystemClock;
use PHPMailer\PHPMailer\PHPMailer;
use Psr\Clock\ClockInterface;

/** Sends over one SMTP connection, which stays open from one mail to the next until close(). */
final class SmtpMailer implements Mailer
{
    private const REFERENCE = 'X-Enquiry-Reference';
    private const FLAGS = 'X-Enquiry-Flags';
    private const REPLACES = 'X-Enquiry-Replaces';

    private readonly OutgoingMail $mail;
    private readonly SmtpSession $session;

    /** @var \Closure(): array<string, string> */
    private readonly \Closure $labels;

    /** @var \Closure(): Letterhead */
    private readonly \Closure $letterhead;

    /**
     * @param ?\Closure(): array<string, string> $labels of fields, as the mail shows them
     * @param ?\Closure(): Letterhead            $letterhead
     */
    public function __construct(
        private readonly SmtpServer $server,
        private readonly MailRoute $route,
        private readonly ClockInterface $clock = new SystemClock(),
        ?\Closure $labels = null,
        ?\Closure $letterhead = null,
    ) {
        $this->letterhead = $letterhead ?? static fn(): Letterhead => new Letterhead();
        $this->labels = $labels ?? static fn(): array => [];
        $this->session = new SmtpSession($server);
        $this->mail = $this->prepare();
    }

    /**
     * In one transaction. What that does not bring to everybody is done in further ones at once: for those whom
     * the server wants to have in another, and for each alone where one of them may have cost the others the mail.
     */
    public function send(Enquiry $enquiry, array $recipients, bool $alone = false): DeliveryReport
    {
        $this->address(EnquiryMail::about($enquiry, $this->clock->now(), $this->labels, ($this->letterhead)()));
        $this->mail->preSend();
        $message = $this->mail->getSentMIMEMessage();
        $lastStart = SystemClock::elapsed() + $this->server->startingSeconds();
        $delivery = null;
        $groups = $alone ? array_chunk($recipients, 1) : [$recipients];
        while ($groups !== []) {
            try {
                $this->start();
            } catch (MailServerUnavailable $failure) {
                return $delivery?->refusing(array_merge(...$groups), $failure->fault) ?? throw $failure;
            }
            [$outcome, $further] = $this->transact(array_shift($groups), $message);
            $delivery = $delivery?->then($outcome) ?? $outcome;
            $groups = [...$groups, ...$further];
            if ($groups !== [] && SystemClock::elapsed() >= $lastStart) {
                return $delivery->refusing(array_merge(...$groups), 'the others took all the time');
            }
        }

        return $delivery ?? new DeliveryReport();
    }

    /**
     * Connects, encrypts and logs in, and sends nothing.
     *
     * @throws MailServerUnavailable
     */
    public function connect(): void
    {
        if (!$this->session->open($this->route->fromDomain())) {
            throw $this->unreachable();
        }
    }

    /** Until when the certificate holds that connect() did not trust; null where that cannot be seen. */
    public function certificateEnd(): ?int
    {
        return $this->session->certificateEnd($this->route->fromDomain());
    }

    public function close(): void
    {
        $this->session->quit();
    }

    /**
     * What fails up to here is no fault of this one mail; what fails later says nothing about the next,
     * not even a 421: some servers answer so to a text that they dislike.
     *
     * @throws MailServerUnavailable
     */
    private function start(): void
    {
        if ($this->session->connected()) {
            if ($this->mailFrom()) {
                return;
            }
            // A server may close an idle connection at any time, or take only so many mails over one.
            $this->session->quit();
        }
        $this->connect();
        if (!$this->mailFrom()) {
            throw $this->unreachable();
        }
    }

    private function mailFrom(): bool
    {
        $this->session->allow(2 * $this->server->timeout);

        return $this->session->mail($this->route->from);
    }

    /**
     * @param list<string> $recipients
     *
     * @return array{DeliveryReport, list<list<string>>} with the transactions that are worth a try now
     */
    private function transact(array $recipients, string $message): array
    {
        $accepted = $refused = $later = [];
        foreach ($recipients as $position => $recipient) {
            if ($accepted !== [] && $this->session->secondsLeft() < $this->server->timeout) {
                $refused[$recipient] = 'the others took too long';
                $later[] = $recipient;
            } elseif ($this->session->recipient($recipient)) {
                $accepted[] = $recipient;
            } else {
                $refused[$recipient] = $this->session->fault();
                if (!$this->session->connected()) {
                    return [new DeliveryReport(refused: $refused), array_chunk([...$accepted, ...$later, ...\array_slice($recipients, $position + 1)], 1)];
                }
                if (str_starts_with($this->session->getLastReply(), '4')) {
                    $later[] = $recipient;
                }
            }
        }
        if ($accepted === []) {
            $this->session->abandon();

            return [new DeliveryReport(refused: $refused), []];
        }
        // "Too many recipients" means those who are left (RFC 5321 section 4.5.3.1.10).
        $next = $later === [] ? [] : [$later];
        if ($this->session->data($message)) {
            return [new DeliveryReport($accepted, $refused), $next];
        }
        $faults = array_fill_keys($accepted, $this->session->fault());
        if ($this->session->unanswered()) {
            return [new DeliveryReport([], $refused, $faults), $next];
        }
        $this->session->abandon();

        return [new DeliveryReport(refused: $refused + $faults), array_chunk([...(\count($accepted) > 1 ? $accepted : []), ...$later], 1)];
    }

    /** Leaves nothing of this mail to the next. */
    private function unreachable(): MailServerUnavailable
    {
        $this->session->quit();

        return MailServerUnavailable::unreachable($this->session->fault());
    }

    private function prepare(): OutgoingMail
    {
        $mail = new OutgoingMail(true);
        $mail->isSMTP();
        // Else PHPMailer takes the Host header of the request for it.
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
        $mail->MessageDate = $enquiry->sentAt->format(\DATE_RFC2822);
        $mail->addCustomHeader(self::REFERENCE, (string) $enquiry->reference);
        if ($enquiry->flags !== '') {
            $mail->addCustomHeader(self::FLAGS, $enquiry->flags);
        }
        if ($enquiry->replaces !== '') {
            $mail->addCustomHeader(self::REPLACES, $enquiry->replaces);
        }
        $mail->Body = self::withLineBreaks($enquiry->html);
        $mail->AltBody = self::withLineBreaks($enquiry->text);
    }

    /**
     * Quoted-printable text has line breaks of CRLF (RFC 2045 section 6.7); PHP encodes others away. Files of
     * ours that were uploaded as text have CRLF already.
     */
    private static function withLineBreaks(string $text): string
    {
        return str_replace(["\r\n", "\n"], ["\n", "\r\n"], $text);
    }
}
