<?php

declare(strict_types=1);

namespace Enquiry\Http;

/** The codes of all errors. tests/contract/answers.json holds the codes and statuses. */
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
        return $this->row()[0];
    }

    /** The key in failures.json of the form, for the form without JavaScript. */
    public function sentence(): string
    {
        return $this->row()[1];
    }

    /** For clients that send JSON. */
    public function message(): string
    {
        return $this->row()[2];
    }

    /** @return array{int, string, string} status, sentence and message */
    private function row(): array
    {
        return match ($this) {
            self::MalformedJson => [400, 'withoutScript.malformed', 'The request body is not valid JSON.'],
            self::MalformedMessage => [400, 'withoutScript.malformed',
                'The request body must be a JSON object whose fields are strings, and an Idempotency-Key must be 1 to '
                    . '200 visible ASCII characters.'],
            self::CrossSite => [403, 'withoutScript.refused',
                'The enquiry was not sent, because it came from a page on another website. Please use the form on our '
                    . 'website.'],
            self::InvalidToken => [403, 'withoutScript.refused',
                'The enquiry was not sent, because we could not tell that it came from our form. Please send it again.'],
            self::MethodNotAllowed => [405, 'withoutScript.malformed', 'Send the enquiry as a POST request.'],
            self::PayloadTooLarge => [413, 'withoutScript.tooLarge',
                'The enquiry is too long. Please shorten it and send it again.'],
            self::UnsupportedMediaType => [415, 'withoutScript.malformed',
                'Send the enquiry as JSON, with the header Content-Type: application/json.'],
            self::InvalidFields => [422, 'invalid',
                'Some fields need your attention. Correct them and send the enquiry again.'],
            self::KeyReused => [422, 'withoutScript.refused',
                'The enquiry was not sent: its Idempotency-Key was already used for another enquiry. Send it with a '
                    . 'new key.'],
            self::TooManyRequests => [429, 'tooMany',
                'Too many enquiries came from your connection. Please wait a while and send yours again, or call us.'],
            self::ServerError => [FatalErrorHandler::STATUS, 'server', FatalErrorHandler::MESSAGE],
            self::Unavailable => [503, 'server',
                'Your enquiry was not sent. Please try again in a few minutes, or call us.'],
            self::Undecided => [503, 'withoutScript.undecided',
                'We cannot tell whether your enquiry arrived. Please send it again as it is, or call us.'],
        };
    }
}
