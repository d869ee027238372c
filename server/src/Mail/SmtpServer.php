<?php

declare(strict_types=1);

namespace Enquiry\Mail;

/** The mail server we hand mail to. The password stays out of dumps, traces and logs. */
final readonly class SmtpServer
{
    /** A server may do all its work between the final dot and its answer; given up sooner, the mail comes twice (RFC 5321 section 4.5.3.2.6). */
    private const VERDICT_SECONDS = 600;

    /**
     * How many times $timeout one mail may take before its final dot: 2 over a kept connection that turns out dead;
     * then 1 to connect, 1 for the greeting, 2 to log in, 2 for the addresses, 1 for DATA and 1 to be sent.
     */
    private const PATIENCE = 10;

    /** For the name lookup, which PHP cannot limit, and the store. */
    private const SPARE_SECONDS = 60;

    private \SensitiveParameterValue $password;

    public function __construct(
        public string $host,
        public int $port,
        public Encryption $encryption,
        public int $timeout,
        public ?string $caFile = null,
        public ?string $username = null,
        #[\SensitiveParameter]
        string $password = '',
        public int $verdictSeconds = self::VERDICT_SECONDS,
    ) {
        $this->password = new \SensitiveParameterValue($password);
    }

    public static function isThisMachine(string $host): bool
    {
        return $host === 'localhost' || $host === '::1'
            || (str_starts_with($host, '127.') && filter_var($host, \FILTER_VALIDATE_IP) !== false);
    }

    /** The same server, with less patience before the final dot, and as much after it. */
    public function withTimeout(int $seconds): self
    {
        return new self($this->host, $this->port, $this->encryption, $seconds, $this->caFile, $this->username, $this->password(), $this->verdictSeconds);
    }

    /** All the time that one attempt can take once the server's address is known. */
    public function sendingSeconds(): int
    {
        return self::PATIENCE * $this->timeout + $this->verdictSeconds;
    }

    public function leaseSeconds(): int
    {
        return $this->sendingSeconds() + self::SPARE_SECONDS;
    }

    public function password(): string
    {
        return $this->password->getValue();
    }
}
