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
    /** How long a refusal or a browser's error report counts against its address. */
    public const MISUSE_SECONDS = 600;

    /** An address with so many refused requests gets no answer for a while. */
    private const MOST_REFUSALS = 100;
    public const REFUSALS = 'refused';

    /** The width of the column. */
    private const LONGEST_NAME = 64;

    public function __construct(public int $limit, public int $seconds) {}

    public static function ofRefusals(): self
    {
        return new self(self::MOST_REFUSALS, self::MISUSE_SECONDS);
    }

    /** Enquiries are counted under the hash itself, everything else under such a name. */
    public static function nameOf(string $what, string $addressHash): string
    {
        return substr("{$what}:{$addressHash}", 0, self::LONGEST_NAME);
    }

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

    /** @return array<string, Row> by name */
    public static function windows(Connection $connection, string ...$who): array
    {
        $places = implode(', ', array_fill(0, \count($who), '?'));
        $windows = [];
        foreach ($connection->rows("SELECT who, window_start, requests FROM enquiry_rate WHERE who IN ({$places})", array_values($who)) as $row) {
            $windows[$row->text('who')] = $row;
        }

        return $windows;
    }

    /**
     * Whether one more request would be refused, without counting it.
     *
     * @param ?Row $window from windows()
     */
    public function refusalBy(?Row $window, int $now): ?RateExceeded
    {
        if ($window === null || $window->number('requests') < $this->limit) {
            return null;
        }
        $start = $window->number('window_start');

        return $start >= $this->earliest($now) && $start <= $this->latest($now) ? $this->exceeded($start, $now) : null;
    }

    /** Deletes windows that are over, of all throttles. */
    public function forget(Connection $connection, int $now): void
    {
        $connection->change(
            'DELETE FROM enquiry_rate WHERE window_start NOT BETWEEN ? AND ?',
            [$now - max($this->seconds, self::MISUSE_SECONDS) + 1, $now + SystemClock::SKEW],
        );
    }

    private function earliest(int $now): int
    {
        return $now - $this->seconds + 1;
    }

    /** Another machine's clock may be ahead, and this one's may have gone back. */
    private function latest(int $now): int
    {
        return $now + min(SystemClock::SKEW, $this->seconds);
    }

    private function exceeded(int $start, int $now): RateExceeded
    {
        return RateExceeded::until(min($this->seconds, $start + $this->seconds - $now));
    }
}
