<?php

declare(strict_types=1);

namespace Enquiry\Http;

use Enquiry\Enquiry\Form;
use Symfony\Component\HttpFoundation\Request;

/** Checks the method and media type of a request, and reads its body. */
final class RequestReader
{
    public const FORM = 'application/x-www-form-urlencoded';

    /** In bytes, as sent. Percent-encoding turns one byte into three. */
    private const LIMIT = 65_536;
    private const FORM_LIMIT = 196_608;

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

    /** @throws HttpError */
    public static function bodyOf(Request $request): string
    {
        $limit = self::isForm($request) ? self::FORM_LIMIT : self::LIMIT;
        $stated = (int) $request->headers->get('Content-Length');
        // A chunked body has no stated length, so one byte more than the limit is read.
        $body = $stated > $limit ? '' : (string) @stream_get_contents($request->getContent(true), $limit + 1);
        if (max($stated, \strlen($body)) > $limit) {
            throw new HttpError(ErrorCode::PayloadTooLarge);
        }
        // The client hung up, or PHP could not keep a long body in its temporary folder.
        if (\strlen($body) < $stated) {
            throw new HttpError(ErrorCode::MalformedMessage);
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
                : throw new HttpError(ErrorCode::MalformedMessage);
        }

        return $fields;
    }
}
