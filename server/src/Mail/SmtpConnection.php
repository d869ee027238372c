<?php

declare(strict_types=1);

namespace Enquiry\Mail;

use PHPMailer\PHPMailer\Exception;
use PHPMailer\PHPMailer\SMTP;

/** PHPMailer's SMTP client. Each override fixes something that would lose a mail or hide why it was refused. */
final class SmtpConnection extends SMTP
{
    private const LONGEST_FAULT = 300;

    /** The login methods of PHPMailer that use a password. */
    private const PASSWORD_LOGINS = ['CRAM-MD5', 'LOGIN', 'PLAIN'];
    private const OAUTH_LOGIN = 'XOAUTH2';

    /** PHPMailer's name of the step after which a mail may have arrived. */
    private const FINAL_DOT = 'DATA END';

    /** @var list<string> why the connection failed */
    private array $reasons = [];

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
        $this->require($this->connect($server->address(), $server->port, $server->timeout, $options));
        $this->require($this->hello($hello));
        if ($server->encryption === SmtpServer::STARTTLS) {
            $this->require($this->startTLS());
            $this->require($this->hello($hello));
        }
        if ($server->username !== null) {
            $this->logIn($server->username);
        }
    }

    /** @throws MailServerUnavailable */
    private function logIn(string $username): void
    {
        $oauth = $this->server->oauth;
        $logins = $oauth === null ? self::PASSWORD_LOGINS : [self::OAUTH_LOGIN];
        if (array_intersect($logins, (array) $this->getServerExt('AUTH')) === []) {
            $this->giveUp('Login failed: the server offers none on this connection that this website supports');
        }
        $method = $oauth === null ? null : self::OAUTH_LOGIN;
        try {
            $isIn = $this->authenticate($username, $this->server->password->getValue(), $method, $oauth);
        } catch (Exception $failure) {
            // PHPMailer wraps the exception of the OAuthClient.
            $this->giveUp('Login failed: ' . ($failure->getPrevious() ?? $failure)->getMessage(), isLogin: true);
        }
        if (!$isIn) {
            $this->giveUp($this->fault(), isLogin: true);
        }
    }

    /** @throws MailServerUnavailable */
    public function require(bool $isDone): void
    {
        if (!$isDone) {
            $this->giveUp($this->fault());
        }
    }

    /** @throws MailServerUnavailable */
    private function giveUp(string $fault, bool $isLogin = false): never
    {
        $this->quit();
        throw new MailServerUnavailable("The mail server cannot be used: {$fault}.", $isLogin);
    }

    /** Ends the transaction after a refusal, and says what it means. */
    public function refusal(): Answer
    {
        $code = $this->code();
        $outcome = match (true) {
            $this->state !== self::FINAL_DOT || $code >= 400 && $code < 500 => Answer::REFUSED,
            $code < 400 => Answer::UNANSWERED,
            default => Answer::TEXT_REFUSED,
        };
        $answer = new Answer($outcome, $this->fault());
        // Good for another mail only if the server answered.
        $code >= 400 ? $this->reset() : $this->close();

        return $answer;
    }

    /** PHPMailer sends QUIT after the greeting 554, and would forget the greeting. */
    public function quit($close_on_error = true): bool
    {
        $reply = $this->last_reply;
        $isDone = parent::quit($close_on_error);
        $this->last_reply = $reply;

        return $isDone;
    }

    /** The code of the last answer; 0 without an answer. */
    private function code(): int
    {
        return (int) substr($this->last_reply, 0, 3);
    }

    /** Why the last command failed, in one printable line. */
    private function fault(): string
    {
        $command = $this->state === '' ? 'Connection' : $this->state;
        if ($this->code() < 400) {
            $silence = ['no proper answer in time, or the connection was closed'];
            $reasons = implode('; ', $this->reasons === [] ? $silence : $this->reasons);

            return self::printable("{$command} failed: {$reasons}");
        }
        // Each line may have the enhanced status code (RFC 3463) too. The first one is enough.
        $pattern = ['/^(\d{3})-/', '/\R\d{3}[ -](?:\d\.\d{1,3}\.\d{1,3}(?!\S))?/'];
        $said = (string) preg_replace($pattern, ['$1 ', ' '], $this->last_reply);
        // Once the server has the mail, its words may quote the visitor.
        preg_match('/^\d{3}(?: \d\.\d{1,3}\.\d{1,3}(?!\S))?/', $said, $codes);

        return self::printable("{$command} failed " . ($this->state === self::FINAL_DOT ? $codes[0] ?? '' : $said));
    }

    private static function printable(string $words): string
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
        if ($command === self::FINAL_DOT) {
            $this->Timelimit = $this->server->verdictSeconds(); // data() resets it.
        }
        $isInTurn = stream_get_meta_data($this->smtp_conn)['unread_bytes'] === 0;
        if ($isInTurn && parent::client_send($data, $command) === \strlen($data)) {
            return \strlen($data);
        }
        $this->reasons[] = $isInTurn ? 'the server stopped reading' : 'the server sent an unexpected answer';
        $this->close();

        return 0;
    }

    /** PHPMailer keeps only the last PHP warning, but another one names the certificate. */
    protected function errorHandler($errno, $errmsg, $errfile = '', $errline = 0): void
    {
        $this->reasons[] = (string) preg_replace('/^\w+\(\): /', '', $errmsg);
        parent::errorHandler($errno, $errmsg, $errfile, $errline);
    }
}
