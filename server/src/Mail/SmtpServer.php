<?php

declare(strict_types=1);

namespace Enquiry\Mail;

/** The mail server we hand mail to. The password stays out of dumps, traces and logs. */
final readonly class SmtpServer
{
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
    ) {
        $this->password = new \SensitiveParameterValue($password);
    }

    public static function isThisMachine(string $host): bool
    {
        return $host === 'localhost' || $host === '::1'
            || (str_starts_with($host, '127.') && filter_var($host, \FILTER_VALIDATE_IP) !== false);
    }

    /** The same server, with less patience. */
    public function withTimeout(int $seconds): self
    {
        return new self($this->host, $this->port, $this->encryption, $seconds, $this->caFile, $this->username, $this->password());
    }

    /** All the time that one mail may take: it has about ten steps, and few are slow. */
    public function sendingSeconds(): int
    {
        return 5 * $this->timeout;
    }

    /** Longer than the sending of one mail can last: its last step may begin just before the end. */
    public function leaseSeconds(): int
    {
        return $this->sendingSeconds() + 2 * $this->timeout + 60;
    }

    public function password(): string
    {
        return $this->password->getValue();
    }
}
