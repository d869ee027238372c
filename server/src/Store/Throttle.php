<?php

declare(strict_types=1);

namespace Enquiry\Store;

use Enquiry\Shared\SystemClock;

/**
 * So many within so many seconds, for each of whom it counts. The window opens with the first request;
 * it is counted by one statement inside the transaction that it may refuse, because a check before it
 * would let all of 32 requests at once through.
 *
 * By the clock, windows begin where the clock's own do, such as its minutes: whoever comes once a minute, as
 * cron does, and a moment early at times, would else find the window of the last time still open.
 */
final readonly class Throttle
{
    /** DELIVERY_PER_MINUTE is counted in the same table. */
    public const DELIVERY_SECONDS = 60;

    public function __construct(public int $limit, public int $seconds, private bool $byTheClock = false) {}

    /** @throws RateExceeded */
    public function count(Connection $connection, string $who, int $now): void
    {
        $start = $this->byTheClock ? $this->earliest($now) : $now;
        $isOpen = "enquiry_rate.window_start BETWEEN {$this->earliest($now)} AND {$this->latest($now)}";
        // MySQL assigns from left to right: requests first, while window_start is still the old one.
        $assignments = "requests = CASE WHEN {$isOpen} THEN enquiry_rate.requests + 1 ELSE 1 END, "
            . "window_start = CASE WHEN {$isOpen} THEN enquiry_rate.window_start ELSE {$start} END";
        $connection->change(
            "INSERT INTO enquiry_rate (who, window_start, requests) VALUES (?, ?, 1) {$connection->dialect->onConflict('who', $assignments)}",
            [$who, $start],
        );
        $row = $connection->one('SELECT window_start, requests FROM enquiry_rate WHERE who = ?', [$who]);
        if ($row->number('requests') > $this->limit) {
            throw $this->exceeded($row->number('window_start'), $now);
        }
    }

    /**
     * Deletes the windows that are over, and those in the future, which a clock left that has gone back since.
     *
     * @return int how many rows were deleted
     */
    public function forget(Connection $connection, int $now): int
    {
        return $connection->change(
            'DELETE FROM enquiry_rate WHERE window_start NOT BETWEEN ? AND ?',
            [$now - max($this->seconds, self::DELIVERY_SECONDS) + 1, $now + SystemClock::SKEW],
        );
    }

    /** When a window that is still open may have begun. */
    private function earliest(int $now): int
    {
        return $this->byTheClock ? $now - $now % $this->seconds : $now - $this->seconds + 1;
    }

    /** Another machine's clock may be ahead; but nobody is kept waiting for a second window. */
    private function latest(int $now): int
    {
        return $now + min(SystemClock::SKEW, $this->seconds);
    }

    private function exceeded(int $start, int $now): RateExceeded
    {
        return RateExceeded::until(min($this->seconds, $start + $this->seconds - $now));
    }
}
