<?php

declare(strict_types=1);

namespace Enquiry\Http;

use Enquiry\Storage\StoreUnavailable;
use Symfony\Component\HttpFoundation\Request;

/** What is asked of any request that brings something, before it is read. */
final class RequestReader
{
    public const JSON = 'application/json';

    /** What is sent here is flat; the rest is for unknown fields, where they are ignored. */
    private const DEPTH = 32;

    /** Bytes of a body; of more PHP keeps all or nothing. */
    private const KEPT_IN_MEMORY = 16_384;
    private const LOST = '/POST data can.t be buffered|create temporary file/';

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
}
