<?php

declare(strict_types=1);

namespace Enquiry\Mail;

use Enquiry\Shared\SystemClock;
use PHPMailer\PHPMailer\SMTP;

/**
 * PHPMailer's commands over a connection that never waits beyond the deadline of its phase, whatever
 * the server does: PHPMailer limits each read, and a server may drip.
 */
final class SmtpSession extends SMTP
{
    /** A line has 512 bytes (RFC 5321 section 4.5.3.1.5); a reply without end would fill the memory. */
    private const LONGEST_REPLY = 65_536;

    private const LONGEST_FAULT = 300;
    private const GOODBYE_SECONDS = 1;

    /** What PHPMailer can log in with, given a password. */
    private const LOGINS = ['CRAM-MD5', 'LOGIN', 'PLAIN'];

    /** "This service closes the connection", to any command (RFC 5321 section 3.8). */
    private const CLOSING = 421;

    private float $end = 0.0;
    private string $unread = '';
    private string $warning = '';
    private string $fault = '';
    private bool $unanswered = false;
    private bool $isVerifying = true;

    public function __construct(private readonly SmtpServer $server) {}

    /** Why the last step failed. */
    public function fault(): string
    {
        return $this->fault;
    }

    /** The mail left up to its final dot, and no answer said what became of it. */
    public function unanswered(): bool
    {
        return $this->unanswered;
    }

    /** Gives all that follows, up to the next call, so many seconds. */
    public function allow(float $seconds): void
    {
        $this->end = SystemClock::elapsed() + $seconds;
    }

    public function secondsLeft(): float
    {
        return $this->end - SystemClock::elapsed();
    }

    /** Connects, encrypts and logs in. */
    public function open(string $hello): bool
    {
        if (!$this->reach()) {
            return false;
        }
        $this->allow(2 * $this->server->timeout);
        if (!$this->hello($hello)) {
            return false;
        }
        // What was said in the clear counts for nothing any more (RFC 3207 section 4.2).
        if ($this->server->encryption === SmtpServer::STARTTLS && (!$this->startTLS() || !$this->sendHello('EHLO', $hello))) {
            return false;
        }
        $username = $this->server->username;

        return $username === null || $this->login($username);
    }

    /** Looks at the certificate of a server that need not be who it says, and tells it nothing. */
    public function certificateEnd(string $hello): ?int
    {
        $this->isVerifying = false;
        try {
            $isEncrypted = $this->reach();
            $this->allow(2 * $this->server->timeout);
            if ($isEncrypted && $this->server->encryption === SmtpServer::STARTTLS) {
                $isEncrypted = $this->hello($hello) && $this->startTLS();
            }
            $options = $isEncrypted ? stream_context_get_options($this->connection()) : [];
        } finally {
            $this->quit();
            $this->isVerifying = true;
        }
        $certificate = ((array) ($options['ssl'] ?? []))['peer_certificate'] ?? null;
        $parsed = $certificate instanceof \OpenSSLCertificate ? openssl_x509_parse($certificate) : false;
        $end = $parsed === false ? null : $parsed['validTo_time_t'];

        return \is_int($end) ? $end : null;
    }

    /** Each address in turn until one greets (RFC 5321 section 5.1), with a share of what time is left for all. */
    private function reach(): bool
    {
        $addresses = $this->server->addresses();
        $seconds = $this->server->timeout;
        $end = SystemClock::elapsed() + 2 * $seconds;
        $faults = [];
        foreach ($addresses as $position => $address) {
            $left = $end - SystemClock::elapsed();
            if ($left <= 0) {
                break;
            }
            // Of many a few have time enough, in the place of all too little.
            $this->allow(min($left, max($left / (\count($addresses) - $position), $seconds / 2)));
            if ($this->dial($address) && $this->understand('Greeting', $this->readReply(), 220)) {
                return true;
            }
            $faults[$this->fault][] = $address;
            $this->quit();
        }
        if (\count($addresses) > 1) {
            $this->fault = implode('; ', array_map(static fn(string $fault, array $those): string => "{$fault} (" . implode(', ', $those) . ')', array_keys($faults), $faults));
        }

        return false;
    }

    private function login(string $username): bool
    {
        // A server that knew no EHLO has not said what it offers.
        if (isset($this->server_caps['EHLO'])) {
            $offered = array_filter((array) ($this->server_caps['AUTH'] ?? []), \is_string(...));
            if (array_intersect($this->server->oauth === null ? self::LOGINS : ['XOAUTH2'], $offered) === []) {
                $this->fail('the server offers no login', $offered === [] ? 'here' : 'that this website knows (it offers ' . implode(', ', $offered) . ')');

                return false;
            }
        }

        $oauth = $this->server->oauth;
        if ($oauth === null) {
            return $this->authenticate($username, $this->server->password());
        }
        try {
            $oauth->getOauth64();
        } catch (\RuntimeException $fault) {
            $this->fail('OAuth', $fault->getMessage());

            return false;
        }

        return $this->authenticate($username, '', 'XOAUTH2', $oauth);
    }

