<?php

declare(strict_types=1);

namespace Enquiry\Http;

use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\Response;

/**
 * Tells which website a request comes from, by headers that no page can change: Fetch Metadata
 * (https://www.w3.org/TR/fetch-metadata/), or Origin in older browsers and over plain HTTP.
 */
final readonly class Origins
{
    /** Scheme, host and port (RFC 6454 section 6.1). */
    private const PATTERN = '~^(https?)://([a-z0-9._-]*[a-z0-9_-]|\[[0-9a-f:.]+])\.?(?::([0-9]{1,5}))?$~iD';

    /** @param list<string> $listed as parse() returns them */
    public function __construct(private array $listed) {}

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
            'same-site', 'cross-site' => $this->isListed($origin) ? Provenance::Listed : Provenance::Foreign,
            // Fetch Metadata, section 2.3: unknown values are ignored.
            default => match (true) {
                $origin === '' => Provenance::Unknown,
                self::isServedHere($origin, $request) => Provenance::Ours,
                $this->isListed($origin) => Provenance::Listed,
                default => Provenance::Foreign,
            },
        };
    }

    /**
     * @return ?Response null unless a listed site sent a preflight (https://fetch.spec.whatwg.org/#http-cors-protocol)
     */
    public function preflight(Request $request): ?Response
    {
        $asks = $request->getRealMethod() === 'OPTIONS' && $request->headers->has('Access-Control-Request-Method');
        if (!$asks || !$this->isListed($request->headers->get('Origin') ?? '')) {
            return null;
        }
        $response = new Response(null, 204, [
            'Access-Control-Allow-Methods' => 'POST',
            'Access-Control-Allow-Headers'
                => 'Content-Type, Idempotency-Key, X-XSRF-TOKEN, X-Form-Trap, X-Form-Elapsed, X-Form-Replaces',
            'Access-Control-Max-Age' => '7200',
            'Cache-Control' => 'no-store',
        ]);

        // Without prepare(), PHP adds a content type to the empty answer.
        return $response->prepare($request);
    }

    /** Lets scripts of listed sites read the answer. They need no cookies, so credentials are not allowed. */
    public function letRead(Request $request, Response $response): void
    {
        $origin = $request->headers->get('Origin') ?? '';
        $response->setVary('Origin', false);
        if ($this->isListed($origin)) {
            $response->headers->set('Access-Control-Allow-Origin', $origin);
            $response->headers->set('Access-Control-Expose-Headers', 'Enquiry-Reference, Retry-After');
        }
    }

    /** Does not compare the scheme: behind a proxy that ends TLS, the request arrives over plain HTTP. */
    private static function isServedHere(string $origin, Request $request): bool
    {
        $parsed = self::parse($origin);
        [$scheme] = explode(':', $origin);

        return $parsed !== null && $parsed === self::parse("{$scheme}://{$request->headers->get('Host')}");
    }

    private function isListed(string $origin): bool
    {
        return \in_array(self::parse($origin) ?? '', $this->listed, true);
    }
}
