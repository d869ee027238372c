<?php

declare(strict_types=1);

namespace Enquiry\Store;

use Psr\Clock\ClockInterface;

/**
 * One line in a file of the data folder, for when the database fails. An existing file can be overwritten on a full disk.
 */
final readonly class Note
{
    private const BYTES = 512;

    public function __construct(private DataFolder $folder, private string $name, private ClockInterface $clock) {}

    /** Never throws: the caller has something more important to do. */
    public function write(string $line): void
    {
        try {
            $file = $this->folder->openLock($this->name);
            @fwrite($file, str_pad(mb_strcut(mb_scrub(strtr($line, "\r\n", '  '), 'UTF-8'), 0, self::BYTES - 1, 'UTF-8'), self::BYTES - 1) . "\n");
            fclose($file);
            $this->renew();
        } catch (\Throwable) {
        }
    }

    /** Takes the room for a line while there is some. */
    public function reserve(): void
    {
        $file = $this->folder->file($this->name);
        if (!is_file($file)) {
            $this->write('');
            @touch($file, 0);
        }
    }

    /** Makes the line as new as if it had just been written. */
    public function renew(): void
    {
        $file = $this->folder->file($this->name);
        if (is_file($file)) {
            @touch($file, $this->clock->now()->getTimestamp());
        }
    }

    /** @return ?string null without a line of the last so many seconds; '' if the disk had no room for the line */
    public function read(int $seconds): ?string
    {
        $age = $this->age();

        // The clock may have gone back since.
        return $age === null || abs($age) > $seconds ? null : trim((string) @file_get_contents($this->folder->file($this->name)));
    }

    /** The last line with its age; null without one. */
    public function last(): ?string
    {
        $line = $this->read(\PHP_INT_MAX);
        $minutes = intdiv(max(0, $this->age() ?? 0), 60);

        return $line === null || $line === '' ? null : "{$line} ({$minutes} " . ($minutes === 1 ? 'minute' : 'minutes') . ' ago)';
    }

    /** @return ?int seconds; null without a line */
    public function age(): ?int
    {
        $file = $this->folder->file($this->name);
        clearstatcache(true, $file);
        $written = @filemtime($file);

        return $written === false ? null : $this->clock->now()->getTimestamp() - $written;
    }
}
