<?php

declare(strict_types=1);

namespace Enquiry\Operations;

use Enquiry\Database\Connection;
use Enquiry\Database\Database;
use Enquiry\Database\Meta;
use Enquiry\Database\Row;
use Enquiry\Delivery\DeliveryQueue;
use Enquiry\Delivery\EnquiryRepository;
use Enquiry\Delivery\Status;
use Enquiry\Shared\LocalTime;

/** The numbers of the queue at one moment. */
final readonly class QueueNumbers implements \JsonSerializable
{
    /** The name of the time when a worker last ran. */
    public const WORKER_SEEN = 'worker_seen_at';

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

    /** @var array<string, array<string, Row>> number and error of deliveries, by state (waiting, failed) and target */
    public array $targets;

    /** @var array<string, int> see Chores::times() */
    public array $times;

    public static function inWords(int $enquiries): string
    {
        return $enquiries === 1 ? '1 enquiry' : "{$enquiries} enquiries";
    }

    private function __construct(Connection $connection, int $now)
    {
        $new = $connection->one('SELECT MIN(received_at) AS oldest FROM enquiry WHERE planned_for = 0');
        $oldest = [$new->numberOrNull('oldest')];
        $targets = ['waiting' => [], 'failed' => []];
        $sql = 'SELECT target, state, COUNT(*) AS number, MAX(error) AS error, MIN(waiting_since) AS oldest FROM '
            . "delivery WHERE state IN ('waiting', 'failed') GROUP BY target, state";
        foreach ($connection->rows($sql) as $row) {
            $targets[$row->text('state')][$row->text('target')] = $row;
            $oldest[] = $row->text('state') === 'waiting' ? $row->number('oldest') : null;
        }
        $oldest = array_filter($oldest, \is_int(...));
        $marked = 'SELECT COUNT(*) AS number FROM enquiry WHERE planned_for >= 0 AND is_marked = 1';
        // Not negative: another machine's clock may be ahead.
        $since = static fn(?int $time): ?int => $time === null ? null : max(0, $now - $time);
        $this->times = Meta::all($connection);
        $this->waiting = EnquiryRepository::count($connection, Status::Waiting);
        $this->oldestSeconds = $since($oldest === [] ? null : min($oldest));
        $this->failed = EnquiryRepository::count($connection, Status::Failed);
        $this->marked = $connection->one($marked)->number('number');
        $this->workerSeenSecondsAgo = $since($this->times[self::WORKER_SEEN] ?? null);
        $this->mailed = DeliveryQueue::sentInHour($connection, $now);
        $this->targets = $targets;
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
