<?php

declare(strict_types=1);

namespace Enquiry\Mail;

/** The mail server we hand mail to. The password stays out of dumps, traces and logs. */
final readonly class SmtpServer
{
    /** How the connection is encrypted, and the port that is usual for that. */
    public const STARTTLS = 'starttls';
    public const TLS = 'tls';
    public const NONE = 'none';
    public const PORTS = [self::STARTTLS => 587, self::TLS => 465, self::NONE => 25];

    /** A server may do all its work between the final dot and its answer; given up sooner, the mail comes twice (RFC 5321 section 4.5.3.2.6). */
    private const VERDICT_SECONDS = 600;

    /**
     * How many times $timeout one transaction may take before its final dot: 2 over a kept connection that turns out
     * dead; then 2 to connect and be greeted, at whichever address, 2 to log in, 2 for the recipients, 1 for DATA
     * and 1 to be sent.
     */
    private const PATIENCE = 10;

    /** How many times $timeout after an attempt began it may begin its last transaction. */
    private const PERSEVERANCE = 10;

    /** For the name lookup, which PHP cannot limit, goodbyes, and the store. */
    private const SPARE_SECONDS = 60;

    private \SensitiveParameterValue $password;

    /**
     * @param key-of<self::PORTS>              $encryption
     * @param ?\Closure(string): list<string> $resolver   that knows the addresses of a name
     */
    public function __construct(
        public string $host,
        public int $port,
        public string $encryption,
        public int $timeout,
        public ?string $caFile = null,
        public ?string $username = null,
        #[\SensitiveParameter]
        string $password = '',
        public int $verdictSeconds = self::VERDICT_SECONDS,
        private ?\Closure $resolver = null,
        public ?OAuthClient $oauth = null,
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
        return new self($this->host, $this->port, $this->encryption, $seconds, $this->caFile, $this->username, $this->password(), $this->verdictSeconds, $this->resolver, $this->oauth);
    }

    /** For so long one attempt may begin transactions. */
    public function startingSeconds(): int
    {
        return self::PERSEVERANCE * $this->timeout;
    }

    /** All the time that one attempt can take once the server's addresses are known. */
    public function sendingSeconds(): int
    {
        return $this->startingSeconds() + self::PATIENCE * $this->timeout + $this->verdictSeconds;
    }

    public function leaseSeconds(): int
    {
        return $this->sendingSeconds() + self::SPARE_SECONDS;
    }

    /** @return non-empty-list<string> the name itself where only PHP can look it up, as it connects */
    public function addresses(): array
    {
        $isAddress = filter_var($this->host, \FILTER_VALIDATE_IP) !== false;
        $addresses = $isAddress ? [] : ($this->resolver ?? self::resolve(...))($this->host);

        return $addresses === [] ? [$this->host] : $addresses;
    }

    /** @return list<string> IPv4 and IPv6, in the order of RFC 6724; none without PHP's sockets */
    private static function resolve(string $host): array
    {
        if (!\function_exists('socket_addrinfo_lookup') || !\function_exists('socket_addrinfo_explain')) {
            return [];
        }
        $addresses = [];
        $found = @socket_addrinfo_lookup($host, hints: ['ai_socktype' => \SOCK_STREAM]);
        foreach ($found === false ? [] : $found as $one) {
            $parts = (array) socket_addrinfo_explain($one)['ai_addr'];
            $addresses[] = $parts['sin_addr'] ?? $parts['sin6_addr'] ?? null;
        }

        return array_values(array_unique(array_filter($addresses, \is_string(...))));
    }

    public function password(): string
    {
        return $this->password->getValue();
    }
}
