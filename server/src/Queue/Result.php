<?php

declare(strict_types=1);

namespace Enquiry\Queue;

/** The outcome of one attempt to mail a claim, and the time of the next one. */
final readonly class Result
{
    /**
     * @param array<string, int|string|null> $columns what is stored about each enquiry of the claim
     * @param array<string, mixed>           $details for the log
     */
    private function __construct(
        public Outcome $outcome,
        public Claim $claim,
        public array $columns,
        public array $details = [],
    ) {}

    public static function sent(Claim $claim, int $now): self
    {
        return new self(Outcome::Sent, $claim, ['state' => 'sent', 'sent_at' => $now, 'last_error' => null]);
    }

    /** @param array<string, mixed> $details */
    public static function failed(Claim $claim, string $reason, array $details = []): self
    {
        $columns = ['state' => 'failed', 'last_error' => mb_scrub($reason, 'UTF-8')];

        return new self(Outcome::Tried, $claim, $columns, $details);
    }

    /**
     * @param ?int                 $dueAt   null if that was the last attempt
     * @param array<string, mixed> $details
     */
    public static function refused(Claim $claim, ?int $dueAt, string $reason, array $details = []): self
    {
        if ($dueAt === null) {
            return self::failed($claim, $reason, $details);
        }
        // No digest again if one of its enquiries may be the reason.
        $columns = $claim->isTextSuspected ? ['collected' => 0] : [];
        $columns += ['due_at' => $dueAt, 'last_error' => mb_scrub($reason, 'UTF-8')];

        return new self(Outcome::Tried, $claim, $columns, $details);
    }

    /** No enquiry is the reason, so the attempt is not counted. */
    public static function uncounted(Claim $claim, int $dueAt, \Exception $failure, Outcome $outcome): self
    {
        $columns = [
            'due_at' => $dueAt,
            'last_error' => mb_scrub($failure->getMessage(), 'UTF-8'),
            'attempts' => $claim->attempts - 1,
        ];

        return new self($outcome, $claim, $columns, ['exception' => $failure]);
    }
}
