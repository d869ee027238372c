<?php

declare(strict_types=1);

namespace Enquiry\Http;

use Random\Randomizer;
use Symfony\Component\HttpFoundation\Cookie;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\Response;

/**
 * Refuses what another website makes a visitor's browser send. Our page also reads a token from a cookie and repeats it
 * in a header. A page of another origin can do neither. The server stores nothing: any value is valid if both are the
 * same.
 */
final readonly class CrossSiteCheck
{
    private const COOKIE = 'XSRF-TOKEN';
    public const HEADER = 'X-XSRF-TOKEN';

    public function __construct(private Origins $origins, private Randomizer $randomizer) {}

    /**
     * Accepts requests without the cookie: first visits, and clients that are not browsers. Forms without JavaScript
     * cannot repeat it: for them the browser's headers are enough.
     * @throws HttpError
     */
    public function check(Request $request, bool $isPage): void
    {
        $isOurs = $this->origins->isOurs($request);
        if ($isOurs === false) {
            throw new HttpError('cross_site');
        }
        $tokens = self::tokensOf($request);
        if ($tokens !== [] && !self::isRepeated($tokens, $request) && !($isPage && $isOurs === true)) {
            throw new HttpError('invalid_token');
        }
    }

    /** Also after a failed check, so that the next attempt passes. */
    public function giveToken(Request $request, Response $response): void
    {
        if (!self::isRepeated(self::tokensOf($request), $request)) {
            $cookie = Cookie::create(self::COOKIE, bin2hex($this->randomizer->getBytes(16)))
                ->withSecure($request->isSecure())
                ->withHttpOnly(false)
                ->withSameSite(Cookie::SAMESITE_STRICT);
            $response->headers->setCookie($cookie);
        }
    }

    /** @param list<string> $tokens */
    private static function isRepeated(array $tokens, Request $request): bool
    {
        $header = $request->headers->get(self::HEADER) ?? '';
        foreach ($tokens as $token) {
            // Scripts send the value decoded, or unchanged if it cannot be decoded.
            if (hash_equals($token, $header) || hash_equals(rawurldecode($token), $header)) {
                return true;
            }
        }

        return false;
    }

    /** @return list<string> several if a parent domain has the same cookie: PHP would return only one */
    private static function tokensOf(Request $request): array
    {
        preg_match_all(
            '/(?:^|;)\s*' . self::COOKIE . '\s*=\s*([^;]*[^;\s])/',
            $request->headers->get('Cookie') ?? '',
            $found,
        );

        return $found[1];
    }
}
