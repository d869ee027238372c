<?php

declare(strict_types=1);

namespace Enquiry\Http;

use Random\Randomizer;
use Symfony\Component\HttpFoundation\Cookie;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\Response;

/**
 * Refuses what another website makes a visitor's browser send. Headers that no page can change tell it: Fetch Metadata
 * (https://www.w3.org/TR/fetch-metadata/), or Origin in older browsers and over plain HTTP.
 */
final readonly class Origins
{
    /** Scheme, host and port (RFC 6454 section 6.1). */
    private const PATTERN = '~^(https?)://([a-z0-9._-]*[a-z0-9_-]|\[[0-9a-f:.]+])\.?(?::([0-9]{1,5}))?$~iD';

    /** Of the cross-site token, as Angular and axios name them. */
    private const COOKIE = 'XSRF-TOKEN';
    public const HEADER = 'X-XSRF-TOKEN';

    /** @param string $siteUrl empty if unknown */
    public function __construct(private string $siteUrl, private Randomizer $randomizer) {}

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

    /** @return ?bool null if the request does not say it: from a program, or from a browser without Fetch Metadata */
    public function isOurs(Request $request): ?bool
    {
        $origin = $request->headers->get('Origin') ?? '';
        // A proxy may rewrite the Host header.
        $isSite = self::areSame($origin, $this->siteUrl);

        return match ($request->headers->get('Sec-Fetch-Site')) {
            // "none" means that the visitor started the request, for example by reloading.
            'same-origin', 'none' => true,
            'same-site', 'cross-site' => $isSite,
            // Fetch Metadata, section 2.3: unknown values are ignored.
            default => $origin === '' ? null : $isSite || self::isServedHere($origin, $request),
        };
    }

    /** Does not compare the scheme: behind a proxy that ends TLS, the request arrives over plain HTTP. */
    private static function isServedHere(string $origin, Request $request): bool
    {
        [$scheme] = explode(':', $origin);

        return self::areSame($origin, "{$scheme}://{$request->headers->get('Host')}");
    }

    private static function areSame(string $one, string $other): bool
    {
        $parsed = self::parse($one);

        return $parsed !== null && $parsed === self::parse($other);
    }

    /**
     * The token counts only if neither header is sent: our page's script reads it from the cookie and repeats it, and a
     * page of another origin cannot. Nothing is stored: any value is valid if it is repeated. Clients that are not
     * browsers send no cookie, and are accepted.
     * @throws HttpError
     */
    public function check(Request $request): void
    {
        $isOurs = $this->isOurs($request);
        if ($isOurs === false) {
            throw new HttpError('cross_site');
        }
        if ($isOurs === null && self::tokenOf($request) !== '' && !self::isRepeated($request)) {
            throw new HttpError('invalid_token');
        }
    }

    /** Also after a failed check, so that the next attempt passes. */
    public function giveToken(Request $request, Response $response): void
    {
        if (!self::isRepeated($request)) {
            $cookie = Cookie::create(self::COOKIE, bin2hex($this->randomizer->getBytes(16)))
                ->withSecure($request->isSecure())
                ->withHttpOnly(false)
                ->withSameSite(Cookie::SAMESITE_STRICT);
            $response->headers->setCookie($cookie);
        }
    }

    private static function isRepeated(Request $request): bool
    {
        $token = self::tokenOf($request);

        return $token !== '' && hash_equals($token, $request->headers->get(self::HEADER) ?? '');
    }

    private static function tokenOf(Request $request): string
    {
        $token = $request->cookies->all()[self::COOKIE] ?? '';

        return \is_string($token) ? $token : '';
    }
}
