<?php

declare(strict_types=1);

namespace Enquiry\Http;

use Symfony\Component\HttpFoundation\Request;

/**
 * HEALTH_TOKEN, by which an operator without a shell is known: in the header Authorization alone, since
 * addresses are logged. A program sends it as Bearer; a browser asks for it as the password of Basic
 * (RFC 7617), whatever the user's name.
 */
final readonly class OperatorToken
{
    public function __construct(private ?\SensitiveParameterValue $token) {}

    public function isSet(): bool
    {
        return $this->token !== null;
    }

    /** Not by the page of another site, to which a browser adds what its user typed before. */
    public function isSentBy(Request $request): bool
    {
        if (\in_array($request->headers->get('Sec-Fetch-Site'), ['cross-site', 'same-site'], true)) {
            return false;
        }

        return $this->isBearerOf($request) || $this->is($request->headers->get('PHP_AUTH_PW') ?? self::basicPassword($request));
    }

    public function isBearerOf(Request $request): bool
    {
        return $this->is(self::bearer($request));
    }

    /** What was sent as Bearer; null where that was nothing. */
    public static function bearer(Request $request): ?string
    {
        return preg_match('/^Bearer +(.*)$/iD', $request->headers->get('Authorization') ?? '', $found) === 1 ? $found[1] : null;
    }

    /** Where PHP was not told by the web server to take it apart. */
    private static function basicPassword(Request $request): ?string
    {
        if (preg_match('/^Basic +(\S+)$/iD', $request->headers->get('Authorization') ?? '', $found) !== 1) {
            return null;
        }

        return explode(':', (string) base64_decode($found[1], true), 2)[1] ?? null;
    }

    private function is(#[\SensitiveParameter] ?string $sent): bool
    {
        $expected = $this->token?->getValue();

        return \is_string($expected) && $sent !== null && hash_equals($expected, $sent);
    }
}
