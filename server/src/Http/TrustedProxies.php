<?php

declare(strict_types=1);

namespace Enquiry\Http;

use Symfony\Component\HttpFoundation\Exception\RequestExceptionInterface;
use Symfony\Component\HttpFoundation\Request;

/**
 * What a request says of its own way here, as far as it can be believed: a forwarded value only from a
 * proxy on the list. Where two such values contradict each other, one of them came from the client
 * through a proxy that does not clean it off; then only the connection itself is believed.
 */
final readonly class TrustedProxies
{
    private const HEADERS = Request::HEADER_FORWARDED
        | Request::HEADER_X_FORWARDED_FOR
        | Request::HEADER_X_FORWARDED_PROTO;

    /** @param list<string> $addresses IP addresses and CIDR ranges */
    public function __construct(private array $addresses) {}

    /** Null where there is none, as on a connection over a Unix socket. */
    public function clientAddressOf(Request $request): ?string
    {
        $address = $this->believed($request, static fn(Request $asked): ?string => $asked->getClientIp())
            ?? $request->server->get('REMOTE_ADDR');

        return \is_string($address) && $address !== '' ? $address : null;
    }

    public function isSecure(Request $request): bool
    {
        return $this->believed($request, static fn(Request $asked): bool => $asked->isSecure()) ?? false;
    }

    /**
     * As the Host header that the client sent. Not getHttpHost(), which an empty X-Forwarded-Host makes
     * stumble, and which adds the port of a connection that the client knows nothing of.
     */
    public function hostOf(Request $request): string
    {
        $isProxied = $this->believed($request, static fn(Request $asked): bool => $asked->isFromTrustedProxy()) === true;
        [$forwarded] = explode(',', $request->headers->get('X-Forwarded-Host') ?? '');

        return $isProxied && trim($forwarded) !== '' ? trim($forwarded) : $request->headers->get('Host') ?? '';
    }

    /**
     * The list is set anew for each question, because http-foundation keeps it for the whole process;
     * a copy is asked, because a request that has objected once answers differently ever after.
     *
     * @template T
     *
     * @param \Closure(Request): T $question
     *
     * @return ?T null where the request contradicts itself
     */
    private function believed(Request $request, \Closure $question): mixed
    {
        Request::setTrustedProxies($this->addresses, self::HEADERS);
        try {
            return $question(clone $request);
        } catch (RequestExceptionInterface) {
            return null;
        }
    }
}
