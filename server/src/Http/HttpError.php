<?php

declare(strict_types=1);

namespace Enquiry\Http;

use Enquiry\Intake\KeyReused;
use Enquiry\Shared\InvalidFields;
use Enquiry\Store\RateExceeded;
use Enquiry\Store\StoreUnavailable;

/** A request that gets an answer from the closed list instead of success. */
final class HttpError extends \RuntimeException
{
    private const RETRY_SECONDS = 30;

    /**
     * @param array<string, string> $errors  field to message
     * @param array<string, string> $headers
     */
    private function __construct(
        public readonly ErrorCode $errorCode,
        public readonly array $errors = [],
        public readonly array $headers = [],
        ?\Throwable $previous = null,
    ) {
        parent::__construct($errorCode->message(), previous: $previous);
    }

    public static function methodNotAllowed(): self
    {
        return new self(ErrorCode::MethodNotAllowed, headers: ['Allow' => 'POST']);
    }

    public static function unsupportedMediaType(): self
    {
        return new self(ErrorCode::UnsupportedMediaType);
    }

    public static function payloadTooLarge(): self
    {
        return new self(ErrorCode::PayloadTooLarge);
    }

    public static function crossSite(): self
    {
        return new self(ErrorCode::CrossSite);
    }

    public static function invalidToken(): self
    {
        return new self(ErrorCode::InvalidToken);
    }

    public static function malformedJson(\JsonException $previous): self
    {
        return new self(ErrorCode::MalformedJson, previous: $previous);
    }

    public static function malformedMessage(?\JsonException $previous = null): self
    {
        return new self(ErrorCode::MalformedMessage, previous: $previous);
    }

    public static function invalidFields(InvalidFields $previous): self
    {
        return new self(ErrorCode::InvalidFields, $previous->errors, previous: $previous);
    }

    public static function keyReused(KeyReused $previous): self
    {
        return new self(ErrorCode::KeyReused, previous: $previous);
    }

    public static function tooManyRequests(RateExceeded $previous): self
    {
        return new self(ErrorCode::TooManyRequests, headers: ['Retry-After' => (string) $previous->secondsLeft], previous: $previous);
    }

    public static function undecided(): self
    {
        return new self(ErrorCode::Undecided, headers: ['Retry-After' => (string) self::RETRY_SECONDS]);
    }

    public static function unavailable(StoreUnavailable $previous): self
    {
        $code = $previous->isUndecided() ? ErrorCode::Undecided : ErrorCode::Unavailable;

        return new self($code, headers: ['Retry-After' => (string) $previous->retryAfterSeconds], previous: $previous);
    }

    public static function serverError(\Throwable $previous): self
    {
        return new self(ErrorCode::ServerError, previous: $previous);
    }
}
