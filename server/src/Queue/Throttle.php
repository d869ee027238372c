<?php

declare(strict_types=1);

namespace Enquiry\Queue;

use Enquiry\Database\Connection;
use Enquiry\Shared\Clock;

/**
 * Limits how often each name is counted in a time window. A visitor's first request opens a window; those of
 * DELIVERY_PER_HOUR begin with the hour.
 */
final class Throttle
{
    private const REQUEST_SECONDS = 600;
    private const HOUR = 3_600;

    /**
     * Counts a request of a visitor.
     * @param array<string, int> $limits see ClientAddresses::limitsOf()
     * @throws Refused
     */
    public static function admit(Connection $connection, array $limits, int $now): void
    {
        if ($limits !== []) {
            self::countOrRefuse($connection, $limits, self::REQUEST_SECONDS, $now);
        }
    }

    /**
     * Counts a delivery for DELIVERY_PER_HOUR. Windows begin with the hour, because cron may start a moment early.
     * @param int $limit 0 for none
     * @throws Refused
     */
    public static function reserve(Connection $connection, Channel $channel, int $limit, int $now): void
    {
        if ($limit > 0) {
            self::countOrRefuse($connection, [$channel->value => $limit], self::HOUR, self::hourOf($now));
        }
    }

    /** After an attempt in which the target got nothing. */
    public static function giveBack(Connection $connection, Channel $channel, int $reservedAt): void
    {
        $connection->change(
            'UPDATE enquiry_rate SET requests = requests - 1 WHERE who = ? AND window_start = ? AND requests > 0',
            [$channel->value, self::hourOf($reservedAt)],
        );
    }

    /** @return int when the hour of DELIVERY_PER_HOUR began */
    public static function hourOf(int $now): int
    {
        return $now - $now % self::HOUR;
    }

    /**
     * In the transaction that it may refuse: a check before it would let parallel requests pass.
     * @param non-empty-array<int> $limits by hash of a client, or by the name of a counter
     * @throws Refused if one is exceeded
     */
    private static function countOrRefuse(Connection $connection, array $limits, int $seconds, int $now): void
    {
        $earliest = $now - $seconds + 1;
        // Another machine's clock may be ahead, and this machine's clock may have been set back.
        $latest = $now + Clock::SKEW;
        $isOpen = "enquiry_rate.window_start BETWEEN {$earliest} AND {$latest}";
        // MySQL assigns from left to right, so requests must come before window_start.
        $assignments = "requests = CASE WHEN {$isOpen} THEN enquiry_rate.requests + 1 ELSE 1 END, "
            . "window_start = CASE WHEN {$isOpen} THEN enquiry_rate.window_start ELSE {$now} END";
        $onConflict = $connection->dialect->onConflict('who', $assignments);
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
                $secondsLeft = $row->number('window_start') + $seconds - $now;
                throw new Refused(Refused::TOO_MANY, max(1, min($seconds, $secondsLeft)));
            }
        }
    }

    /** Deletes the expired windows of requests, with the codes of addresses. */
    public static function forget(Connection $connection, int $now): void
    {
        $connection->change('DELETE FROM enquiry_rate WHERE window_start NOT BETWEEN ? AND ? AND who NOT IN (?, ?)', [
            $now - self::REQUEST_SECONDS + 1,
            $now + Clock::SKEW,
            Channel::Mail->value,
            Channel::Webhook->value,
        ]);
    }
}
