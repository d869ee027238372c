<?php

declare(strict_types=1);

namespace Enquiry\Delivery;

use Enquiry\Shared\SystemClock;
use Enquiry\Store\Connection;
use Enquiry\Store\Database;
use Enquiry\Store\Meta;
use Enquiry\Store\Row;
use Enquiry\Store\State;

/** What the queue remembers about itself: when a worker last ran, whether the alarm is on, how the clock fared. */
final readonly class QueueMonitor
{
    private const WORKER_SEEN = 'worker_seen_at';
    private const ALARM = 'alarm';
    private const BACKUP = 'backup_at';
    private const STEPPED_AT = 'clock_stepped_at';
    private const STEPPED_BY = 'clock_stepped_by';
    private const PURGED = 'purged_at';

    public function __construct(private Database $database) {}

    /**
     * Whatever waits for times that the clock has gone back from is brought back too. When enquiries came
     * in stays as it was stored: which of the two times is wrong, nobody knows here.
     *
     * @return int by how many seconds the clock has gone back since a worker was last seen; 0 where it has not
     */
    public function recordHeartbeat(int $now): int
    {
        return $this->database->write(static function (Connection $connection) use ($now): int {
            $step = self::ahead($now, Meta::value($connection, self::WORKER_SEEN));
            EnquiryQueue::bringBack($connection, $now);
            if ($step !== 0) {
                Meta::set($connection, self::STEPPED_AT, $now);
                Meta::set($connection, self::STEPPED_BY, $step);
            }
            Meta::set($connection, self::WORKER_SEEN, $now);

            return $step;
        });
    }

    public function recordBackup(int $now): void
    {
        $this->database->write(static fn(Connection $connection) => Meta::set($connection, self::BACKUP, $now));
    }

    /** One that this database has from before it was made, unless it has one of its own. */
    public function recordEarlierBackup(int $madeAt): void
    {
        $this->database->write(static function (Connection $connection) use ($madeAt): void {
            if (Meta::value($connection, self::BACKUP) === null) {
                Meta::set($connection, self::BACKUP, $madeAt);
            }
        });
    }

    /** @return ?int null where none was ever made */
    public function lastBackup(): ?int
    {
        return $this->database->read(static fn(Connection $connection): ?int => Meta::value($connection, self::BACKUP));
    }

    /** @return bool whether that is news */
    public function setAlarm(bool $on): bool
    {
        $was = $this->database->read(static fn(Connection $connection): bool => Meta::value($connection, self::ALARM) === 1);
        if ($was !== $on) {
            $this->database->write(static fn(Connection $connection) => Meta::set($connection, self::ALARM, (int) $on));
        }

        return $was !== $on;
    }

    /** @return ?int null where nothing was ever purged */
    public function lastPurge(): ?int
    {
        return $this->database->read(static fn(Connection $connection): ?int => Meta::value($connection, self::PURGED));
    }

    public function recordPurge(int $now): void
    {
        $this->database->write(static fn(Connection $connection) => Meta::set($connection, self::PURGED, $now));
    }

    /**
     * @param int          $countTo  no number is larger: to count what 100,000 rows are takes a tenth of a second
     * @param list<string> $refusals   why enquiries are refused
     * @param ?string      $refusedFor why one was, so many seconds ago
     * @param ?string      $newestBackup of those that are there
     */
    public function status(int $now, int $countTo = \PHP_INT_MAX, array $refusals = [], int $leftBehind = 0, ?string $refusedFor = null, int $refusedSecondsAgo = 0, ?string $newestBackup = null): QueueStatus
    {
        return $this->database->read(static function (Connection $connection) use ($now, $countTo, $refusals, $leftBehind, $refusedFor, $refusedSecondsAgo, $newestBackup): QueueStatus {
            $oldest = self::oldestWaiting($connection);
            $since = $oldest?->timeOrNull('since');
            $seen = Meta::value($connection, self::WORKER_SEEN);
            $backup = Meta::value($connection, self::BACKUP);
            $steppedAt = Meta::value($connection, self::STEPPED_AT);
            $midnight = SystemClock::midnightBefore($now);

            return new QueueStatus(
                self::count($connection, $countTo, "state = 'waiting'"),
                self::count($connection, $countTo, "state = 'waiting' AND due_at <= ?", [$now]),
                self::secondsSince($since, $now),
                self::count($connection, $countTo, State::HAS_FAILED),
                // The lease of what was sent today ended today or later; that is in an index, sent_at is not.
                self::count($connection, $countTo, "state = 'sent' AND due_at >= ? AND sent_at BETWEEN ? AND ?", [$midnight, $midnight, $now + SystemClock::SKEW]),
                self::secondsSince($seen, $now),
                self::lastError($connection, State::Waiting, $countTo) ?? self::lastError($connection, State::Failed, $countTo),
                max(self::ahead($now, $seen), self::ahead($now, $since)),
                self::secondsSince($steppedAt, $now),
                Meta::value($connection, self::STEPPED_BY) ?? 0,
                $refusals,
                $leftBehind,
                ($oldest?->list('delivered_to') ?? []) !== [],
                self::secondsSince($backup, $now),
                $refusedFor,
                $refusedSecondsAgo,
                $backup === null ? $newestBackup : null,
            );
        });
    }

    /**
     * What somebody asked to have mailed once more waits since then: it came in long before. One row by an index,
     * and of those few a hundred at most, not MIN() of all.
     */
    private static function oldestWaiting(Connection $connection): ?Row
    {
        $waiting = "FROM enquiry WHERE state = 'waiting' AND received_at > 0";
        $row = $connection->row("SELECT received_at AS since, delivered_to {$waiting} AND resent_at IS NULL ORDER BY received_at LIMIT 1");
        $resent = $connection->row("SELECT since, delivered_to FROM (SELECT resent_at AS since, delivered_to {$waiting} ORDER BY received_at LIMIT 100) AS oldest WHERE since IS NOT NULL ORDER BY since LIMIT 1");

        return ($resent?->timeOrNull('since') ?? \PHP_INT_MAX) < ($row?->timeOrNull('since') ?? \PHP_INT_MAX) ? $resent : $row;
    }

    /** @return int by how many seconds a stored time is later than it can be; 0 where it can be right */
    private static function ahead(int $now, ?int $time): int
    {
        return $time !== null && $time > $now + SystemClock::SKEW ? $time - $now : 0;
    }

    /** None where another machine's clock is a little ahead. */
    private static function secondsSince(?int $time, int $now): ?int
    {
        return $time === null ? null : max(0, $now - $time);
    }

    /** @param list<int> $values */
    private static function count(Connection $connection, int $most, string $condition, array $values = []): int
    {
        return $connection->one(
            "SELECT COUNT(*) AS rows_found FROM (SELECT 1 AS one FROM enquiry WHERE {$condition} LIMIT {$most}) AS found",
            $values,
        )->number('rows_found');
    }

    /** Of those that are due last, which were tried last. */
    private static function lastError(Connection $connection, State $state, int $most): ?string
    {
        return $connection->row(
            "SELECT last_error FROM (SELECT due_at, last_error FROM enquiry WHERE state = ? ORDER BY due_at DESC LIMIT {$most}) AS latest "
            . 'WHERE last_error IS NOT NULL ORDER BY due_at DESC LIMIT 1',
            [$state->value],
        )?->textOrNull('last_error');
    }
}
