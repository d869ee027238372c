<?php

declare(strict_types=1);

namespace Enquiry\Mail;

use Enquiry\Enquiry\Enquiry;
use Enquiry\Shared\Clock;
use Enquiry\Shared\Text;

/** Sends mail over one SMTP connection, which stays open until close(). Each recipient gets a transaction. */
final class SmtpMailer
{
    private SmtpConnection $smtp;

    public function __construct(
        public readonly SmtpServer $server,
        private readonly string $from,
        private readonly Clock $clock,
        private readonly Letterhead $letterhead = new Letterhead(),
        private readonly ?LoginPause $pause = null,
    ) {
        $this->smtp = new SmtpConnection($server);
    }

    /**
     * @param string       $recipient who gets it now
     * @param list<string> $to        for the header To: all who get it
     * @throws MailServerUnavailable
     */
    public function send(Enquiry $enquiry, string $recipient, array $to): Answer
    {
        return $this->transact(Mail::enquiry($enquiry, $this->clock->time(), $this->letterhead), $recipient, $to);
    }

    /**
     * Says that an enquiry was refused, with the visitor's name and contact details.
     * @param list<string> $to
     * @return bool whether anybody got it
     */
    public function sendNotice(Enquiry $enquiry, string $reason, array $to): bool
    {
        return $this->sendToAny(Mail::notice($enquiry, $reason, $this->clock->time()), $to);
    }

    /**
     * @param list<string> $sentences about what needs attention; empty if all is well again
     * @param list<string> $to
     * @return bool whether anybody got it
     */
    public function sendAlert(array $sentences, array $to): bool
    {
        return $this->sendToAny(Mail::alert($sentences, $this->clock->time()), $to);
    }

    /** @param list<string> $to */
    private function sendToAny(Mail $mail, array $to): bool
    {
        try {
            $answers = array_map(fn(string $recipient): Answer => $this->transact($mail, $recipient, $to), $to);
        } catch (MailServerUnavailable) {
            return false;
        }

        return \in_array(Answer::ACCEPTED, array_column($answers, 'outcome'), true);
    }

    /** Sends no mail. @throws MailServerUnavailable */
    public function connect(): void
    {
        $login = $this->server->login();
        $this->pause?->begin($login);
        $this->smtp = new SmtpConnection($this->server);
        try {
            $this->smtp->open(Text::domainOf($this->from));
            $this->pause?->end();
        } catch (MailServerUnavailable $failure) {
            if ($failure->isLoginRefused) {
                $this->pause?->refused($login, $failure->getMessage());
            }
            throw $failure;
        }
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
        $this->smtp->require($this->smtp->mail($this->from));
    }

    /**
     * @param list<string> $to
     * @throws MailServerUnavailable
     */
    private function transact(Mail $mail, string $recipient, array $to): Answer
    {
        $message = OutgoingMail::compose($mail, $this->from, $to, $this->clock->time());
        $this->start();

        return $this->smtp->recipient($recipient) && $this->smtp->data($message)
            ? new Answer(Answer::ACCEPTED)
            : $this->smtp->refusal();
    }
}
