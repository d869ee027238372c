<?php

declare(strict_types=1);

namespace Enquiry\Http;

use Enquiry\Database\StoreUnavailable;
use Symfony\Component\HttpFoundation\Request;

/** Checks the method and media type of a request, and reads its body. */
final class RequestReader
{
    public const FORM = 'application/x-www-form-urlencoded';

    /** In bytes, as sent. Percent-encoding turns one byte into three. */
    private const LIMIT = 65_536;
    private const FORM_LIMIT = 196_608;

    /** PHP keeps a longer body in a temporary file. */
    private const KEPT_IN_MEMORY = 16_384;

    /** @throws HttpError */
    public static function checkMethod(Request $request): void
    {
        // getMethod() lets a header override the method.
        if ($request->getRealMethod() !== 'POST') {
            throw new HttpError(ErrorCode::MethodNotAllowed, headers: ['Allow' => 'POST']);
        }
    }

    /** @throws HttpError */
    public static function checkMediaType(Request $request, string ...$mediaTypes): void
    {
        if (!\in_array(self::mediaTypeOf($request), $mediaTypes, true)) {
            throw new HttpError(ErrorCode::UnsupportedMediaType);
        }
    }

    public static function isForm(Request $request): bool
    {
        return self::mediaTypeOf($request) === self::FORM;
    }

    public static function mediaTypeOf(Request $request): string
    {
        [$mediaType] = explode(';', $request->headers->get('Content-Type') ?? '');

        return strtolower(trim($mediaType));
    }

    /** @throws HttpError|StoreUnavailable if PHP cannot keep the body */
    public static function bodyOf(Request $request): string
    {
        $limit = self::isForm($request) ? self::FORM_LIMIT : self::LIMIT;
        $stated = (int) $request->headers->get('Content-Length');
        // A chunked body has no stated length, so one byte more than the limit is read.
        $body = $stated > $limit ? '' : (string) @stream_get_contents($request->getContent(true), $limit + 1);
        if (max($stated, \strlen($body)) > $limit) {
            throw new HttpError(ErrorCode::PayloadTooLarge);
        }
        if ($body === '' && $stated > self::KEPT_IN_MEMORY) {
            // A client that sent nothing looks the same as a lost body.
            $file = @tmpfile();
            if ($file === false || @fwrite($file, str_repeat(' ', $stated)) !== $stated) {
                throw StoreUnavailable::bodyLost();
            }
        }
        // The client hung up.
        if (\strlen($body) < $stated) {
            throw new HttpError(ErrorCode::MalformedMessage);
        }

        return $body;
    }
}
