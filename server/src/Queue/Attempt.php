<?php

declare(strict_types=1);

namespace Enquiry\Queue;

/** The outcome of one attempt to deliver. RetrySchedule tells when the next one is due. */
final readonly class Attempt
{
    public const DELIVERED = 'delivered';
    public const REFUSED = 'refused';
    public const UNANSWERED = 'unanswered';
    public const ABANDONED = 'abandoned';
    public const POSTPONED = 'postponed';
    public const GIVEN_UP = 'given up';

    /**
     * @param self::* $outcome
     * @param string $error     empty if it was delivered
     * @param bool   $isOutage  whether the target would refuse other enquiries too
     * @param int    $notBefore when the target accepts the next attempt at the earliest
     */
    private function __construct(
        public string $outcome,
        public string $error = '',
        public bool $isOutage = false,
        public int $notBefore = 0,
        public ?\Throwable $failure = null,
    ) {}

    public static function delivered(): self
    {
        return new self(self::DELIVERED);
    }

    public static function refused(string $error, bool $isOutage = false, int $notBefore = 0): self
    {
        return new self(self::REFUSED, $error, $isOutage, $notBefore);
    }

    /** It may have arrived. */
    public static function unanswered(string $error): self
    {
        return new self(self::UNANSWERED, $error);
    }

    /** Processes ended during the last attempts, so it may have arrived several times. There was no attempt now. */
    public static function abandoned(int $times): self
    {
        return new self(
            self::ABANDONED,
            "The process that was delivering it ended before it could store the outcome, {$times} times by now, so it "
                . "may have arrived. PHP's error log may say why. retry queues it again.",
        );
    }

    /** There is no next attempt. */
    public static function givenUp(string $error): self
    {
        return new self(self::GIVEN_UP, $error);
    }

    /** The enquiry is not the reason, so the attempt does not count. */
    public static function postponed(\Throwable $failure, bool $isOutage): self
    {
        return new self(self::POSTPONED, $failure->getMessage(), $isOutage, failure: $failure);
    }

    /** An error in this program. It must not stop the enquiries behind this one. */
    public static function broken(\Throwable $failure): self
    {
        return new self(self::REFUSED, $failure->getMessage(), failure: $failure);
    }
}
