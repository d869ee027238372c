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
    /** @param list<Origin> $listed besides the one that the request itself went to */
    public function __construct(private TrustedProxies $proxies, private array $listed) {}

    public function provenanceOf(Request $request): Provenance
    {
        $origin = $request->headers->get('Origin') ?? '';

        return match ($request->headers->get('Sec-Fetch-Site')) {
            // "none" is the visitor's own doing, such as a reload.
            'same-origin', 'none' => Provenance::Ours,
            'same-site', 'cross-site' => $this->isListed($origin) ? Provenance::Listed : Provenance::Foreign,
            // A value that the specification does not know is to be ignored, says its section 2.3.
            default => $this->provenanceBy($origin, $request),
        };
    }

    private function provenanceBy(string $origin, Request $request): Provenance
    {
        if ($origin === '') {
            return Provenance::Untold;
        }
        return match (true) {
            Origin::tryParse($origin)?->isServedAs($this->proxies->hostOf($request), $request->server->getInt('SERVER_PORT')) === true => Provenance::Ours,
            $this->isListed($origin) => Provenance::Listed,
            default => Provenance::Foreign,
        };
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
        $parsed = Origin::tryParse($origin);
        foreach ($this->listed as $listed) {
            if ($parsed?->equals($listed) === true) {
                return true;
            }
        }

        return false;
    }
}
