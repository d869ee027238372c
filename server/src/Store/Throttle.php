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
    /** For how long a refusal, or a report of a browser, counts against its address. */
    public const MISUSE_SECONDS = 600;

    /** So many requests of one address may be refused before it is heard no more for a while. */
    private const MOST_REFUSALS = 100;
    public const REFUSALS = 'refused';

    /** As wide as the column; what is left of the hash tells addresses apart as well. */
    private const LONGEST_NAME = 64;

    public function __construct(public int $limit, public int $seconds, private bool $byTheClock = false) {}

    public static function ofRefusals(): self
    {
        return new self(self::MOST_REFUSALS, self::MISUSE_SECONDS);
    }

    /** Of what else than enquiries is counted for an address: beside those, under a name that is no hash. */
    public static function nameOf(string $what, string $addressHash): string
    {
        return substr("{$what}:{$addressHash}", 0, self::LONGEST_NAME);
    }

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

    /** @return array<string, Row> by whom of these was counted lately */
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
     * Why one more would be refused, as far as can be told without counting it.
     *
     * @param ?Row $window as windows() found it
     */
    public function refusalBy(?Row $window, int $now): ?RateExceeded
    {
        $requests = $window?->numberOrNull('requests') ?? 0;
        $start = $window?->numberOrNull('window_start');
        $isOpen = $start !== null && $start >= $this->earliest($now) && $start <= $this->latest($now);

        return $isOpen && $requests >= $this->limit ? $this->exceeded($start, $now) : null;
    }

    /**
     * Of all that is counted in the table: the windows of delivery, and those of reports, may be longer than this one.
     *
     * @return int how many rows were deleted, of windows past or of a clock that has gone back since
     */
    public function forget(Connection $connection, int $now): int
    {
        return $connection->change(
            'DELETE FROM enquiry_rate WHERE window_start NOT BETWEEN ? AND ?',
            [$now - max($this->seconds, self::MISUSE_SECONDS) + 1, $now + SystemClock::SKEW],
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
