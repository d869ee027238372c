<?php

declare(strict_types=1);

namespace Enquiry\Http;

use Symfony\Component\HttpFoundation\Response;

/** JSON as it is read from a request, and as it is answered. */
final class Json
{
    /** What is sent here is flat; the rest is for unknown fields, where they are ignored. */
    private const DEPTH = 32;

    /** @throws HttpError */
    public static function object(string $body): \stdClass
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

    /**
     * @param array<string, mixed>  $body
     * @param array<string, string> $headers
     */
    public static function answer(int $status, array $body, array $headers = []): Response
    {
        return new Response(
            json_encode($body, \JSON_UNESCAPED_UNICODE | \JSON_UNESCAPED_SLASHES | \JSON_THROW_ON_ERROR),
            $status,
            $headers + [
                'Content-Type' => 'application/json; charset=utf-8',
                'Cache-Control' => 'no-store',
                'X-Content-Type-Options' => 'nosniff',
            ],
        );
    }

    /** @param ?string $message in the place of the one that is about an enquiry */
    public static function refused(HttpError $refusal, ?string $message = null): Response
    {
        $code = $refusal->errorCode;
        $body = ['status' => 'error', 'code' => $code->value, 'message' => $message ?? $code->message()];

        return self::answer($code->status(), $refusal->errors === [] ? $body : $body + ['errors' => $refusal->errors], $refusal->headers);
    }
}
