<?php

declare(strict_types=1);

namespace Enquiry\Http;

use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\Response;

/**
 * HEALTH_TOKEN, which identifies the operator. It is sent as Bearer, or as the password of Basic (RFC 7617) with any
 * user name. It is never sent in the address, because addresses are logged.
 */
final readonly class OperatorToken
{
    public function __construct(private ?\SensitiveParameterValue $token) {}

    /** @return ?Response the answer to a request that may not see the page; null if it may */
    public function refusal(Request $request): ?Response
    {
        [$status, $message, $headers] = match (true) {
            $this->token === null => [
                404,
                'To use this page, set HEALTH_TOKEN in .env: at least 32 random characters.',
                [],
            ],
            !\in_array($request->getRealMethod(), ['GET', 'POST'], true) => [405, 'Use GET.', ['Allow' => 'GET, POST']],
            $this->isSentBy($request) => [200, '', []],
            default => [
                401,
                'Send the HEALTH_TOKEN of .env as the password, with any user name, or as a Bearer token. User names '
                    . 'are logged, so do not type the token there. ' . self::advice($request),
                ['WWW-Authenticate' => 'Basic realm="operator", charset="UTF-8"'],
            ],
        };
        $isBrowser = $request->headers->get('Sec-Fetch-Dest') === 'document';

        return match (true) {
            $status === 200 => null,
            $isBrowser => Pages::text($message, $status, $headers),
            default => ScriptResponder::answer($status, ['status' => 'error', 'message' => $message], $headers),
        };
    }

    private static function advice(Request $request): string
    {
        return $request->headers->has('Authorization')
            ? 'If the token is correct, check whether HEALTH_TOKEN in .env has an opening quotation mark without a '
                . 'closing one.'
            : 'The request had no Authorization header. If you sent one, the web server did not pass it to PHP: '
                . 'upload www/.htaccess, which some FTP programs hide, and let Apache read it (AllowOverride All).';
    }

    private function isSentBy(Request $request): bool
    {
        $expected = $this->token?->getValue();
        $isBearer = preg_match('/^Bearer +(.*)$/iD', $request->headers->get('Authorization') ?? '', $bearer) === 1;
        $sent = $isBearer ? $bearer[1] : $request->headers->get('PHP_AUTH_PW') ?? '';

        return \is_string($expected) && hash_equals($expected, $sent);
    }
}
