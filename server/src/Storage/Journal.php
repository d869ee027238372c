<?php

declare(strict_types=1);

namespace Enquiry\Storage;

use Enquiry\LocalTime;

/** What the queue remembers about itself: when a worker last ran, whether the alarm is on. */
final readonly class Journal
{
    private const WORKER_SEEN = 'worker_seen_at';
    private const ALARM = 'alarm';
    private const BACKUP = 'backup_at';

    public function __construct(private Database $database) {}

    public function recordHeartbeat(int $now): void
    {
        $this->set(self::WORKER_SEEN, $now);
    }

    public function recordBackup(int $now): void
    {
        $this->set(self::BACKUP, $now);
    }

    /** @return bool whether that is news */
    public function setAlarm(bool $on): bool
    {
        $was = $this->database->read(static fn(Connection $connection): bool => self::value($connection, self::ALARM) === 1);
        if ($was !== $on) {
            $this->set(self::ALARM, (int) $on);
        }

        return $was !== $on;
    }

    public function status(int $now): Status
    {
        return $this->database->read(static function (Connection $connection) use ($now): Status {
            $waiting = $connection->row("SELECT COUNT(*) AS waiting, MIN(received_at) AS oldest FROM enquiry WHERE state = 'waiting'");
            $oldest = $waiting?->numberOrNull('oldest');
            $seen = self::value($connection, self::WORKER_SEEN);

            return new Status(
                $waiting?->number('waiting') ?? 0,
                self::count($connection, "state = 'waiting' AND due_at <= ?", [$now]),
                $oldest === null ? null : max(0, $now - $oldest),
                self::count($connection, "state = 'failed'", []),
                self::count($connection, "state = 'sent' AND sent_at >= ?", [LocalTime::midnightBefore($now)]),
                $seen === null ? null : max(0, $now - $seen),
                $connection->row("SELECT last_error FROM enquiry WHERE state <> 'sent' AND last_error IS NOT NULL ORDER BY due_at DESC LIMIT 1")?->text('last_error'),
            );
        });
    }

    /** @param list<int> $values */
    private static function count(Connection $connection, string $condition, array $values): int
    {
        return $connection->row("SELECT COUNT(*) AS rows_found FROM enquiry WHERE {$condition}", $values)?->number('rows_found') ?? 0;
    }

    private static function value(Connection $connection, string $name): ?int
    {
        return $connection->row('SELECT value FROM enquiry_meta WHERE name = ?', [$name])?->number('value');
    }

    private function set(string $name, int $value): void
    {
        $this->database->write(static fn(Connection $connection): int => $connection->change(
            "INSERT INTO enquiry_meta (name, value) VALUES (?, ?) {$connection->dialect->onConflict('name', "value = {$value}")}",
            [$name, $value],
        ));
    }
}
