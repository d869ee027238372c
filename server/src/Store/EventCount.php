<?php

declare(strict_types=1);

namespace Enquiry\Store;

use Psr\Clock\ClockInterface;

/** Counts events by the hour, in a file for each kind. Without a lock, so it may miss some of many at once. */
final readonly class EventCount
{
    public const LIMITED = 'limited';
    public const JSON_REFUSED = 'json refused';

    private const HOUR = 3600;
    private const SECONDS_KEPT = 86_400;

    public function __construct(private DataFolder $folder, private ClockInterface $clock) {}

    /** Never throws: a count must not stop the caller. @return int how many there were this hour, with this one */
    public function add(string $event): int
    {
        try {
            $hour = intdiv($this->clock->now()->getTimestamp(), self::HOUR);
            [$number, $start] = $this->read($event);
            $number = $start === $hour * self::HOUR ? $number + 1 : 1;
            $this->note($event)->write("{$hour} {$number}");
        } catch (\Throwable) {
            return 1;
        }

        return $number;
    }

    /** @return ?array{int, int} how many there were in the last hour that had any, and seconds since that hour began; null if there were none for a day */
    public function latest(string $event): ?array
    {
        [$number, $start] = $this->read($event);

        return $number === 0 ? null : [$number, max(0, $this->clock->now()->getTimestamp() - $start)];
    }

    /** @return array{int, int} the number and when its hour began */
    private function read(string $event): array
    {
        $line = $this->note($event)->read(self::SECONDS_KEPT) ?? '';

        return preg_match('/^(\d{1,10}) (\d{1,10})$/D', $line, $found) === 1 ? [(int) $found[2], (int) $found[1] * self::HOUR] : [0, 0];
    }

    private function note(string $event): Note
    {
        return new Note($this->folder, strtr($event, ' ', '-') . '.count', $this->clock);
    }
}