    private function dial(string $address): bool
    {
        $this->unread = '';
        $tls = ['verify_peer' => $this->isVerifying, 'verify_peer_name' => $this->isVerifying, 'capture_peer_cert' => !$this->isVerifying, 'peer_name' => $this->server->host]
            + ($this->server->caFile === null ? [] : ['cafile' => $this->server->caFile]);
        // Nagle's delay would hold back the last piece of every mail.
        $context = stream_context_create(['socket' => ['tcp_nodelay' => true], 'ssl' => $tls]);
        $host = str_contains($address, ':') ? "[{$address}]" : $address;
        $connection = $this->listen(function () use ($host, $context, &$code, &$words) {
            return @stream_socket_client("tcp://{$host}:{$this->server->port}", $code, $words, min($this->server->timeout, $this->secondsLeft()), \STREAM_CLIENT_CONNECT, $context);
        });
        if (!\is_resource($connection)) {
            $this->fail('Failed to connect to server', \is_string($words) && $words !== '' ? $words : $this->warning);

            return false;
        }
        stream_set_blocking($connection, false);
        $this->smtp_conn = $connection;

        return $this->server->encryption !== SmtpServer::TLS || $this->encrypt();
    }

    public function startTLS(): bool
    {
        if (!$this->sendCommand('STARTTLS', 'STARTTLS', 220)) {
            return false;
        }
        // Whoever sits between could have put in answers that would then pass for the server's own (CVE-2011-0411).
        $this->receive();

        return $this->hasNothingUnread('TLS') && $this->encrypt();
    }

    /** An answer that came before its question would be taken for that of the next. */
    private function hasNothingUnread(string $step): bool
    {
        return $this->unread === '' || $this->hangUp($step, 'the server said something unasked');
    }

    private function encrypt(): bool
    {
        do {
            $done = $this->listen(fn() => @stream_socket_enable_crypto($this->connection(), true, \STREAM_CRYPTO_METHOD_TLS_CLIENT));
        } while ($done === 0 && $this->await());

        if ($done !== true) {
            return $this->hangUp('TLS', match (true) {
                $this->warning !== '' => $this->warning,
                $done === 0 => 'no handshake in time',
                default => 'the connection was closed',
            });
        }

        return true;
    }

    /**
     * In one piece, with the final dot. PHPMailer goes line by line in search of long ones, which takes
     * longer than all else that is done for a mail; it has wrapped all of them when it composed it.
     *
     * @param string $msg_data
     */
    public function data($msg_data): bool
    {
        $this->unanswered = false;
        $this->allow($this->server->timeout);
        if (!$this->sendCommand('DATA', 'DATA', 354) || !$this->hasNothingUnread('DATA command')) {
            return false;
        }
        $lines = str_replace(["\r\n", "\r"], "\n", rtrim($msg_data));
        $this->allow($this->server->timeout);
        $isWhole = $this->write(str_replace(["\n.", "\n"], ["\n..", self::LE], $lines) . self::LE . '.' . self::LE);
        if ($isWhole) {
            $this->allow($this->server->verdictSeconds);
        }
        // A server that hangs up in the middle may have said why.
        $code = $this->readReply();
        $this->unanswered = $isWhole && !\in_array(intdiv($code, 100), [2, 4, 5], true);
        $isTaken = $this->understand('DATA END', $code, 250) && $isWhole;
        if (!$isWhole || $this->unanswered) {
            $this->close();
        }

        return $isTaken;
    }

    /** Ends a transaction, and the connection too where that does not work at once. */
    public function abandon(): void
    {
        $this->allow(self::GOODBYE_SECONDS);
        if (!$this->reset()) {
            $this->quit();
        }
    }

    /** Hardly waits for the answer, on which nothing depends. */
    public function quit($close_on_error = true): bool
    {
        if ($this->connected()) {
            $this->allow(self::GOODBYE_SECONDS);
            $fault = $this->fault;
            $this->sendCommand('QUIT', 'QUIT', 221);
            $this->fault = $fault;
        }
        $this->close();

        return true;
    }

    /**
     * @param string           $command
     * @param string           $commandstring
     * @param array<mixed>|int $expect
     */
    protected function sendCommand($command, $commandstring, $expect): bool
    {
        if (!$this->connected()) {
            return false;
        }
        $this->fault = '';
        $this->state = $command;
        $this->last_reply = '';
        if (!$this->hasNothingUnread("{$command} command")) {
            return false;
        }
        $this->write($commandstring . self::LE);

        return $this->understand("{$command} command", $this->readReply(), ...array_values((array) $expect));
    }

