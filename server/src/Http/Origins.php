<?php

declare(strict_types=1);

namespace Enquiry\Http;

use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\Response;

/**
 * Tells our own pages from others' by what only browsers say, and no page can change: Fetch Metadata
 * (https://www.w3.org/TR/fetch-metadata/), and Origin for browsers that do not send it, as over plain
 * HTTP. Nothing here keeps out a program, which may send what it likes, and need not lie to be served.
 */
final readonly class Origins
{
    /** Of a request: a page of this site sent it. */
    public const OURS = 'ours';

    /** A page of another site that the configuration lists. */
    public const LISTED = 'listed';

    /** A page of somebody else's. */
    public const FOREIGN = 'foreign';

    /** No word: a plain client, or a browser from before these headers. */
    public const UNTOLD = 'untold';

    /**
     * A scheme, host and port (RFC 6454 section 6.1). Names outside ASCII come as browsers send them, in their
     * xn-- form. A dot at the end is the same name.
     */
    private const PATTERN = '~^(https?)://([a-z0-9._-]*[a-z0-9_-]|\[[0-9a-f:.]+])\.?(?::([0-9]{1,5}))?$~iD';

    /** @param list<string> $listed as parse() gives them, besides the one that the request itself went to */
    public function __construct(private RequestReader $reader, private array $listed) {}

    /**
     * @return ?string the same text for the same origin, always with its port; null for anything else, such as the
     *                 "null" of a page that hides where it comes from
     */
    public static function parse(string $text): ?string
    {
        if (preg_match(self::PATTERN, $text, $found) !== 1) {
            return null;
        }
        $scheme = strtolower($found[1]);
        $port = (int) ($found[3] ?? ($scheme === 'https' ? 443 : 80));

        return "{$scheme}://" . strtolower($found[2]) . ":{$port}";
    }

    /** @return self::OURS|self::LISTED|self::FOREIGN|self::UNTOLD which page it came from, by the word of the browser */
    public function provenanceOf(Request $request): string
    {
        $origin = $request->headers->get('Origin') ?? '';

        return match ($request->headers->get('Sec-Fetch-Site')) {
            // "none" is the visitor's own doing, such as a reload.
            'same-origin', 'none' => self::OURS,
            'same-site', 'cross-site' => $this->isListed($origin) ? self::LISTED : self::FOREIGN,
            // A value that the specification does not know is to be ignored, says its section 2.3.
            default => $this->provenanceBy($origin, $request),
        };
    }

    /** @return self::OURS|self::LISTED|self::FOREIGN|self::UNTOLD */
    private function provenanceBy(string $origin, Request $request): string
    {
        if ($origin === '') {
            return self::UNTOLD;
        }
        return match (true) {
            $this->isServedHere($origin, $request) => self::OURS,
            $this->isListed($origin) => self::LISTED,
            default => self::FOREIGN,
        };
    }

    /**
     * The scheme has no say: behind a proxy that ends TLS, the request arrives over plain HTTP. Where the Host
     * header has no port, the server's is tried: Debian's nginx gives PHP a Host without its port.
     */
    private function isServedHere(string $origin, Request $request): bool
    {
        $parsed = self::parse($origin);
        [$scheme] = explode(':', $parsed ?? '');
        $served = "{$scheme}://{$this->reader->hostOf($request)}";

        return $parsed !== null && \in_array($parsed, [self::parse($served), self::parse("{$served}:{$request->server->getInt('SERVER_PORT')}")], true);
    }

    /**
     * The answer to the question that a browser asks before a script of another site may send anything
     * but a form (https://fetch.spec.whatwg.org/#http-cors-protocol); null where it is none, or not of a
     * listed site.
     */
    public function preflight(Request $request): ?Response
    {
        $asks = $request->getRealMethod() === 'OPTIONS' && $request->headers->has('Access-Control-Request-Method');

        return $asks && $this->isListed($request->headers->get('Origin') ?? '')
            // Prepared, or PHP would give the empty answer a content type.
            ? (new Response(null, 204, [
                'Access-Control-Allow-Methods' => 'POST',
                'Access-Control-Allow-Headers' => 'Content-Type, Idempotency-Key, X-XSRF-TOKEN, X-Form-Trap, X-Form-Elapsed, X-Form-Replaces',
                'Access-Control-Max-Age' => '7200',
                'Cache-Control' => 'no-store',
            ]))->prepare($request)
            : null;
    }

    /** Lets a script of a listed site read the answer. Cookies are none of its business, so no credentials are allowed. */
    public function letRead(Request $request, Response $response): void
    {
        $origin = $request->headers->get('Origin') ?? '';
        $response->setVary('Origin', false);
        if ($this->isListed($origin)) {
            $response->headers->set('Access-Control-Allow-Origin', $origin);
            $response->headers->set('Access-Control-Expose-Headers', 'Enquiry-Reference, Retry-After');
        }
    }

    private function isListed(string $origin): bool
    {
        return \in_array(self::parse($origin) ?? '', $this->listed, true);
    }
}
