<?php

declare(strict_types=1);

namespace Enquiry\Http;

use Symfony\Component\HttpFoundation\Request;

/**
 * The header by which a client may send one message as often as it takes (draft-ietf-httpapi-idempotency-key-header).
 * One that is malformed is refused, not ignored: the client counts on it, and ignoring it would mail twice.
 */
final class IdempotencyKey
{
    public static function of(Request $request): ?string
    {
        $key = $request->headers->get('Idempotency-Key') ?? '';
        if ($key === '') {
            return null;
        }
        if (\strlen($key) > 200 || preg_match('/^[\x21-\x7E]+$/D', $key) !== 1) {
            throw Refusal::malformedMessage();
        }

        return $key;
    }
}
