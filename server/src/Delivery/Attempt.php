<?php

declare(strict_types=1);

namespace Enquiry\Delivery;

/**
 * The outcome of one attempt to deliver, and when the next one is due. A refused delivery is retried after a minute,
 * then less and less often, for five days. Permanent errors are retried too, because an operator can fix them.
 */
final readonly class Attempt
{
    public const DELIVERED = 'delivered';
    public const REFUSED = 'refused';
    private const UNANSWERED = 'unanswered';
    private const POSTPONED = 'postponed';
    private const GIVEN_UP = 'given up';

    private const MINUTES = [1, 2, 5, 10, 20, 40, 60];

    /** Five days. Attempts are counted, so days without a worker do not count. */
    private const MOST_ATTEMPTS = 125;

    /** By the number of attempts that may have arrived: a retry may duplicate the mail. */
    private const HOURS_UNANSWERED = [0, 1, 4, 12];

    /** Not counted as an attempt, so no enquiry fails because of an outage. */
    private const OUTAGE_SECONDS = 120;

    /** No delivery waits longer for its next attempt. */
    public const LONGEST_SECONDS = 43_200;

    /**
     * @param string $outcome   one of the constants above
     * @param string $error     empty if it was delivered
     * @param bool   $isOutage  whether the target would refuse other enquiries too
     */
    private function __construct(
        public string $outcome,
        public string $error = '',
        public bool $isOutage = false,
        public ?\Throwable $failure = null,
    ) {}

    public static function delivered(): self
    {
        return new self(self::DELIVERED);
    }

    /** @param ?\Throwable $failure an error in this program. It must not stop the enquiries behind this one. */
    public static function refused(string $error, bool $isOutage = false, ?\Throwable $failure = null): self
    {
        return new self(self::REFUSED, $error, $isOutage, $failure);
    }

    /** It may have arrived. */
    public static function unanswered(string $error): self
    {
        return new self(self::UNANSWERED, $error);
    }

    /** There is no next attempt. */
    public static function givenUp(string $error): self
    {
        return new self(self::GIVEN_UP, $error);
    }

    /** The enquiry is not the reason, so the attempt does not count. */
    public static function postponed(\Throwable $failure): self
    {
        return new self(self::POSTPONED, $failure->getMessage(), isOutage: true, failure: $failure);
    }

    /** @return ?int when the next attempt is due; null if there is none */
    public function dueAt(Claim $claim, int $now): ?int
    {
        $seconds = match ($this->outcome) {
            self::REFUSED => self::afterRefusals($claim->attempts + 1),
            self::POSTPONED => self::OUTAGE_SECONDS,
            self::UNANSWERED => self::secondsAfterSilence($this->unansweredOf($claim)),
            default => null,
        };

        return $seconds === null ? null : $now + $seconds;
    }

    /** @return int attempts that may have arrived */
    public function unansweredOf(Claim $claim): int
    {
        return $claim->unanswered + (int) ($this->outcome === self::UNANSWERED);
    }

    private static function afterRefusals(int $attempts): ?int
    {
        return $attempts >= self::MOST_ATTEMPTS
            ? null
            : 60 * self::MINUTES[min($attempts, \count(self::MINUTES)) - 1];
    }

    /**
     * @param int $unanswered attempts that may have arrived
     * @return ?int null if there is no next attempt
     */
    public static function secondsAfterSilence(int $unanswered): ?int
    {
        $hours = self::HOURS_UNANSWERED[$unanswered] ?? null;

        return $hours === null ? null : 3_600 * $hours;
    }
}
