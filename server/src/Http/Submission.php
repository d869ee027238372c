<?php

declare(strict_types=1);

namespace Enquiry\Http;

use Enquiry\Enquiry\Form;
use Enquiry\Enquiry\InvalidFields;
use Enquiry\Enquiry\Message;
use Symfony\Component\HttpFoundation\Request;

/** A valid message, and what came with it. Checks the method, media type and size of a request, and reads its body. */
final readonly class Submission
{
    public const JSON = 'application/json';
    public const FORM = 'application/x-www-form-urlencoded';

    /** In bytes, as sent. Percent-encoding turns one byte into three. */
    private const LIMITS = [self::JSON => 65_536, self::FORM => 196_608];

    /** Fields are strings. Unknown fields are ignored, and may be nested this deep. */
    private const DEPTH = 32;

    /**
     * @param ?string $key      messages with the same key are one enquiry
     * @param string  $honeypot the hidden field
     */
    public function __construct(public Message $message, public ?string $key, public string $honeypot) {}

    /** Whether a browser shows the answer as a page. The page's script asks for JSON, also if it sends a form. */
    public static function wantsPage(Request $request): bool
    {
        // getMethod() lets a header override the method.
        return $request->getRealMethod() === 'POST'
            && self::mediaTypeOf($request) === self::FORM
            && $request->headers->get('Accept') !== self::JSON;
    }

    private static function mediaTypeOf(Request $request): string
    {
        [$mediaType] = explode(';', $request->headers->get('Content-Type') ?? '');

        return strtolower(trim($mediaType));
    }

    /** @throws HttpError */
    public static function bodyOf(Request $request): string
    {
        if ($request->getRealMethod() !== 'POST') {
            throw new HttpError('method_not_allowed', headers: ['Allow' => 'POST']);
        }
        $limit = self::LIMITS[self::mediaTypeOf($request)] ?? throw new HttpError('unsupported_media_type');
        $stated = (int) $request->headers->get('Content-Length');
        // A chunked body has no stated length, so one byte more than the limit is read.
        $body = $stated > $limit ? '' : (string) @stream_get_contents($request->getContent(true), $limit + 1);
        if (max($stated, \strlen($body)) > $limit) {
            throw new HttpError('payload_too_large');
        }
        // The client hung up, or PHP could not keep a long body in its temporary folder.
        if (\strlen($body) < $stated) {
            throw new HttpError('malformed_message');
        }

        return $body;
    }

    /**
     * Sent by the page's script or another program, as JSON or, where JSON is refused, as a form. The specification
     * allows only the fields in the body, so everything else is in headers.
     * @throws HttpError|InvalidFields
     */
    public static function read(Request $request, string $body, Form $form): self
    {
        $key = $request->headers->get('Idempotency-Key') ?? '';
        // Ignoring an invalid key may mail twice (draft-ietf-httpapi-idempotency-key-header).
        if (preg_match('/^[\x21-\x7E]{0,200}$/D', $key) !== 1) {
            throw new HttpError('malformed_message');
        }
        $sent = self::mediaTypeOf($request) === self::FORM ? self::parseForm($body) : self::decode($body);

        return new self(
            Message::from(self::fieldsIn($sent, $form), $form),
            $key === '' ? null : $key,
            $request->headers->get('X-Form-Trap') ?? '',
        );
    }

    /** @return array<mixed> */
    private static function decode(string $body): array
    {
        try {
            $sent = json_decode($body, false, self::DEPTH, \JSON_THROW_ON_ERROR);
        } catch (\JsonException $exception) {
            $isValid = \in_array($exception->getCode(), [\JSON_ERROR_DEPTH, \JSON_ERROR_INVALID_PROPERTY_NAME], true);
            throw new HttpError($isValid ? 'malformed_message' : 'malformed_json');
        }

        return $sent instanceof \stdClass ? (array) $sent : throw new HttpError('malformed_message');
    }

    /** @return array<mixed> */
    public static function parseForm(string $body): array
    {
        // PHP warns about more fields than max_input_vars.
        @parse_str($body, $sent);

        return $sent;
    }

    /**
     * @param array<mixed> $sent
     * @return array<string, string> the fields of the form that were sent
     * @throws HttpError
     */
    public static function fieldsIn(array $sent, Form $form): array
    {
        $fields = [];
        foreach (array_keys(array_intersect_key($form->fields, $sent)) as $name) {
            $value = $sent[$name];
            $fields[$name] = \is_string($value) && mb_check_encoding($value, 'UTF-8')
                ? $value
                : throw new HttpError('malformed_message');
        }

        return $fields;
    }
}
