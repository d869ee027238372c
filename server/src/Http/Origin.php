<?php

declare(strict_types=1);

namespace Enquiry\Http;

/** Scheme, host and port of a page, as browsers write them in the header Origin (RFC 6454 section 6.1). */
final readonly class Origin
{
    /** Names outside ASCII come as browsers send them, in their xn-- form. A dot at the end is the same name. */
    private const PATTERN = '~^(https?)://([a-z0-9._-]*[a-z0-9_-]|\[[0-9a-f:.]+])\.?(?::([0-9]{1,5}))?$~iD';

    private function __construct(private string $scheme, private string $host, private int $port) {}

    /** Null for anything else, such as the "null" of a page that hides where it comes from. */
    public static function tryParse(string $text): ?self
    {
        if (preg_match(self::PATTERN, $text, $found) !== 1) {
            return null;
        }
        $scheme = strtolower($found[1]);

        return new self($scheme, strtolower($found[2]), (int) ($found[3] ?? self::usualPort($scheme)));
    }

    public function equals(self $other): bool
    {
        return (string) $this === (string) $other;
    }

    /**
     * Whether a request with this Host header went to this origin. The scheme has no say: behind a
     * proxy that ends TLS, the request arrives over plain HTTP.
     *
     * @param int $serverPort to take where the header has none: Debian's nginx gives PHP a Host without its port
     */
    public function isServedAs(string $hostHeader, int $serverPort): bool
    {
        $host = "{$this->scheme}://{$hostHeader}";

        return self::tryParse($host)?->equals($this) === true || self::tryParse("{$host}:{$serverPort}")?->equals($this) === true;
    }

    private static function usualPort(string $scheme): int
    {
        return $scheme === 'https' ? 443 : 80;
    }

    public function __toString(): string
    {
        return "{$this->scheme}://{$this->host}:{$this->port}";
    }
}
