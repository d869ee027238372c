<?php

declare(strict_types=1);

namespace Enquiry\Http;

use Random\Randomizer;
use Symfony\Component\HttpFoundation\Cookie;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\Response;

/**
 * The token that a page of ours reads from a cookie and repeats in a header, which a page of another
 * origin can do neither of. Nothing is kept here, so no token is ever stale: what counts is only that
 * both say the same. Any value will do, because another program on the same host may have set the cookie.
 */
final readonly class XsrfToken
{
    private const COOKIE = 'XSRF-TOKEN';
    private const HEADER = 'X-XSRF-TOKEN';

    public function __construct(private RequestReader $reader, private Randomizer $randomizer) {}

    /**
     * Without the cookie there is nothing to compare: a plain client, or a first visit.
     *
     * @throws HttpError
     */
    public function check(Request $request): void
    {
        $cookies = self::cookiesOf($request);
        if ($cookies !== [] && !self::isRepeated($cookies, $request)) {
            throw HttpError::invalidToken();
        }
    }

    /** Also where the check would fail: whatever is wrong with the browser's token, the next try has a sound one. */
    public function giveWhereMissing(Request $request, Response $response): void
    {
        $cookies = self::cookiesOf($request);
        if ($cookies !== [] && self::isRepeated($cookies, $request)) {
            return;
        }
        $response->headers->setCookie(Cookie::create(
            self::COOKIE,
            bin2hex($this->randomizer->getBytes(16)),
            secure: $this->reader->isSecure($request),
            httpOnly: false,
            sameSite: Cookie::SAMESITE_STRICT,
        ));
    }

    /** @param non-empty-list<string> $cookies */
    private static function isRepeated(array $cookies, Request $request): bool
    {
        $header = $request->headers->get(self::HEADER) ?? '';
        $isRepeated = false;
        foreach ($cookies as $cookie) {
            // A script sends the value decoded, or as it is where it cannot be decoded.
            $isRepeated = hash_equals($cookie, $header) || hash_equals(rawurldecode($cookie), $header) || $isRepeated;
        }

        return $isRepeated;
    }

    /**
     * Read from the header itself, because a browser may hold several cookies of the name (one of a
     * parent domain's besides ours), and PHP would show one only. An empty one counts as none.
     *
     * @return list<string>
     */
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
