<?php

declare(strict_types=1);

namespace Enquiry\Http;

use Symfony\Component\HttpFoundation\Request;

/**
 * HEALTH_TOKEN, which identifies the operator: sent as Bearer, or as the password of Basic (RFC 7617) with any
 * user name. Never in the address, because addresses are logged.
 */
final readonly class OperatorToken
{
    /** Shown if HEALTH_TOKEN cannot be used. */
    private const UNSET = 'If you have set it and read this, then HEALTH_TOKEN is misspelt in .env, or has fewer than 32 characters, or a # or a space without quotation marks, or the file was cut off.';

    /** @param string $whyUnset shown if there is no token */
    public function __construct(private ?\SensitiveParameterValue $token, public string $whyUnset = self::UNSET) {}

    public function isSet(): bool
    {
        return $this->token !== null;
    }

    public function isSentBy(Request $request): bool
    {
        return !self::isFetchedByAnotherSite($request) && ($this->is(self::bearer($request)) || $this->is(self::password($request)));
    }

    /** Why a request without the right token may have none. */
    public function refusal(Request $request): string
    {
        return $request->headers->has('Authorization')
            ? 'If the right token is refused, check HEALTH_TOKEN in .env for a quotation mark without its partner.'
            : 'No header Authorization arrived here. If you sent one, the web server keeps it from PHP: upload www/.htaccess, which some FTP programs hide, and let Apache read it (AllowOverride All).';
    }

    public static function bearer(Request $request): ?string
    {
        return preg_match('/^Bearer +(.*)$/iD', $request->headers->get('Authorization') ?? '', $found) === 1 ? $found[1] : null;
    }

    public static function password(Request $request): ?string
    {
        return $request->headers->get('PHP_AUTH_PW');
    }

    /** Browsers add a remembered password to requests of other sites. A link that somebody follows is allowed. */
    private static function isFetchedByAnotherSite(Request $request): bool
    {
        return \in_array($request->headers->get('Sec-Fetch-Site'), ['cross-site', 'same-site'], true)
            && $request->headers->get('Sec-Fetch-Dest') !== 'document';
    }

    private function is(#[\SensitiveParameter] ?string $sent): bool
    {
        $expected = $this->token?->getValue();

        return \is_string($expected) && $sent !== null && hash_equals($expected, $sent);
    }
}
