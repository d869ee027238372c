<?php

declare(strict_types=1);

namespace Enquiry\Queue;

/** The outcome of one attempt to mail a claim, and the time of the next one. */
final readonly class Result
{
    /**
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
        return new self(Outcome::GivenUp, $claim, null, $reason, $details);
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
        $outcome = $dueAt === null ? Outcome::GivenUp : Outcome::PutOff;

        return new self($outcome, $claim, $dueAt, $reason, $details, $isApart);
    }

    public static function uncounted(Claim $claim, int $dueAt, \Exception $failure, Outcome $outcome): self
    {
        return new self($outcome, $claim, $dueAt, $failure->getMessage(), ['exception' => $failure], counts: false);
    }
}
