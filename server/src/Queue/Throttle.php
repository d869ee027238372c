<?php

declare(strict_types=1);

namespace Enquiry\Queue;

use Enquiry\Database\Connection;
use Enquiry\Shared\Clock;

/** RATE_LIMIT: how often each visitor may send. A visitor's first request opens a window of ten minutes. */
final class Throttle
{
    private const SECONDS = 600;

    /**
     * Counts a request, in the transaction that it may refuse: a check before it would let parallel requests pass.
     * @param array<string, int> $limits see ClientAddresses::limitsOf()
     * @throws Refused
     */
    public static function admit(Connection $connection, array $limits, int $now): void
    {
        if ($limits === []) {
            return;
        }
        $earliest = $now - self::SECONDS + 1;
        // Another machine's clock may be ahead, and this machine's clock may have been set back.
        $latest = $now + Clock::SKEW;
        $isOpen = "enquiry_rate.window_start BETWEEN {$earliest} AND {$latest}";
        // MySQL assigns from left to right, so requests must come before window_start.
        $assignments = "requests = CASE WHEN {$isOpen} THEN enquiry_rate.requests + 1 ELSE 1 END, "
            . "window_start = CASE WHEN {$isOpen} THEN enquiry_rate.window_start ELSE {$now} END";
        $onConflict = $connection->onConflict('who', $assignments);
        // Two statements for all names, because a database server may be far away.
        $names = array_map(strval(...), array_keys($limits));
        $rows = implode(', ', array_fill(0, \count($names), "(?, {$now}, 1)"));
        $connection->change(
            "INSERT INTO enquiry_rate (who, window_start, requests) VALUES {$rows} {$onConflict}",
            $names,
        );
        $places = implode(', ', array_fill(0, \count($names), '?'));
        foreach ($connection->rows("SELECT * FROM enquiry_rate WHERE who IN ({$places})", $names) as $row) {
            if ($row->number('requests') > ($limits[$row->text('who')] ?? 0)) {
                $secondsLeft = $row->number('window_start') + self::SECONDS - $now;
                throw new Refused(Refused::TOO_MANY, max(1, min(self::SECONDS, $secondsLeft)));
            }
        }
    }

    /** Deletes the expired windows, with the codes of addresses. */
    public static function forget(Connection $connection, int $now): void
    {
        $connection->change('DELETE FROM enquiry_rate WHERE window_start NOT BETWEEN ? AND ?', [
            $now - self::SECONDS + 1,
            $now + Clock::SKEW,
        ]);
    }
}
