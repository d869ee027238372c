<?php

declare(strict_types=1);

namespace Enquiry\Http;

use Enquiry\Enquiry\Form;
use Symfony\Component\HttpFoundation\Request;

/** Checks the method and media type of a request, and reads its body. */
final class RequestReader
{
    public const JSON = 'application/json';
    public const FORM = 'application/x-www-form-urlencoded';

    /** In bytes, as sent. Percent-encoding turns one byte into three. */
    private const LIMITS = [self::JSON => 65_536, self::FORM => 196_608];

    public static function isForm(Request $request): bool
    {
        return self::mediaTypeOf($request) === self::FORM;
    }

    /** Whether a browser shows the answer as a page. The page's script asks for JSON, also if it sends a form. */
    public static function wantsPage(Request $request): bool
    {
        // getMethod() lets a header override the method.
        return $request->getRealMethod() === 'POST'
            && self::isForm($request)
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
