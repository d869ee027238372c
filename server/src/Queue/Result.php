<?php

declare(strict_types=1);

namespace Enquiry\Queue;

/** The outcome of one attempt to mail a claim, and the time of the next one. */
final readonly class Result
{
    /**
     * @param Claim                $claim   with the recipients who have the mail now
     * @param ?int                 $dueAt   of the next attempt; null if there is none
     * @param array<string, mixed> $details for the log
     * @param bool                 $isApart no digest again, because one of its enquiries may be the reason
     * @param bool                 $counts  otherwise no enquiry is the reason, and the attempt is not counted
     */
    private function __construct(
        public Outcome $outcome,
        public Claim $claim,
        public ?int $dueAt = null,
        public string $reason = '',
        public array $details = [],
        public bool $isApart = false,
        public bool $counts = true,
        public ?int $sentAt = null,
    ) {}

    public static function sent(Claim $claim, int $now): self
    {
        return new self(Outcome::Sent, $claim, sentAt: $now);
    }

    /** @param array<string, mixed> $details */
    public static function failed(Claim $claim, string $reason, array $details = []): self
    {
        return new self(Outcome::GivenUp, $claim, null, self::withArrivals($reason, $claim), $details);
    }

    /**
     * @param ?int                 $dueAt   null if that was the last attempt
     * @param array<string, mixed> $details
     */
    public static function refused(
        Claim $claim,
        ?int $dueAt,
        string $reason,
        array $details = [],
        bool $isApart = true,
    ): self {
        return $dueAt === null
            ? self::failed($claim, $reason, $details)
            : new self(Outcome::PutOff, $claim, $dueAt, self::withArrivals($reason, $claim), $details, $isApart);
    }

    public static function uncounted(Claim $claim, int $dueAt, \Exception $failure, Outcome $outcome): self
    {
        $reason = self::withArrivals($failure->getMessage(), $claim);

        return new self($outcome, $claim, $dueAt, $reason, ['exception' => $failure], counts: false);
    }

    private static function withArrivals(string $reason, Claim $claim): string
    {
        return $claim->deliveredTo === []
            ? $reason
            : $reason . ' Arrived at ' . implode(', ', $claim->deliveredTo) . '.';
    }
}
