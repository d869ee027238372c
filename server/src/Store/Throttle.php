<?php

declare(strict_types=1);

namespace Enquiry\Store;

use Enquiry\Shared\SystemClock;

/**
 * Allows so many requests in so many seconds, for each name. The first request opens the window. Counting happens
 * inside the transaction that it may refuse: a check before it would let parallel requests through.
 */
final readonly class Throttle
{
    /** DELIVERY_PER_MINUTE is counted in the same table. */
    public const DELIVERY_SECONDS = 60;

    public function __construct(public int $limit, public int $seconds) {}

    /** @throws RateExceeded */
    public function count(Connection $connection, string $who, int $now): void
    {
        $isOpen = "enquiry_rate.window_start BETWEEN {$this->earliest($now)} AND {$this->latest($now)}";
        // MySQL assigns from left to right, so requests comes before window_start.
        $assignments = "requests = CASE WHEN {$isOpen} THEN enquiry_rate.requests + 1 ELSE 1 END, "
            . "window_start = CASE WHEN {$isOpen} THEN enquiry_rate.window_start ELSE {$now} END";
        $connection->change(
            "INSERT INTO enquiry_rate (who, window_start, requests) VALUES (?, ?, 1) {$connection->dialect->onConflict('who', $assignments)}",
            [$who, $now],
        );
        $row = $connection->one('SELECT window_start, requests FROM enquiry_rate WHERE who = ?', [$who]);
        if ($row->number('requests') > $this->limit) {
            throw $this->exceeded($row->number('window_start'), $now);
        }
    }

    /** Deletes windows that are over, of all throttles. */
    public function forget(Connection $connection, int $now): void
    {
        $connection->change(
            'DELETE FROM enquiry_rate WHERE window_start NOT BETWEEN ? AND ?',
            [$now - max($this->seconds, self::DELIVERY_SECONDS) + 1, $now + SystemClock::SKEW],
        );
    }

    private function earliest(int $now): int
    {
        return $now - $this->seconds + 1;
    }

    /** Another machine's clock may be ahead, and this one's may have gone back. */
    private function latest(int $now): int
    {
        return $now + SystemClock::SKEW;
    }

    private function exceeded(int $start, int $now): RateExceeded
    {
        return RateExceeded::until(min($this->seconds, $start + $this->seconds - $now));
    }
}
