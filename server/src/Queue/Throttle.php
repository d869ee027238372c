<?php

declare(strict_types=1);

namespace Enquiry\Queue;

use Enquiry\Database\Connection;
use Enquiry\Shared\Clock;

/** Limits the requests of each name, or their bytes, in a time window, which the first request opens. */
final readonly class Throttle
{
    /** DELIVERY_PER_HOUR limits mails and webhook requests, each by itself. */
    public const MAIL = 'delivery by hour';
    public const WEBHOOK = 'webhook by hour';

    public function __construct(public int $limit, public int $seconds) {}

    /** @throws RateExceeded */
    public function count(Connection $connection, string $who, int $now, int $amount = 1): void
    {
        $this->countEach($connection, [$who => 1], $now, $amount);
    }

    /**
     * Call it in the transaction that it may refuse: a check before it would let parallel requests pass.
     * @param array<string, int> $times how many times the limit each name may use
     * @throws RateExceeded
     */
    public function countEach(Connection $connection, array $times, int $now, int $amount = 1): void
    {
        $earliest = $now - $this->seconds + 1;
        // Another machine's clock may be ahead, and this machine's clock may have been set back.
        $latest = $now + Clock::SKEW;
        $isOpen = "enquiry_rate.window_start BETWEEN {$earliest} AND {$latest}";
        // MySQL assigns from left to right, so requests must come before window_start.
        $assignments = "requests = CASE WHEN {$isOpen} THEN enquiry_rate.requests + {$amount} ELSE {$amount} END, "
            . "window_start = CASE WHEN {$isOpen} THEN enquiry_rate.window_start ELSE {$now} END";
        $names = array_map(strval(...), array_keys($times));
        $rows = implode(', ', array_fill(0, \count($names), "(?, {$now}, {$amount})"));
        $connection->change(
            "INSERT INTO enquiry_rate (who, window_start, requests) VALUES {$rows} {$connection->dialect->onConflict(
                'who',
                $assignments,
            )}",
            $names,
        );
        $places = implode(', ', array_fill(0, \count($names), '?'));
        $sql = "SELECT who, window_start, requests FROM enquiry_rate WHERE who IN ({$places})";
        foreach ($connection->rows($sql, $names) as $row) {
            if ($row->number('requests') > $this->limit * ($times[$row->text('who')] ?? 1)) {
                $secondsLeft = $row->number('window_start') + $this->seconds - $now;
                throw new RateExceeded(max(1, min($this->seconds, $secondsLeft)));
            }
        }
    }

    /**
     * For DELIVERY_PER_HOUR. Windows begin with the hour, because cron may start a moment early.
     * @throws RateExceeded
     */
    public function countDelivery(Connection $connection, string $what, int $now): void
    {
        $this->count($connection, $what, $now - $now % $this->seconds);
    }

    /** Deletes the expired windows, except those of delivery, whose length is another. */
    public function forget(Connection $connection, int $now): void
    {
        $connection->change(
            'DELETE FROM enquiry_rate WHERE window_start NOT BETWEEN ? AND ? AND who NOT IN (?, ?)',
            [$now - $this->seconds + 1, $now + Clock::SKEW, self::MAIL, self::WEBHOOK],
        );
    }
}
