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

    /** In timeouts of 20 seconds: ten minutes after the final dot (RFC 5321 section 4.5.3.2.6). */
    private const VERDICT = 30;

    /** In timeouts: about how long the steps before the text take, and a minute to spare. */
    private const PATIENCE = 10;
    private const SPARE = 3;

    /**
     * @param key-of<self::PORTS>              $encryption
     * @param int                              $timeout    seconds to wait for each answer
     * @param \SensitiveParameterValue<string> $password
     * @param int                              $verdict    how many timeouts to wait after the final dot: the tests wait
     *                                                     for fewer
     */
    public function __construct(
        public string $host,
        public int $port,
        public string $encryption,
        public int $timeout,
        public ?string $username = null,
        public \SensitiveParameterValue $password = new \SensitiveParameterValue(''),
        public ?OAuthClient $oauth = null,
        private int $verdict = self::VERDICT,
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

    /** Changes with the settings of the login. It is too short to guess the password by. */
    public function login(): string
    {
        $password = $this->password->getValue();
        $settings = [$this->address(), $this->port, $this->encryption, $this->username, $password];

        return substr(hash('sha256', serialize([...$settings, $this->oauth?->fingerprint()])), 0, 8);
    }

    /** How long to wait after the final dot. A shorter wait may duplicate the mail. */
    public function verdictSeconds(): int
    {
        return $this->verdict * $this->timeout;
    }

    /** If every answer takes the whole timeout, an attempt may take longer, and the mail may arrive twice. */
    public function leaseSeconds(): int
    {
        return (self::PATIENCE + $this->verdict + self::SPARE) * $this->timeout;
    }
}
