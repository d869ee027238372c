<?php

declare(strict_types=1);

namespace Enquiry\Http;

use Enquiry\Intake\Receipt;
use Enquiry\Shared\ContactRules;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\Response;

/** An enquiry sent as JSON, by the page's script or by any program. */
final readonly class JsonResponder implements Responder
{
    public const MEDIA_TYPE = 'application/json';

    private const BODY_LIMIT = 65_536;

    /** Fields are flat; unknown fields may be nested this deep and are ignored. */
    private const DEPTH = 32;

    private const MAX_REPLACED = 5;

    public function __construct(private ContactRules $rules) {}

    public function bodyLimit(): int
    {
        return self::BODY_LIMIT;
    }

    public function repeatsToken(): bool
    {
        return true;
    }

    /** Everything but the fields is in headers, because the body is agreed to be the fields. */
    public function read(Request $request, string $body): Submission
    {
        $fields = [];
        $malformed = null;
        try {
            $fields = $this->fields($body);
        } catch (HttpError $malformed) {
        }
        $headers = $request->headers;
        $key = $headers->get('Idempotency-Key') ?? '';

        return new Submission(
            $fields,
            $key === '' ? null : $key,
            $headers->get('X-Form-Trap'),
            $headers->get('X-Form-Elapsed'),
            self::replaces($headers->get('X-Form-Replaces') ?? '', $key),
            $malformed,
        );
    }

    /** An invalid key is refused: ignoring it would mail twice (draft-ietf-httpapi-idempotency-key-header). */
    public function key(Submission $submission, ?string $addressHash): ?string
    {
        return $submission->key === null || self::isKey($submission->key) ? $submission->key : throw new HttpError(ErrorCode::MalformedMessage);
    }

    /** The reference is in a header, because the body is agreed to be exactly {"status":"success"}. */
    public function accepted(Receipt $receipt): Response
    {
        return self::answer(200, ['status' => 'success'], ['Enquiry-Reference' => $receipt->reference]);
    }

    public function refused(HttpError $refusal, ?Submission $submission): Response
    {
        return self::error($refusal);
    }

    public static function error(HttpError $refusal): Response
    {
        $code = $refusal->errorCode;
        $body = ['status' => 'error', 'code' => $code->value, 'message' => $code->message()];

        return self::answer($code->status(), $refusal->errors === [] ? $body : $body + ['errors' => $refusal->errors], $refusal->headers);
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

    /**
     * @return array<string, string>
     *
     * @throws HttpError
     */
    private function fields(string $body): array
    {
        try {
            $sent = json_decode($body, false, self::DEPTH, \JSON_THROW_ON_ERROR);
        } catch (\JsonException $exception) {
            $isValid = \in_array($exception->getCode(), [\JSON_ERROR_DEPTH, \JSON_ERROR_INVALID_PROPERTY_NAME], true);
            throw new HttpError($isValid ? ErrorCode::MalformedMessage : ErrorCode::MalformedJson, previous: $exception);
        }
        if (!$sent instanceof \stdClass) {
            throw new HttpError(ErrorCode::MalformedMessage);
        }
        $fields = [];
        foreach (array_intersect_key((array) $sent, $this->rules->fields) as $name => $value) {
            $fields[$name] = \is_string($value) ? $value : throw new HttpError(ErrorCode::MalformedMessage);
        }

        return $fields;
    }

    /** @return list<string> invalid keys are ignored: they are no reason to refuse an enquiry */
    private static function replaces(string $header, string $key): array
    {
        $keys = array_unique(array_filter(array_map(trim(...), explode(',', $header)), self::isKey(...)));

        return \array_slice(array_diff($keys, [$key]), 0, self::MAX_REPLACED);
    }

    private static function isKey(string $text): bool
    {
        return preg_match('/^[\x21-\x7E]{1,200}$/D', $text) === 1;
    }
}
