<?php

declare(strict_types=1);

namespace Enquiry\Http;

use Enquiry\Store\StoreUnavailable;
use Symfony\Component\HttpFoundation\Exception\RequestExceptionInterface;
use Symfony\Component\HttpFoundation\Request;

/**
 * What a request says, and what is asked of any that brings something before it is read. Of its own way here it
 * is believed as far as it can be: a forwarded value only from a proxy on the list. Where two such values
 * contradict each other, one of them came from the client through a proxy that does not clean it off; then only
 * the connection itself is believed.
 */
final readonly class RequestReader
{
    public const JSON = 'application/json';

    /** What is sent here is flat; the rest is for unknown fields, where they are ignored. */
    private const DEPTH = 32;

    /** Bytes of a body; of more PHP keeps all or nothing. */
    private const KEPT_IN_MEMORY = 16_384;
    private const LOST = '/POST data can.t be buffered|create temporary file/';

    private const FORWARDED = Request::HEADER_FORWARDED
        | Request::HEADER_X_FORWARDED_FOR
        | Request::HEADER_X_FORWARDED_PROTO;

    /** @param list<string> $proxies IP addresses and CIDR ranges of those that are trusted */
    public function __construct(private array $proxies) {}

    /** @throws HttpError */
    public static function requirePost(Request $request): void
    {
        // getMethod() would let a header of the client's rename the method.
        if ($request->getRealMethod() !== 'POST') {
            throw HttpError::methodNotAllowed();
        }
    }

    /** @throws HttpError */
    public static function requireMediaType(Request $request, string ...$mediaTypes): void
    {
        if (!\in_array(self::mediaTypeOf($request), $mediaTypes, true)) {
            throw HttpError::unsupportedMediaType();
        }
    }

    public static function mediaTypeOf(Request $request): string
    {
        [$mediaType] = explode(';', $request->headers->get('Content-Type') ?? '');

        return strtolower(trim($mediaType));
    }

    /**
     * @throws HttpError
     * @throws StoreUnavailable where PHP could not keep it
     */
    public static function bodyOf(Request $request, int $limit): string
    {
        $stated = (int) $request->headers->get('Content-Length');
        if ($stated > $limit) {
            throw HttpError::payloadTooLarge();
        }
        // A chunked body has no stated length: one byte past the limit tells, and no more is read.
        $body = (string) @stream_get_contents($request->getContent(true), $limit + 1);
        if (\strlen($body) > $limit) {
            throw HttpError::payloadTooLarge();
        }

        if (self::isBodyLost() || ($body === '' && $stated > self::KEPT_IN_MEMORY)) {
            throw StoreUnavailable::bodyLost(\strlen($body));
        }
        // Its client hung up, or the web server had enough of waiting for it.
        if (\strlen($body) < $stated) {
            throw HttpError::malformedMessage();
        }

        return $body;
    }

    /** For a body whose length was not stated; PHP may have met it before the script began. */
    private static function isBodyLost(): bool
    {
        return preg_match(self::LOST, error_get_last()['message'] ?? '') === 1;
    }

    /** @throws HttpError */
    public static function json(string $body): \stdClass
    {
        try {
            $decoded = json_decode($body, false, self::DEPTH, \JSON_THROW_ON_ERROR);
        } catch (\JsonException $exception) {
            // Valid JSON may still be what we do not take: nested too deeply, or a name PHP cannot hold.
            throw \in_array($exception->getCode(), [\JSON_ERROR_DEPTH, \JSON_ERROR_INVALID_PROPERTY_NAME], true)
                ? HttpError::malformedMessage($exception)
                : HttpError::malformedJson($exception);
        }
        if (!$decoded instanceof \stdClass) {
            throw HttpError::malformedMessage();
        }

        return $decoded;
    }

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
        Request::setTrustedProxies($this->proxies, self::FORWARDED);
        try {
            return $question(clone $request);
        } catch (RequestExceptionInterface) {
            return null;
        }
    }
}
