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
    ) {
        parent::__construct($errorCode->message());
    }

    public static function from(\Throwable $failure): self
    {
        return match (true) {
            $failure instanceof self => $failure,
            $failure instanceof InvalidFields => new self(ErrorCode::InvalidFields, $failure->errors),
            $failure instanceof KeyReused => new self(ErrorCode::KeyReused),
            $failure instanceof LongRefused => new self(ErrorCode::PayloadTooLarge),
            $failure instanceof RateExceeded => self::later(ErrorCode::TooManyRequests, $failure->secondsLeft),
            $failure instanceof StoreUnavailable => self::later(
                $failure->isUndecided ? ErrorCode::Undecided : ErrorCode::Unavailable,
                $failure->retryAfterSeconds,
            ),
            default => new self(ErrorCode::ServerError),
        };
    }

    private static function later(ErrorCode $code, int $seconds): self
    {
        return new self($code, headers: ['Retry-After' => (string) $seconds]);
    }
}
