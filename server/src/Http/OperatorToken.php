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
    /** What is to be looked for where somebody has set one and it counts for none. */
    private const UNSET = 'Where you have set one and read this, HEALTH_TOKEN is misspelt in .env, or the file was cut off; or it has fewer than 32 characters, a # or a space outside of quotation marks, or quotation marks of a word processor; or PHP cannot read .env as UTF-8.';

    /** @param string $whyUnset for whom there is none */
    public function __construct(private ?\SensitiveParameterValue $token, public string $whyUnset = self::UNSET) {}

    public function isSet(): bool
    {
        return $this->token !== null;
    }

    /**
     * Not by the page of another site, to which a browser adds what its user typed before.
     *
     * @param bool $byLink where a link of another site may lead, since nothing is changed there
     */
    public function isSentBy(Request $request, bool $byLink = false): bool
    {
        if (self::isOfAnotherSite($request) && !($byLink && self::isLink($request))) {
            return false;
        }

        return $this->isBearerOf($request) || $this->is(self::password($request));
    }

    /** For whom it was not sent by: what may have gone wrong. */
    public function refusal(Request $request): string
    {
        $arrived = $request->headers->has('Authorization') || $request->headers->has('PHP_AUTH_USER');

        return ($arrived
            ? 'Where the right one is refused, HEALTH_TOKEN has perhaps a quotation mark without its partner in .env, which counts as part of it.'
            : 'No header Authorization arrived here. Where one was sent, the web server keeps it from PHP: upload www/.htaccess, which some FTP programs hide, and let Apache read it (AllowOverride All).')
            . (self::isOfAnotherSite($request) ? ' A page of another site led here, from where nothing is taken that a browser remembers: type the address.' : '')
            . ($this->isLogged($request) ? ' The token was in the address, or sent as the name; it now stands in the log of the web server: put another one into .env.' : '');
    }

    private static function isOfAnotherSite(Request $request): bool
    {
        return \in_array($request->headers->get('Sec-Fetch-Site'), ['cross-site', 'same-site'], true);
    }

    /** Somebody who goes to another page, as opposed to what that page fetches or frames. */
    private static function isLink(Request $request): bool
    {
        return $request->getRealMethod() === 'GET'
            && $request->headers->get('Sec-Fetch-Mode') === 'navigate'
            && $request->headers->get('Sec-Fetch-Dest') === 'document';
    }

    /** Whether it was sent where it is noted. */
    public function isLogged(Request $request): bool
    {
        $asked = array_map(rawurldecode(...), explode('&', strtr($request->getRequestUri(), '?=', '&&')));

        return array_filter([...$asked, $request->headers->get('PHP_AUTH_USER'), self::basic($request)[0]], $this->is(...)) !== [];
    }

    private function isBearerOf(Request $request): bool
    {
        return $this->is(self::bearer($request));
    }

    /** What was sent as Bearer; null where that was nothing. */
    public static function bearer(Request $request): ?string
    {
        return preg_match('/^Bearer +(.*)$/iD', $request->headers->get('Authorization') ?? '', $found) === 1 ? $found[1] : null;
    }

    /** What was sent as Basic; null where that was nothing. */
    public static function password(Request $request): ?string
    {
        return $request->headers->get('PHP_AUTH_PW') ?? self::basic($request)[1];
    }

    /**
     * Where PHP was not told by the web server to take it apart.
     *
     * @return array{?string, ?string} name and password
     */
    private static function basic(Request $request): array
    {
        if (preg_match('/^Basic +(\S+)$/iD', $request->headers->get('Authorization') ?? '', $found) !== 1) {
            return [null, null];
        }

        return explode(':', (string) base64_decode($found[1], true), 2) + [null, null];
    }

    private function is(#[\SensitiveParameter] ?string $sent): bool
    {
        $expected = $this->token?->getValue();

        return \is_string($expected) && $sent !== null && hash_equals($expected, $sent);
    }
}
