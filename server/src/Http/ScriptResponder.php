<?php

declare(strict_types=1);

namespace Enquiry\Http;

use Enquiry\Enquiry\Form;
use Enquiry\Enquiry\Message;
use Enquiry\Enquiry\Receipt;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\Response;

/**
 * Reads and answers an enquiry sent by the page's script or another program, as JSON or, where JSON is refused, as a
 * form.
 */
final readonly class ScriptResponder
{
    /** Fields are strings. Unknown fields are ignored, and may be nested this deep. */
    private const DEPTH = 32;

    public function __construct(private Form $form) {}

    /** The specification allows only the fields in the body, so everything else is in headers. */
    public function read(Request $request, string $body): Submission
    {
        $headers = $request->headers;
        $key = $headers->get('Idempotency-Key') ?? '';
        // Ignoring an invalid key may mail twice (draft-ietf-httpapi-idempotency-key-header).
        if (preg_match('/^[\x21-\x7E]{0,200}$/D', $key) !== 1) {
            throw new HttpError('malformed_message');
        }
        $sent = RequestReader::isForm($request) ? RequestReader::parseForm($body) : self::decode($body);

        return new Submission(
            Message::from(RequestReader::fieldsIn($sent, $this->form), $this->form),
            $key === '' ? null : $key,
            $headers->get('X-Form-Trap'),
            $headers->get('X-Form-Elapsed'),
        );
    }

    /** The specification fixes the body as {"status":"success"}, so the receipt is in headers. */
    public function accepted(Receipt $receipt, Request $request): Response
    {
        return Responses::json(200, ['status' => 'success'], $receipt->headers());
    }

    public function refused(HttpError $refusal, ?string $body = null): Response
    {
        $answer = ['status' => 'error', 'code' => $refusal->errorCode, 'message' => $refusal->getMessage()];

        return Responses::json(
            $refusal->status,
            $refusal->errors === [] ? $answer : $answer + ['errors' => $refusal->errors],
            $refusal->headers,
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
}
