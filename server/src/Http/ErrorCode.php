<?php

declare(strict_types=1);

namespace Enquiry\Http;

/** The codes of all errors, with HTTP status and text. tests/contract/answers.json holds the codes and statuses. */
enum ErrorCode: string
{
    case MalformedJson = 'malformed_json';
    case MalformedMessage = 'malformed_message';
    case CrossSite = 'cross_site';
    case InvalidToken = 'invalid_token';
    case MethodNotAllowed = 'method_not_allowed';
    case PayloadTooLarge = 'payload_too_large';
    case UnsupportedMediaType = 'unsupported_media_type';
    case InvalidFields = 'invalid_fields';
    case KeyReused = 'key_reused';
    case TooManyRequests = 'too_many_requests';
    case ServerError = FatalErrorHandler::CODE;
    case Unavailable = 'unavailable';
    case Undecided = 'undecided';

    public function status(): int
    {
        return match ($this) {
            self::MalformedJson, self::MalformedMessage => 400,
            self::CrossSite, self::InvalidToken => 403,
            self::MethodNotAllowed => 405,
            self::PayloadTooLarge => 413,
            self::UnsupportedMediaType => 415,
            self::InvalidFields, self::KeyReused => 422,
            self::TooManyRequests => 429,
            self::ServerError => FatalErrorHandler::STATUS,
            self::Unavailable, self::Undecided => 503,
        };
    }

    /** For clients that send JSON. */
    public function message(): string
    {
        return match ($this) {
            self::MalformedJson => 'The request body is not valid JSON.',
            self::MalformedMessage => 'The request body must be a JSON object whose fields are strings, and an '
                . 'Idempotency-Key must be 1 to 200 visible ASCII characters.',
            self::CrossSite => 'The enquiry was not sent, because it came from a page on another website. Please use '
                . 'the form on our website.',
            self::InvalidToken => 'The enquiry was not sent, because we could not tell that it came from our form. '
                . 'Please send it again.',
            self::MethodNotAllowed => 'Send the enquiry as a POST request.',
            self::PayloadTooLarge => 'The enquiry is too long. Please shorten it and send it again.',
            self::UnsupportedMediaType => 'Send the enquiry as JSON, with the header Content-Type: application/json.',
            self::InvalidFields => 'Some fields need your attention. Correct them and send the enquiry again.',
            self::KeyReused => 'The enquiry was not sent: its Idempotency-Key was already used for another enquiry. '
                . 'Send it with a new key.',
            self::TooManyRequests => 'Too many enquiries came from your connection. Please wait a while and send '
                . 'yours again, or call us.',
            self::ServerError => FatalErrorHandler::MESSAGE,
            self::Unavailable => 'Your enquiry was not sent. Please try again in a few minutes, or call us.',
            self::Undecided => 'We cannot tell whether your enquiry arrived. Please send it again as it is, or call '
                . 'us.',
        };
    }

    /** The key in failures.json of the form, for the form without JavaScript. */
    public function sentence(): string
    {
        return match ($this) {
            self::CrossSite, self::InvalidToken, self::KeyReused => 'withoutScript.refused',
            self::PayloadTooLarge => 'withoutScript.tooLarge',
            self::InvalidFields => 'invalid',
            self::TooManyRequests => 'tooMany',
            self::ServerError, self::Unavailable => 'server',
            self::Undecided => 'withoutScript.undecided',
            default => 'withoutScript.malformed',
        };
    }
}
