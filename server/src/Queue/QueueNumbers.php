<?php

declare(strict_types=1);

namespace Enquiry\Queue;

use Enquiry\Database\Connection;
use Enquiry\Database\Database;
use Enquiry\Database\Meta;
use Enquiry\Database\Row;

/** The numbers of the queue at one moment. */
final readonly class QueueNumbers
{
    /** The name of the time when a worker last ran. */
    public const WORKER_SEEN = 'worker_seen_at';

    /**
     * @param int                $waiting    enquiries that at least one target lacks
     * @param int                $due        deliveries that a worker would try now
     * @param ?int               $oldestAt   when the oldest waiting enquiry was received, or mailed again
     * @param int                $failed     enquiries with a delivery that was given up
     * @param array<string, Row> $waitingFor number and error of waiting deliveries, by target
     * @param array<string, Row> $failedFor  the same of failed ones
     * @param array<string, int> $times      see Chores::times()
     * @param int                $mailed     emails that count for DELIVERY_PER_HOUR now
     */
    private function __construct(
        public int $waiting,
        public int $due,
        public ?int $oldestAt,
        public int $failed,
        public array $waitingFor,
        public array $failedFor,
        public array $times,
        public int $mailed,
    ) {}

    public static function of(Database $database, int $now): self
    {
        return $database->read(static function (Connection $connection) use ($now): self {
            $enquiries = $connection->one(
                "SELECT COUNT(*) AS waiting, MIN(COALESCE(resent_at, received_at)) AS oldest, COUNT(CASE WHEN NOT "
                    . 'EXISTS (SELECT 1 FROM delivery WHERE delivery.reference = enquiry.reference) THEN 1 END) AS '
                    . "unplanned FROM enquiry WHERE state = 'waiting'",
            );
            $due = $enquiries->number('unplanned');
            $targets = ['waiting' => [], 'failed' => []];
            $sql = 'SELECT target, state, COUNT(*) AS number, COUNT(CASE WHEN due_at <= ? THEN 1 END) AS due, '
                . "MAX(error) AS error FROM delivery WHERE state IN ('waiting', 'failed') GROUP BY target, state";
            foreach ($connection->rows($sql, [$now]) as $row) {
                $targets[$row->text('state')][$row->text('target')] = $row;
                $due += $row->text('state') === 'waiting' ? $row->number('due') : 0;
            }
            $failed = "SELECT COUNT(DISTINCT reference) AS number FROM delivery WHERE state = 'failed'";

            return new self(
                $enquiries->number('waiting'),
                $due,
                $enquiries->numberOrNull('oldest'),
                $connection->one($failed)->number('number'),
                $targets['waiting'],
                $targets['failed'],
                Meta::all($connection),
                DeliveryQueue::sentInHour($connection, $now),
            );
        });
    }
}
