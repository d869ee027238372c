<?php

declare(strict_types=1);

namespace Enquiry\Mail;

/** How to reach the mail server. The password does not appear in dumps, traces and logs. */
final readonly class SmtpServer
{
    public const STARTTLS = 'starttls';
    public const TLS = 'tls';
    public const NONE = 'none';

    /** The usual port of each encryption. */
    public const PORTS = [self::STARTTLS => 587, self::TLS => 465, self::NONE => 25];

    /** How long to wait after the final dot (RFC 5321 section 4.5.3.2.6). A shorter wait may duplicate the mail. */
    private const VERDICT_SECONDS = 600;

    /** A number of timeouts: how long an attempt may start transactions, and about how long the last one may take. */
    private const PATIENCE = 10;

    private const SPARE_SECONDS = 60;

    /**
     * @param key-of<self::PORTS>              $encryption
     * @param int                              $timeout    seconds to wait for each answer
     * @param \SensitiveParameterValue<string> $password
     */
    public function __construct(
        public string $host,
        public int $port,
        public string $encryption,
        public int $timeout,
        public ?string $username = null,
        public \SensitiveParameterValue $password = new \SensitiveParameterValue(''),
        public int $verdictSeconds = self::VERDICT_SECONDS,
        public ?OAuthClient $oauth = null,
    ) {}

    public static function isThisMachine(string $host): bool
    {
        return $host === 'localhost' || $host === '::1'
            || (str_starts_with($host, '127.') && filter_var($host, \FILTER_VALIDATE_IP) !== false);
    }

    /** The host in the format of PHP's streams. */
    public function address(): string
    {
        $host = str_contains($this->host, ':') ? "[{$this->host}]" : $this->host;

        return $this->encryption === self::TLS ? "ssl://{$host}" : $host;
    }

    /** How long one attempt may start new transactions. */
    public function startingSeconds(): int
    {
        return self::PATIENCE * $this->timeout;
    }

    /** If every answer takes the whole timeout, an attempt may take longer, and the mail may arrive twice. */
    public function leaseSeconds(): int
    {
        return 2 * $this->startingSeconds() + $this->verdictSeconds + self::SPARE_SECONDS;
    }
}
