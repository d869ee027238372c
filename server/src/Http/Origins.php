<?php

declare(strict_types=1);

namespace Enquiry\Http;

use Symfony\Component\HttpFoundation\Request;

/**
 * Tells which website a request comes from, by headers that no page can change: Fetch Metadata
 * (https://www.w3.org/TR/fetch-metadata/), or Origin in older browsers and over plain HTTP.
 */
final readonly class Origins
{
    /** Scheme, host and port (RFC 6454 section 6.1). */
    private const PATTERN = '~^(https?)://([a-z0-9._-]*[a-z0-9_-]|\[[0-9a-f:.]+])\.?(?::([0-9]{1,5}))?$~iD';

    /** @param string $siteUrl empty if unknown */
    public function __construct(private string $siteUrl) {}

    /** @return ?string the origin in lower case and with its port; null if invalid, such as "null" */
    public static function parse(string $text): ?string
    {
        if (preg_match(self::PATTERN, $text, $found) !== 1) {
            return null;
        }
        $scheme = strtolower($found[1]);
        $port = (int) ($found[3] ?? ($scheme === 'https' ? 443 : 80));

        return "{$scheme}://" . strtolower($found[2]) . ":{$port}";
    }

    public function provenanceOf(Request $request): Provenance
    {
        $origin = $request->headers->get('Origin') ?? '';

        return match ($request->headers->get('Sec-Fetch-Site')) {
            // "none" means that the visitor started the request, for example by reloading.
            'same-origin', 'none' => Provenance::Ours,
            'same-site', 'cross-site' => $this->isSite($origin) ? Provenance::Ours : Provenance::Foreign,
            // Fetch Metadata, section 2.3: unknown values are ignored.
            default => match (true) {
                $origin === '' => Provenance::Unknown,
                self::isServedHere($origin, $request) || $this->isSite($origin) => Provenance::Ours,
                default => Provenance::Foreign,
            },
        };
    }

    /** Does not compare the scheme: behind a proxy that ends TLS, the request arrives over plain HTTP. */
    private static function isServedHere(string $origin, Request $request): bool
    {
        $parsed = self::parse($origin);
        [$scheme] = explode(':', $origin);

        return $parsed !== null && $parsed === self::parse("{$scheme}://{$request->headers->get('Host')}");
    }

    /** A proxy may rewrite the Host header. */
    private function isSite(string $origin): bool
    {
        $parsed = self::parse($origin);

        return $parsed !== null && $parsed === self::parse($this->siteUrl);
    }
}
