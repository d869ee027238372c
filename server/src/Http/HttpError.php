<?php

declare(strict_types=1);

namespace Enquiry\Http;

use Enquiry\Database\StoreUnavailable;
use Enquiry\Enquiry\InvalidFields;
use Enquiry\Queue\KeyReused;
use Enquiry\Queue\LongRefused;
use Enquiry\Queue\RateExceeded;

/** An error code with the details of one request. */
final class HttpError extends \RuntimeException
{
    /**
     * @param array<string, string> $errors  message by field
     * @param array<string, string> $headers
     */
    public function __construct(
        public readonly ErrorCode $errorCode,
        public readonly array $errors = [],
        public readonly array $headers = [],
        ?\Throwable $previous = null,
    ) {
        parent::__construct($errorCode->message(), previous: $previous);
    }

    public static function from(\Throwable $failure): self
    {
        return match (true) {
            $failure instanceof self => $failure,
            $failure instanceof InvalidFields => new self(
                ErrorCode::InvalidFields,
                $failure->errors,
                previous: $failure,
            ),
            $failure instanceof KeyReused => new self(ErrorCode::KeyReused, previous: $failure),
            $failure instanceof LongRefused => new self(ErrorCode::PayloadTooLarge, previous: $failure),
            $failure instanceof RateExceeded => new self(
                ErrorCode::TooManyRequests,
                headers: self::retryAfter($failure->secondsLeft),
                previous: $failure,
            ),
            $failure instanceof StoreUnavailable => new self(
                $failure->isUndecided() ? ErrorCode::Undecided : ErrorCode::Unavailable,
                headers: self::retryAfter($failure->retryAfterSeconds),
                previous: $failure,
            ),
            default => new self(ErrorCode::ServerError, previous: $failure),
        };
    }

    /** @return array<string, string> */
    private static function retryAfter(int $seconds): array
    {
        return ['Retry-After' => (string) $seconds];
    }
}
