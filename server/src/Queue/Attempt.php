<?php

declare(strict_types=1);

namespace Enquiry\Queue;

/** The outcome of one attempt to deliver. RetrySchedule tells when the next one is due. */
final readonly class Attempt
{
    /**
     * @param string $error     empty if it was delivered
     * @param bool   $isOutage  whether the target would refuse other enquiries too
     * @param int    $notBefore when the target accepts the next attempt at the earliest
     */
    private function __construct(
        public Outcome $outcome,
        public string $error = '',
        public bool $isOutage = false,
        public int $notBefore = 0,
        public ?\Throwable $failure = null,
    ) {}

    public static function delivered(): self
    {
        return new self(Outcome::Delivered);
    }

    public static function refused(string $error, bool $isOutage = false, int $notBefore = 0): self
    {
        return new self(Outcome::Refused, $error, $isOutage, $notBefore);
    }

    /** It may have arrived. */
    public static function unanswered(string $error): self
    {
        return new self(Outcome::Unanswered, $error);
    }

    /** Processes ended while they delivered it, so it may have arrived several times. */
    public static function abandoned(int $times): self
    {
        return new self(
            Outcome::Abandoned,
            "The process that was delivering it ended before it could store the outcome, {$times} times by now, so it "
                . "may have arrived. PHP's error log may say why. retry queues it again.",
        );
    }

    /** There is no next attempt. */
    public static function givenUp(string $error): self
    {
        return new self(Outcome::GivenUp, $error);
    }

    /** The enquiry is not the reason, so the attempt does not count. */
    public static function postponed(\Throwable $failure, bool $isOutage): self
    {
        return new self(Outcome::Postponed, $failure->getMessage(), $isOutage, failure: $failure);
    }

    /** An error in this program. It must not stop the enquiries behind this one. */
    public static function broken(\Throwable $failure): self
    {
        return new self(Outcome::Refused, $failure->getMessage(), failure: $failure);
    }

    /** Whether the target got nothing, so that the attempt does not count for DELIVERY_PER_HOUR. */
    public function isFree(): bool
    {
        return $this->isOutage || $this->outcome === Outcome::Postponed;
    }
}
