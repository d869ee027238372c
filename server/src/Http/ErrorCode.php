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
        return $this->entry()[0];
    }

    /** For clients that send JSON. */
    public function message(): string
    {
        return $this->entry()[1];
    }

    /** The key in failures.json of the form, for the form without JavaScript. */
    public function sentence(): string
    {
        return $this->entry()[2];
    }

    /** @return array{int, string, string} status, message, sentence */
    private function entry(): array
    {
        return match ($this) {
            self::MalformedJson => [400, 'The request body is not valid JSON.', 'withoutScript.malformed'],
            self::MalformedMessage => [
                400,
                'The request body must be a JSON object whose fields are strings, and an Idempotency-Key must be 1 to '
                    . '200 visible ASCII characters.',
                'withoutScript.malformed',
            ],
            self::CrossSite => [
                403,
                'The enquiry was not sent, because it came from a page on another website. Please use the form on our '
                    . 'website.',
                'withoutScript.refused',
            ],
            self::InvalidToken => [
                403,
                'The enquiry was not sent, because we could not tell that it came from our form. Please send it again.',
                'withoutScript.refused',
            ],
            self::MethodNotAllowed => [405, 'Send the enquiry as a POST request.', 'withoutScript.malformed'],
            self::PayloadTooLarge => [
                413,
                'The enquiry is too long. Please shorten it and send it again.',
                'withoutScript.tooLarge',
            ],
            self::UnsupportedMediaType => [
                415,
                'Send the enquiry as JSON, with the header Content-Type: application/json.',
                'withoutScript.malformed',
            ],
            self::InvalidFields => [
                422,
                'Some fields need your attention. Correct them and send the enquiry again.',
                'invalid',
            ],
            self::KeyReused => [
                422,
                'The enquiry was not sent: its Idempotency-Key was already used for another enquiry. Send it with a '
                    . 'new key.',
                'withoutScript.refused',
            ],
            self::TooManyRequests => [
                429,
                'Too many enquiries came from your connection. Please wait a while and send yours again, or call us.',
                'tooMany',
            ],
            self::ServerError => [FatalErrorHandler::STATUS, FatalErrorHandler::MESSAGE, 'server'],
            self::Unavailable => [
                503,
                'Your enquiry was not sent. Please try again in a few minutes, or call us.',
                'server',
            ],
            self::Undecided => [
                503,
                'We cannot tell whether your enquiry arrived. Please send it again as it is, or call us.',
                'withoutScript.undecided',
            ],
        };
    }
}
