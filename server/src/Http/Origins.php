<?php

declare(strict_types=1);

namespace Enquiry\Http;

use Symfony\Component\HttpFoundation\Request;

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
            'same-site', 'cross-site' => $this->isListed($origin) ? Provenance::Ours : Provenance::Foreign,
            // A value that the specification does not know is to be ignored, says its section 2.3.
            default => $this->provenanceBy($origin, $request),
        };
    }

    private function provenanceBy(string $origin, Request $request): Provenance
    {
        if ($origin === '') {
            return Provenance::Untold;
        }
        $isOwn = Origin::tryParse($origin)?->isServedAs($this->proxies->hostOf($request), $request->server->getInt('SERVER_PORT')) === true;

        return $isOwn || $this->isListed($origin) ? Provenance::Ours : Provenance::Foreign;
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
