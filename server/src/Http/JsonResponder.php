<?php

declare(strict_types=1);

namespace Enquiry\Http;

use Enquiry\Intake\Receipt;
use Enquiry\Shared\ContactMessage;
use Enquiry\Shared\ContactRules;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\Response;

/** A call by a script, or by any program: JSON both ways. Whatever is no form gets its answer this way too. */
final class JsonResponder implements Responder
{
    /**
     * What the form says of itself travels in headers, because the body is agreed to be the fields:
     * what stands in a field that people do not see, milliseconds from the page's opening, and keys of
     * earlier attempts.
     */
    private const HONEYPOT = 'X-Form-Trap';
    private const ELAPSED = 'X-Form-Elapsed';
    private const REPLACES = 'X-Form-Replaces';

    private const KEY = 'Idempotency-Key';

    /** Of more attempts nobody wants to read. */
    private const MOST_REPLACED = 5;

    private string $body = '';

    public function __construct(private readonly Request $request, private readonly ContactRules $rules) {}

    public function bodyLimit(): int
    {
        return ContactEndpoint::BODY_LIMIT;
    }

    public function read(string $body): void
    {
        $this->body = $body;
    }

    public function repeatsToken(): bool
    {
        return true;
    }

    /**
     * The header by which a client may send one message as often as it takes (draft-ietf-httpapi-idempotency-key-header).
     * One that is malformed is refused, not ignored: the client counts on it, and ignoring it would mail twice.
     */
    public function key(?string $addressHash): ?string
    {
        $key = $this->request->headers->get(self::KEY) ?? '';
        if ($key === '') {
            return null;
        }
        if (!self::isKey($key)) {
            throw HttpError::malformedMessage();
        }

        return $key;
    }

    public function fields(): array
    {
        $sent = RequestReader::json($this->body);
        $fields = [];
        foreach (array_keys($this->rules->fields) as $name) {
            if (!property_exists($sent, $name)) {
                continue;
            }
            if (!\is_string($sent->{$name})) {
                throw HttpError::malformedMessage();
            }
            $fields[$name] = $sent->{$name};
        }

        return $fields;
    }

    public function spamSignals(ContactMessage $message): array
    {
        return $message->spamSignals($this->request->headers->get(self::HONEYPOT), $this->request->headers->get(self::ELAPSED));
    }

    /** No enquiry is refused for a note about it: what is no key, or its own, is ignored. */
    public function replaces(): array
    {
        $keys = array_map(trim(...), explode(',', $this->request->headers->get(self::REPLACES) ?? ''));
        $others = array_diff(array_unique(array_filter($keys, self::isKey(...))), [$this->request->headers->get(self::KEY)]);

        return \array_slice($others, 0, self::MOST_REPLACED);
    }

    public function accepted(Receipt $receipt): Response
    {
        // The reference travels in a header because the body is agreed to the letter.
        return self::answer(200, ['status' => 'success'], ['Enquiry-Reference' => $receipt->reference]);
    }

    public function refused(HttpError $refusal): Response
    {
        return self::error($refusal);
    }

    private static function isKey(string $text): bool
    {
        return preg_match('/^[\x21-\x7E]{1,200}$/D', $text) === 1;
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
    public static function error(HttpError $refusal, ?string $message = null): Response
    {
        $code = $refusal->errorCode;
        $body = ['status' => 'error', 'code' => $code->value, 'message' => $message ?? $code->message()];

        return self::answer($code->status(), $refusal->errors === [] ? $body : $body + ['errors' => $refusal->errors], $refusal->headers);
    }
}