    /** The first digit decides (RFC 5321 section 4.2.1). */
    private function understand(string $step, int $code, mixed ...$expected): bool
    {
        foreach ($expected as $one) {
            if (\is_int($one) && intdiv($one, 100) === intdiv($code, 100)) {
                return true;
            }
        }
        if ($code === 0) {
            return $this->hangUp($step, $this->fault);
        }
        preg_match('/^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/', $this->last_reply, $found);
        // Once the server has read the mail, its words may repeat the visitor's; the code cannot.
        $words = $step === 'DATA END' ? $found[1] ?? '' : (string) preg_replace('/^\d{3}[ -]?/m', '', $this->last_reply);
        $this->fail("{$step} failed {$code}", $words);
        if ($code === self::CLOSING) {
            $this->close();
        }

        return false;
    }

    /** There is no saying what the next answer would belong to. */
    private function hangUp(string $step, string $fault): bool
    {
        $this->fail("{$step} failed:", $fault);
        $this->close();

        return false;
    }

    private function fail(string $step, string $words): void
    {
        // No database takes every control character.
        $clean = trim((string) preg_replace('/[\x00-\x20\x7F]+/', ' ', mb_scrub($words, 'UTF-8')));
        $this->fault = rtrim("{$step} " . mb_strcut($clean, 0, self::LONGEST_FAULT, 'UTF-8'));
    }

    /** @return int the code; 0 where there is none before the deadline, or the reply is none */
    private function readReply(): int
    {
        $this->last_reply = '';
        $code = 0;
        for (;;) {
            while (($break = strpos($this->unread, "\n")) !== false) {
                $line = substr($this->unread, 0, $break + 1);
                $this->unread = substr($this->unread, $break + 1);
                $this->last_reply .= $line;
                if (preg_match('/^([2-5]\d\d)(?:(-)|[ \r\n])/', $line, $found) !== 1 || ($code !== 0 && $code !== (int) $found[1])) {
                    $this->fault = 'the answer has no proper code';

                    return 0;
                }
                $code = (int) $found[1];
                if (!isset($found[2])) {
                    return $code;
                }
            }
            if (\strlen($this->last_reply) + \strlen($this->unread) > self::LONGEST_REPLY) {
                $this->fault = 'the answer has no end';

                return 0;
            }
            if ($this->receive()) {
                continue;
            }
            if (!$this->connected()) {
                $this->fault = 'the connection was closed';

                return 0;
            }
            if (!$this->await()) {
                $this->fault = 'no proper answer in time';

                return 0;
            }
        }
    }

    /** @return bool whether there was something to read */
    private function receive(): bool
    {
        $piece = (string) @fread($this->connection(), 8192);
        $this->unread .= $piece;

        return $piece !== '';
    }

    /** @return bool false where the server stopped reading, or hung up; its answer, if any, is still to be read */
    private function write(string $left): bool
    {
        while ($left !== '') {
            $written = @fwrite($this->connection(), $left);
            if ($written === false) {
                return false;
            }
            $left = substr($left, $written);
            if ($left !== '' && !$this->await(toWrite: true)) {
                return false;
            }
        }

        return true;
    }

    /** @return bool whether to try again before the deadline */
    private function await(bool $toWrite = false): bool
    {
        $left = $this->secondsLeft();
        if ($left <= 0) {
            return false;
        }
        $none = null;
        $read = $toWrite ? null : [$this->connection()];
        $write = $toWrite ? [$this->connection()] : null;
        $ready = $this->listen(static function () use (&$read, &$write, &$none, $left) {
            return @stream_select($read, $write, $none, (int) $left, (int) (1e6 * fmod($left, 1)));
        });

        // A signal interrupts it, with the number 4 (EINTR) in words of any language.
        return $ready === false ? str_contains($this->warning, '[4]') : $ready > 0;
    }

    /** @return resource */
    private function connection()
    {
        return \is_resource($this->smtp_conn) ? $this->smtp_conn : throw new \LogicException('There is no connection.');
    }

    /**
     * PHP tells in warnings alone what is wrong with a certificate. Where a host has disabled the handler, they are lost.
     *
     * @template T
     *
     * @param \Closure(): T $call
     *
     * @return T
     */
    private function listen(\Closure $call): mixed
    {
        $this->warning = '';
        set_error_handler(function (int $level, string $message): bool {
            $this->warning .= ($this->warning === '' ? '' : '; ') . $message;

            return true;
        });
        try {
            return $call();
        } finally {
            restore_error_handler();
        }
    }

    /** What PHPMailer's own checks say, such as that the server offers no login. */
    protected function setError($message, $detail = '', $smtp_code = '', $smtp_code_ex = ''): void
    {
        parent::setError($message, $detail, $smtp_code, $smtp_code_ex);
        if ($message !== '') {
            $this->fail($message, $detail);
        }
    }
}
