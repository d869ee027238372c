<?php

declare(strict_types=1);

namespace Enquiry\Mail;

use Enquiry\Shared\Text;
use PHPMailer\PHPMailer\Exception;
use PHPMailer\PHPMailer\SMTP;

/** PHPMailer's SMTP client. Each override fixes something that would lose a mail or hide why it was refused. */
final class SmtpConnection extends SMTP
{
    private const LONGEST_FAULT = 300;

    /** The server closes the connection, after any command (RFC 5321 section 3.8). */
    private const CLOSING = 421;

    /** The login methods of PHPMailer that use a password. */
    private const PASSWORD_LOGINS = ['CRAM-MD5', 'LOGIN', 'PLAIN'];

    /** @var list<string> why the connection failed */
    private array $reasons = [];

    private string $lastSent = '';

    public function __construct(private readonly SmtpServer $server)
    {
        $this->Timeout = $this->Timelimit = $server->timeout;
    }

    /** Connects, encrypts and logs in. @throws MailServerUnavailable */
    public function open(string $hello): void
    {
        $server = $this->server;
        // PHP verifies the certificate. Nagle's algorithm would delay the last line of every mail by 40 ms.
        $options = ['ssl' => ['peer_name' => $server->host], 'socket' => ['tcp_nodelay' => true]];
        $isConnected = $this->connect($server->address(), $server->port, $server->timeout, $options);
        $this->require($isConnected, 'Greeting');
        $this->require($this->hello($hello), 'EHLO command');
        if ($server->encryption === SmtpServer::STARTTLS) {
            $this->require($this->startTLS(), $this->code() === 220 ? 'TLS' : 'STARTTLS command');
            $this->require($this->hello($hello), 'EHLO command');
        }
        if ($server->username !== null) {
            $this->logIn($server->username);
        }
    }

    /** @throws MailServerUnavailable */
    private function logIn(string $username): void
    {
        $oauth = $this->server->oauth;
        $offered = array_filter((array) $this->getServerExt('AUTH'), \is_string(...));
        if (array_intersect($oauth === null ? self::PASSWORD_LOGINS : ['XOAUTH2'], $offered) === []) {
            $this->giveUp('the server offers no login ' . ($offered === []
                ? 'on this connection'
                : 'that this website supports (it offers ' . implode(', ', $offered) . ')'));
        }
        $method = $oauth === null ? null : 'XOAUTH2';
        try {
            $isIn = $this->authenticate($username, $this->server->password->getValue(), $method, $oauth);
        } catch (Exception $failure) {
            // PHPMailer wraps the exception of the OAuthClient.
            $this->giveUp('OAuth ' . ($failure->getPrevious() ?? $failure)->getMessage());
        }
        $this->require($isIn, 'Login');
    }

    /** @throws MailServerUnavailable */
    public function require(bool $isDone, string $step): void
    {
        if (!$isDone) {
            $this->giveUp($this->fault($step));
        }
    }

    /** @throws MailServerUnavailable */
    private function giveUp(string $fault): never
    {
        $this->quit();
        throw new MailServerUnavailable(self::printable($fault));
    }

    /** Whether the final dot of the mail was sent. */
    public function hasSentMail(): bool
    {
        return $this->lastSent === 'DATA END';
    }

    /** The code of the last answer; 0 without an answer. */
    public function code(): int
    {
        return (int) substr($this->last_reply, 0, 3);
    }

    /** Whether the connection is good for another mail: the server answered, and does not close it (421). */
    public function isUsable(): bool
    {
        return $this->code() >= 400 && $this->code() !== self::CLOSING;
    }

    /** Why the step failed, in one printable line. */
    public function fault(string $step): string
    {
        if ($this->code() < 400) {
            $silence = ['no proper answer in time, or the connection was closed'];
            $reasons = $this->reasons === [] ? $silence : $this->reasons;

            return "{$step} failed: " . self::printable(implode('; ', $reasons));
        }
        // With the enhanced status code (RFC 3463), which a server may repeat on each line.
        preg_match('/^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})(?!\S)/', $this->last_reply, $found);
        $status = $found[1] ?? '';
        $words = (string) preg_replace('/^\d{3}[ -]?(?:' . preg_quote($status, '/') . ')?/m', '', $this->last_reply);
        // Once the server has the mail, its words may quote the visitor.
        $told = $this->hasSentMail() ? '' : self::printable($words);

        return implode(' ', Text::filled(["{$step} failed {$this->code()}", $status, $told]));
    }

    public static function printable(string $words): string
    {
        $clean = trim((string) preg_replace('/[\x00-\x20\x7F]+/', ' ', mb_scrub($words, 'UTF-8')));

        return mb_strcut($clean, 0, self::LONGEST_FAULT, 'UTF-8');
    }

    /**
     * Closes the connection if a write fails, or if an unexpected answer is waiting. PHPMailer would continue, and send
     * a mail with gaps or accept an answer injected before the encryption (CVE-2011-0411).
     * @param string $data
     * @param string $command
     */
    public function client_send($data, $command = ''): int
    {
        if (!\is_resource($this->smtp_conn)) {
            return 0;
        }
        if ($command === 'DATA END') {
            $this->Timelimit = $this->server->verdictSeconds(); // data() resets it.
        }
        $isInTurn = stream_get_meta_data($this->smtp_conn)['unread_bytes'] === 0;
        if ($isInTurn && parent::client_send($data, $command) === \strlen($data)) {
            $this->lastSent = $command;

            return \strlen($data);
        }
        $this->reasons[] = $isInTurn ? 'the server stopped reading' : 'the server sent an unexpected answer';
        $this->close();

        return 0;
    }

    /** PHPMailer sends HELO after every failed EHLO. Without an answer, that would wait for another timeout. */
    protected function sendHello($hello, $host): bool
    {
        return ($hello === 'EHLO' || $this->code() >= 400) && parent::sendHello($hello, $host);
    }

    /** PHPMailer sends QUIT after the greeting 554, and forgets the greeting. */
    public function quit($close_on_error = true): bool
    {
        $reply = $this->last_reply;
        $isDone = parent::quit($close_on_error);
        $this->last_reply = $reply;

        return $isDone;
    }

    /** PHPMailer keeps only the last PHP warning, but another one names the certificate. */
    protected function errorHandler($errno, $errmsg, $errfile = '', $errline = 0): void
    {
        $this->reasons[] = $errmsg;
        parent::errorHandler($errno, $errmsg, $errfile, $errline);
    }
}
