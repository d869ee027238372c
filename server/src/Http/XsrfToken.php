<?php

declare(strict_types=1);

namespace Enquiry\Http;

use Random\Randomizer;
use Symfony\Component\HttpFoundation\Cookie;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\Response;

/**
 * Our page reads the token from a cookie and repeats it in a header. A page of another origin can do neither.
 * The server stores nothing: any value is valid if both are the same.
 */
final readonly class XsrfToken
{
    private const COOKIE = 'XSRF-TOKEN';
    public const HEADER = 'X-XSRF-TOKEN';

    public function __construct(private Randomizer $randomizer) {}

    /** Accepts requests without the cookie: first visits, and clients that are not browsers. @throws HttpError */
    public function check(Request $request): void
    {
        $cookies = self::cookiesOf($request);
        if ($cookies !== [] && !self::isRepeated($cookies, $request)) {
            throw new HttpError(ErrorCode::InvalidToken);
        }
    }

    /** Also after a failed check, so that the next attempt passes. */
    public function giveWhereMissing(Request $request, Response $response): void
    {
        if (!self::isRepeated(self::cookiesOf($request), $request)) {
            $response->headers->setCookie(Cookie::create(
                self::COOKIE,
                bin2hex($this->randomizer->getBytes(16)),
                secure: $request->isSecure(),
                httpOnly: false,
                sameSite: Cookie::SAMESITE_STRICT,
            ));
        }
    }

    /** @param list<string> $cookies */
    private static function isRepeated(array $cookies, Request $request): bool
    {
        $header = $request->headers->get(self::HEADER) ?? '';
        foreach ($cookies as $cookie) {
            // Scripts send the value decoded, or unchanged if it cannot be decoded.
            if (hash_equals($cookie, $header) || hash_equals(rawurldecode($cookie), $header)) {
                return true;
            }
        }

        return false;
    }

    /** @return list<string> several if a parent domain has the same cookie: PHP would return only one */
    private static function cookiesOf(Request $request): array
    {
        $values = [];
        foreach (explode(';', $request->headers->get('Cookie') ?? '') as $pair) {
            [$name, $value] = explode('=', $pair, 2) + ['', ''];
            if (trim($name) === self::COOKIE && trim($value) !== '') {
                $values[] = trim($value);
            }
        }

        return $values;
    }
}
