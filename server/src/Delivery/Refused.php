<?php

declare(strict_types=1);

namespace Enquiry\Delivery;

/** An enquiry is refused by RATE_LIMIT or by its key. The codes are those of HttpError. */
final class Refused extends \RuntimeException
{
    public const KEY_REUSED = 'key_reused';
    public const TOO_MANY = 'too_many_requests';

    /**
     * @param self::* $errorCode
     * @param ?int    $secondsLeft null if waiting does not help
     */
    public function __construct(public readonly string $errorCode, public readonly ?int $secondsLeft = null)
    {
        parent::__construct("Refused: {$errorCode}.");
    }
}
