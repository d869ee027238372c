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

/** The numbers of the queue at one moment. */
final readonly class QueueNumbers
{
    /** The name of the time when a worker last ran. */
    public const WORKER_SEEN = 'worker_seen_at';

    /**
     * @param int                   $waiting  enquiries that at least one target lacks
     * @param int                   $due      deliveries that a worker would try now
     * @param ?int                  $oldestAt when the oldest waiting enquiry was received, or mailed again
     * @param int                   $failed   enquiries with a delivery that was given up
     * @param array<string, Row>    $waitingFor number and error of waiting deliveries, by target
     * @param array<string, Row>    $failedFor the same of failed ones
     * @param list<string>          $forms    of the waiting enquiries
     * @param array<string, int>    $times    see Chores::times()
     * @param int                   $mailed   emails that count for DELIVERY_PER_HOUR in this hour
     * @param int                   $clockAhead seconds by which this machine's clock is ahead of the database server's
     */
    private function __construct(
        public int $waiting,
        public int $due,
        public ?int $oldestAt,
        public int $failed,
        public int $sentToday,
        public array $waitingFor,
        public array $failedFor,
        public array $forms,
        public array $times,
        public int $mailed,
        public int $clockAhead,
    ) {}

    public static function of(Database $database, int $now): self
    {
        return $database->read(static function (Connection $connection) use ($now): self {
            $enquiries = $connection->one(
                "SELECT COUNT(*) AS waiting, MIN(COALESCE(resent_at, received_at)) AS oldest, COUNT(CASE WHEN NOT "
                    . 'EXISTS (SELECT 1 FROM delivery WHERE delivery.reference = enquiry.reference) THEN 1 END) AS '
                    . "unplanned FROM enquiry WHERE state = 'waiting'",
            );
            [$due, $waitingFor, $failedFor] = [$enquiries->number('unplanned'), [], []];
            $sql = 'SELECT target, state, COUNT(*) AS number, COUNT(CASE WHEN due_at <= ? THEN 1 END) AS due, '
                . "MAX(error) AS error FROM delivery WHERE state IN ('waiting', 'failed') GROUP BY target, state";
            foreach ($connection->rows($sql, [$now]) as $row) {
                if ($row->text('state') === 'waiting') {
                    $waitingFor[$row->text('target')] = $row;
                    $due += $row->number('due');
                } else {
                    $failedFor[$row->text('target')] = $row;
                }
            }
            $failed = "SELECT COUNT(DISTINCT reference) AS number FROM delivery WHERE state = 'failed'";
            // The due time of what was delivered is when it was delivered, and has an index.
            $sent = "SELECT COUNT(DISTINCT reference) AS number FROM delivery WHERE state = 'sent' AND "
                . 'is_marked IN (0, 1) AND due_at BETWEEN ? AND ?';
            $forms = $connection->rows("SELECT DISTINCT form FROM enquiry WHERE state = 'waiting'");
            $mailed = $connection->row(
                'SELECT requests FROM enquiry_rate WHERE who = ? AND window_start = ?',
                [Channel::Mail->value, Throttle::hourOf($now)],
            );
            $serverTime = $connection->dialect === Dialect::Sqlite
                ? $now
                : $connection->one('SELECT UNIX_TIMESTAMP() AS time')->number('time');

            return new self(
                $enquiries->number('waiting'),
                $due,
                $enquiries->numberOrNull('oldest'),
                $connection->one($failed)->number('number'),
                $connection->one($sent, [LocalTime::midnightBefore($now), $now + Clock::SKEW])->number('number'),
                $waitingFor,
                $failedFor,
                array_map(static fn(Row $row): string => $row->text('form'), $forms),
                Meta::all($connection),
                $mailed?->number('requests') ?? 0,
                $now - $serverTime,
            );
        });
    }
}
