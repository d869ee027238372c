<?php

declare(strict_types=1);

namespace Enquiry\Database;

use Psr\Clock\ClockInterface;

/** Counts events by the hour, in a file for each kind. Without a lock, so it may miss some of many at once. */
final readonly class EventCount
{
    public const LIMITED = 'limited';
    public const FIREWALL = 'firewall';

    private const SECONDS_KEPT = 86_400;

    public function __construct(private DataFolder $folder, private ClockInterface $clock) {}

    /** Never throws: a count must not stop the caller. @return int how many there were this hour, with this one */
    public function add(string $event): int
    {
        try {
            $hour = $this->hour();
            [$counted, $number] = $this->read($event);
            $number = $counted === $hour ? $number + 1 : 1;
            $this->note($event)->write("{$hour} {$number}");

            return $number;
        } catch (\Throwable) {
            return 1;
        }
    }

    /**
     * @return ?string in words, how many there were in the last hour that had any; null if there were none for a day
     */
    public function latest(string $event): ?string
    {
        [$counted, $number] = $this->read($event);
        $hours = $this->hour() - $counted;

        return $number === 0 ? null : $number . ($hours === 0 ? ' this hour' : " in one hour, {$hours} h ago");
    }

    /** @return array{int, int} the hour and its number */
    private function read(string $event): array
    {
        $line = $this->note($event)->read(self::SECONDS_KEPT) ?? '';

        return preg_match('/^(\d{1,10}) (\d{1,10})$/D', $line, $found) === 1
            ? [(int) $found[1], (int) $found[2]]
            : [0, 0];
    }

    private function hour(): int
    {
        return intdiv($this->clock->now()->getTimestamp(), 3600);
    }

    private function note(string $event): NoteFile
    {
        return new NoteFile($this->folder, strtr($event, ' ', '-') . '.count', $this->clock);
    }
}
