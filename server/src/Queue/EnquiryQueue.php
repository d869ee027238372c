<?php

declare(strict_types=1);

namespace Enquiry\Queue;

use Enquiry\Database\Connection;
use Enquiry\Database\Database;
use Enquiry\Database\Row;
use Enquiry\Database\StoreUnavailable;
use Enquiry\Shared\SystemClock;

/** The enquiries that wait for delivery: the rows of the table enquiry whose state is "waiting". */
final readonly class EnquiryQueue
{
    /** Long enough for replies about several recipients. */
    private const LONGEST_REASON = 2_000;

    /**
     * The most that one digest holds, in enquiries and in bytes of their text, which the mail has twice and encoded.
     */
    private const LARGEST_DIGEST = 100;
    private const LARGEST_DIGEST_BYTES = 524_288;

    /**
     * @param Throttle       $rateLimit for client addresses
     * @param list<Throttle> $throttles of the mails
     */
    public function __construct(
        private Database $database,
        private Throttle $rateLimit,
        private array $throttles = [],
    ) {}

    public function isAnyDue(int $now): bool
    {
        return $this->database->read(static fn(Connection $connection): bool => $connection->row(
            "SELECT id FROM enquiry WHERE state = 'waiting' AND due_at <= ? LIMIT 1",
            [$now],
        ) !== null);
    }

    /**
     * Leases the enquiry that has been due the longest, and if it was collected, the others of its digest. No other
     * process gets them during the lease.
     * @throws RateExceeded|StoreUnavailable
     */
    public function claim(int $now, int $seconds, string $lease): ?Claim
    {
        return $this->database->write(function (Connection $connection) use ($now, $seconds, $lease): ?Claim {
            $row = $connection->row(
                "SELECT * FROM enquiry WHERE state = 'waiting' AND due_at <= ? ORDER BY due_at, id LIMIT 1 "
                    . "{$connection->dialect->lockingClause()}",
                [$now],
            );
            if ($row === null) {
                return null;
            }
            // Windows begin with the minute or the hour, because cron may start a moment early.
            foreach ($this->throttles as $throttle) {
                $throttle->count(
                    $connection,
                    Throttle::DELIVERY[$throttle->seconds] ?? '',
                    $now - ($now % $throttle->seconds),
                );
            }
            $claim = Claim::of([$row, ...self::othersOfDigest($connection, $row, $now)], $lease);
            $connection->change(
                'UPDATE enquiry SET lease = ?, due_at = ?, attempts = ?, unanswered = ? WHERE ' . self::isOneOf($claim),
                [$lease, $now + $seconds, $claim->attempts, $claim->unanswered, ...$claim->ids()],
            );

            return $claim;
        });
    }

    /** Like the next three methods, returns false if another worker has an enquiry by now, or if it was erased. */
    public function markSent(Claim $claim, int $now): bool
    {
        return $this->settle($claim, "state = 'sent', sent_at = ?, last_error = NULL", [$now]);
    }

    /** @param bool $apart each in a mail of its own */
    public function retryLater(Claim $claim, int $dueAt, string $reason, bool $apart = false): bool
    {
        return $this->settle($claim, 'due_at = ?, last_error = ?' . ($apart ? ', collected = 0' : ''), [
            $dueAt,
            self::shorten($reason),
        ]);
    }

    /** After an attempt that does not count. */
    public function putBack(Claim $claim, int $dueAt, string $reason): bool
    {
        return $this->settle($claim, 'due_at = ?, last_error = ?, attempts = ?', [
            $dueAt,
            self::shorten($reason),
            $claim->attempts - 1,
        ]);
    }

    public function giveUp(Claim $claim, string $reason): bool
    {
        return $this->settle($claim, "state = 'failed', last_error = ?", [self::shorten($reason)]);
    }

    /**
     * Makes the enquiry of a process that ended due now.
     *
     * @param bool $isUnsent otherwise the lease stays, and the next attempt knows that the mail may have arrived
     */
    public function release(string $lease, bool $isUnsent, int $now): void
    {
        $undo = $isUnsent ? ', attempts = attempts - 1, lease = NULL' : '';
        $this->database->write(static fn(Connection $connection): int => $connection->change(
            "UPDATE enquiry SET due_at = ?{$undo} WHERE lease = ? AND state = 'waiting'",
            [$now, $lease],
        ));
    }

    /**
     * Deletes expired windows of the rate limits, and makes enquiries due that a clock put off too far before it was
     * set back.
     */
    public function tidy(int $now): void
    {
        $this->database->write(function (Connection $connection) use ($now): void {
            $this->rateLimit->forget($connection, $now);
            $connection->change(
                "UPDATE enquiry SET due_at = ? WHERE state = 'waiting' AND due_at > ? + CASE WHEN lease IS NOT NULL "
                    . "OR unanswered > 0 THEN ? WHEN attempts > 0 THEN ? ELSE ? END",
                [
                    $now,
                    $now + SystemClock::SKEW,
                    RetrySchedule::LONGEST_WAIT_UNANSWERED,
                    RetrySchedule::LONGEST_WAIT,
                    Intake::DIGEST_SECONDS,
                ],
            );
        });
    }

    /** @param list<int|string|null> $values */
    private function settle(Claim $claim, string $assignments, array $values): bool
    {
        $deliveredTo = $claim->deliveredTo === [] ? null : Payload::encodeList($claim->deliveredTo);

        return $this->database->write(
            static fn(Connection $connection): int => $connection->change(
                "UPDATE enquiry SET {$assignments}, delivered_to = ?, unanswered = ?, lease = NULL WHERE "
                    . self::isOneOf($claim)
                    . " AND lease = ? AND state = 'waiting'",
                [...$values, $deliveredTo, $claim->unanswered, ...$claim->ids(), $claim->lease],
            ),
        ) === \count($claim->ids());
    }

    /**
     * After a process died, the next one gets the same enquiries. Its mail has the same Message-ID.
     * @return list<Row>
     */
    private static function othersOfDigest(Connection $connection, Row $first, int $now): array
    {
        if ($first->number('collected') === 0) {
            return [];
        }
        $others = $connection->rows(
            "SELECT * FROM enquiry WHERE state = 'waiting' AND due_at <= ? AND collected = 1 AND id <> ? AND form = ? "
                . "AND attempts = ? AND unanswered = ? "
                . "AND COALESCE(lease, '') = ? AND COALESCE(delivered_to, '') = ? ORDER BY due_at, id LIMIT "
                . (self::LARGEST_DIGEST - 1)
                . " {$connection->dialect->lockingClause()}",
            [
                $now,
                $first->number('id'),
                $first->text('form'),
                $first->number('attempts'),
                $first->number('unanswered'),
                $first->textOrNull('lease') ?? '',
                $first->textOrNull('delivered_to') ?? '',
            ],
        );
        $bytes = \strlen($first->text('payload'));
        $fitting = [];
        foreach ($others as $row) {
            $bytes += \strlen($row->text('payload'));
            if ($bytes > self::LARGEST_DIGEST_BYTES) {
                break;
            }
            $fitting[] = $row;
        }

        return $fitting;
    }

    private static function isOneOf(Claim $claim): string
    {
        return 'id IN (' . implode(', ', array_fill(0, \count($claim->ids()), '?')) . ')';
    }

    private static function shorten(string $reason): string
    {
        return mb_strcut(mb_scrub($reason, 'UTF-8'), 0, self::LONGEST_REASON, 'UTF-8');
    }
}
