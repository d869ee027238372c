<?php

declare(strict_types=1);

namespace Enquiry\Queue;

use Enquiry\Database\Connection;
use Enquiry\Database\Database;
use Enquiry\Database\Dialect;
use Enquiry\Database\Meta;
use Enquiry\Database\Row;
use Enquiry\Shared\Clock;
use Enquiry\Shared\LocalTime;

/** The numbers of the queue, and when the worker and the backup last ran. */
final readonly class QueueMonitor
{
    private const WORKER_SEEN = 'worker_seen_at';

    public function __construct(private Database $database) {}

    public function recordHeartbeat(int $now): void
    {
        $this->database->write(static fn(Connection $connection) => Meta::set($connection, self::WORKER_SEEN, $now));
    }

    public function status(int $now): QueueStatus
    {
        return $this->database->read(static function (Connection $connection) use ($now): QueueStatus {
            $digest = Intake::DIGEST_SECONDS;
            // A collected enquiry waits from the time of its digest.
            $waitsFrom = "received_at + collected * ({$digest} - received_at % {$digest})";
            $counts = $connection->one(
                <<<SQL
                    SELECT COUNT(CASE WHEN state = 'waiting' THEN 1 END) AS waiting,
                        COUNT(CASE WHEN state = 'waiting' AND due_at <= ? THEN 1 END) AS due,
                        MIN(CASE WHEN state = 'waiting' THEN COALESCE(resent_at, {$waitsFrom}) END) AS oldest,
                        COUNT(CASE WHEN state = 'waiting' AND collected = 1 THEN 1 END) AS collected,
                        COUNT(webhook_due_at) AS webhook_waiting,
                        MIN(CASE WHEN webhook_due_at IS NOT NULL THEN {$waitsFrom} END) AS webhook_oldest,
                        COUNT(CASE WHEN webhook_due_at IS NULL THEN webhook_error END) AS webhook_failed,
                        COUNT(CASE WHEN state = 'failed' THEN 1 END) AS failed,
                        COUNT(CASE WHEN state = 'sent' AND sent_at BETWEEN ? AND ? THEN 1 END) AS sent
                    FROM enquiry
                    SQL,
                [$now, LocalTime::midnightBefore($now), $now + Clock::SKEW],
            );
            // Waiting enquiries before failed ones, then by the last attempt.
            $error = $connection->row(
                "SELECT last_error FROM enquiry WHERE state IN ('waiting', 'failed') AND last_error IS NOT NULL ORDER "
                    . "BY state DESC, due_at DESC LIMIT 1",
            );
            $webhookError = $connection->row(
                'SELECT webhook_error FROM enquiry WHERE webhook_error IS NOT NULL ORDER BY id DESC LIMIT 1',
            );
            $meta = Meta::all($connection);
            $time = $connection->dialect === Dialect::Sqlite
                ? $now
                : $connection->one('SELECT UNIX_TIMESTAMP() AS time')->number('time');

            return new QueueStatus(
                $counts->number('waiting'),
                $counts->number('due'),
                self::secondsSince($counts->numberOrNull('oldest'), $now),
                $counts->number('failed'),
                $counts->number('sent'),
                self::secondsSince($meta[self::WORKER_SEEN] ?? null, $now),
                $error?->textOrNull('last_error'),
                self::secondsSince($meta[Chores::BACKUP_DONE] ?? null, $now),
                clockAhead: $now - $time,
                collected: $counts->number('collected'),
                webhookWaiting: $counts->number('webhook_waiting'),
                webhookFailed: $counts->number('webhook_failed'),
                webhookOldestSeconds: self::secondsSince($counts->numberOrNull('webhook_oldest'), $now),
                webhookError: $webhookError?->textOrNull('webhook_error'),
            );
        });
    }

    /** @return list<string> the forms of waiting enquiries */
    public function formsThatWait(): array
    {
        return $this->database->read(static fn(Connection $connection): array => array_map(
            static fn(Row $row): string => $row->text('form'),
            $connection->rows("SELECT DISTINCT form FROM enquiry WHERE state = 'waiting'"),
        ));
    }

    /** Not negative: another machine's clock may be ahead. */
    private static function secondsSince(?int $time, int $now): ?int
    {
        return $time === null ? null : max(0, $now - $time);
    }
}
