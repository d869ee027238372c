<?php

declare(strict_types=1);

namespace Enquiry\Operations;

use Enquiry\Database\Connection;
use Enquiry\Database\Database;
use Enquiry\Database\Meta;
use Enquiry\Delivery\DeliveryQueue;
use Enquiry\Delivery\EnquiryRepository;
use Enquiry\Delivery\Status;
use Enquiry\Shared\LocalTime;

/** The numbers of the queue at one moment. */
final readonly class QueueNumbers implements \JsonSerializable
{
    /** The name of the time when a worker last ran. */
    public const WORKER_SEEN = 'worker_seen_at';

    /** In place of a target: enquiries that are new to the delivery. */
    private const UNPLANNED = 'all recipients';

    /** The worker notes its time less often than it runs. */
    private const JUST_NOW = 300;

    /** Enquiries that at least one target lacks. */
    public int $waiting;

    /** Since the oldest waiting enquiry was received, or queued again. */
    public ?int $oldestSeconds;

    /** Enquiries with a delivery that was given up. */
    public int $failed;

    /** Open ones that may be spam. */
    public int $marked;

    public ?int $workerSeenSecondsAgo;

    /** Emails that count for DELIVERY_PER_HOUR now. */
    public int $mailed;

    /** @var array<string, array{int, string, int}> waiting ones by target: how many, an error, the age of the oldest */
    public array $waitingFor;

    /** @var array<string, array{int, string, int}> the same of those that have failed */
    public array $failedFor;

    /** @var array<string, int> see Chores::times() */
    public array $times;

    public static function inWords(int $enquiries): string
    {
        return $enquiries === 1 ? '1 enquiry' : "{$enquiries} enquiries";
    }

    private function __construct(Connection $connection, int $now)
    {
        // A time in the future was noted by another machine, or before the clock was set back.
        $since = static fn(?int $time): ?int => $time === null ? null : abs($now - $time);
        $targets = ['waiting' => [], 'failed' => []];
        $sql = 'SELECT target, state, COUNT(*) AS number, MAX(error) AS error, MIN(waiting_since) AS oldest FROM '
            . "delivery WHERE state IN ('waiting', 'failed') GROUP BY target, state UNION ALL SELECT ?, 'waiting', "
            . 'COUNT(*), NULL, MIN(received_at) FROM enquiry WHERE planned_for = 0 GROUP BY planned_for';
        foreach ($connection->rows($sql, [self::UNPLANNED]) as $row) {
            $error = rtrim($row->textOrNull('error') ?? '', '.');
            $one = [$row->number('number'), $error, (int) $since($row->number('oldest'))];
            $targets[$row->text('state')][$row->text('target')] = $one;
        }
        $ages = array_column($targets['waiting'], 2);
        $marked = 'SELECT COUNT(*) AS number FROM enquiry WHERE planned_for >= 0 AND is_marked = 1';
        $this->times = Meta::all($connection);
        $this->waiting = EnquiryRepository::count($connection, Status::Waiting);
        $this->oldestSeconds = $ages === [] ? null : max($ages);
        $this->failed = EnquiryRepository::count($connection, Status::Failed);
        $this->marked = $connection->one($marked)->number('number');
        $this->workerSeenSecondsAgo = $since($this->times[self::WORKER_SEEN] ?? null);
        $this->mailed = DeliveryQueue::sentInHour($connection, $now);
        $this->waitingFor = $targets['waiting'];
        $this->failedFor = $targets['failed'];
    }

    public static function of(Database $database, int $now): self
    {
        return $database->read(static fn(Connection $connection): self => new self($connection, $now));
    }

    /** @return array<string, string> the rows of a table */
    public function table(): array
    {
        $duration = static fn(?int $seconds): string => $seconds === null ? '–' : LocalTime::duration($seconds);

        return [
            'Waiting' => (string) $this->waiting,
            'Oldest waiting' => $duration($this->oldestSeconds),
            'Failed' => (string) $this->failed,
            'Since a worker ran' => $this->workerSeenSecondsAgo !== null && $this->workerSeenSecondsAgo < self::JUST_NOW
                ? 'less than ' . $duration(self::JUST_NOW)
                : $duration($this->workerSeenSecondsAgo),
        ];
    }

    /** @return array<string, ?int> */
    public function jsonSerialize(): array
    {
        return [
            'waiting' => $this->waiting,
            'oldestSeconds' => $this->oldestSeconds,
            'failed' => $this->failed,
            'workerSeenSecondsAgo' => $this->workerSeenSecondsAgo,
        ];
    }
}
