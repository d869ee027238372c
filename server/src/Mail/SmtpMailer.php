<?php

declare(strict_types=1);

namespace Enquiry\Mail;

use Enquiry\Enquiry\Enquiry;
use Enquiry\Shared\Clock;
use Enquiry\Shared\Text;

/** Sends mail over one SMTP connection, which stays open until close(). */
final class SmtpMailer
{
    /** The server closes the connection, after any command (RFC 5321 section 3.8). */
    private const CLOSING = 421;

    private SmtpConnection $smtp;

    public function __construct(
        public readonly SmtpServer $server,
        private readonly string $from,
        private readonly Clock $clock = new Clock(),
        private readonly Letterhead $letterhead = new Letterhead(),
    ) {
        $this->smtp = new SmtpConnection($server);
    }

    /**
     * Sends several enquiries as one digest.
     * @param non-empty-list<Enquiry> $enquiries
     * @throws MailServerUnavailable
     */
    public function send(array $enquiries, Envelope $envelope): DeliveryReport
    {
        $now = $this->clock->time();

        return $this->deliver(
            \count($enquiries) === 1
                ? new EnquiryMail($enquiries[0], $now, $this->letterhead)
                : new DigestMail($enquiries, $now, $this->letterhead),
            $envelope,
        );
    }

    /**
     * Says that an enquiry was refused, with the visitor's name and contact details unless they are refused too.
     * @throws MailServerUnavailable
     */
    public function sendNotice(Enquiry $enquiry, string $reason, Envelope $envelope): DeliveryReport
    {
        $report = $this->deliver(new NoticeMail($enquiry, $reason, namesVisitor: true), $envelope);

        return $report->accepted() === []
            ? $this->deliver(new NoticeMail($enquiry, $reason, namesVisitor: false), $envelope)
            : $report;
    }

    /**
     * @param AlertMail::SITE|AlertMail::WEBHOOK $about
     * @param list<string>                       $reasons why it needs attention; empty if all is well again
     * @throws MailServerUnavailable
     */
    public function sendAlert(string $about, array $reasons, Envelope $envelope): DeliveryReport
    {
        return $this->deliver(new AlertMail($about, $reasons, $this->clock->time()), $envelope);
    }

    /**
     * One recipient may be the reason why others did not get the mail, so each of them then gets a mail of their own.
     * @throws MailServerUnavailable
     */
    private function deliver(Mail $mail, Envelope $envelope): DeliveryReport
    {
        $now = $this->clock->time();
        $message = OutgoingMail::compose($mail, $this->from, $envelope->to, $now);
        $lastStart = $now + $this->server->startingSeconds();
        $first = $envelope->isEachAlone ? \array_slice($envelope->recipients, 0, 1) : $envelope->recipients;
        // Outside the try: if this fails, nobody has the mail.
        $report = $this->transact($first, $message);
        $others = \count($first) > 1 ? array_keys($report->refused()) : array_diff($envelope->recipients, $first);
        try {
            foreach ($others as $recipient) {
                if ($this->clock->time() >= $lastStart) {
                    $reason = 'there was no time left after the other recipients';

                    return $report->withRefused($envelope->recipients, $reason);
                }
                $report = $report->then($this->transact([$recipient], $message));
            }
        } catch (MailServerUnavailable $failure) {
            // Some recipients may already have the mail.
            return $report->withRefused($envelope->recipients, $failure->fault);
        }

        return $report;
    }

    /** Sends no mail. @throws MailServerUnavailable */
    public function connect(): void
    {
        $this->smtp = new SmtpConnection($this->server);
        $this->smtp->open(Text::domainOf($this->from));
    }

    public function close(): void
    {
        $this->smtp->quit();
    }

    /**
     * An error up to here concerns every mail. A later error concerns this mail alone, even a 421: some servers answer
     * 421 to a text that they reject.
     * @throws MailServerUnavailable
     */
    private function start(): void
    {
        if ($this->smtp->connected()) {
            if ($this->smtp->mail($this->from)) {
                return;
            }
            // The server may have closed an idle connection, or limit the mails of one connection.
            $this->close();
        }
        $this->connect();
        $this->smtp->require($this->smtp->mail($this->from), 'MAIL FROM command');
    }

    /**
     * Sends one mail to all of them.
     * @param list<string> $recipients
     * @throws MailServerUnavailable
     */
    private function transact(array $recipients, string $message): DeliveryReport
    {
        $this->start();
        $report = new DeliveryReport();
        $accepted = [];
        foreach ($recipients as $recipient) {
            if ($this->smtp->recipient($recipient)) {
                $accepted[] = $recipient;
                continue;
            }
            $fault = $this->smtp->fault('RCPT TO command');
            $code = $this->smtp->code();
            if ($code < 400 || $code === self::CLOSING) {
                $this->smtp->close();

                return $report->withRefused($recipients, $fault);
            }
            $report = $report->then(DeliveryReport::of(Verdict::Refused, [$recipient], $fault));
        }
        if ($accepted === []) {
            $this->smtp->reset();

            return $report;
        }

        return $report->then($this->handOver($accepted, $message));
    }

    /** @param list<string> $recipients */
    private function handOver(array $recipients, string $message): DeliveryReport
    {
        if ($this->smtp->data($message)) {
            return DeliveryReport::of(Verdict::Accepted, $recipients);
        }
        $isSent = $this->smtp->hasSentMail();
        $reason = $this->smtp->fault($isSent ? 'DATA END' : 'DATA command');
        $code = $this->smtp->code();
        $code >= 400 ? $this->smtp->reset() : $this->smtp->close();
        $verdict = match (true) {
            !$isSent => Verdict::Refused,
            $code < 400 => Verdict::Unanswered,
            $code < 500 => Verdict::TextDeferred,
            default => Verdict::TextRefused,
        };

        return DeliveryReport::of($verdict, $recipients, $reason);
    }
}
