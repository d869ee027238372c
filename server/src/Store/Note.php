<?php

declare(strict_types=1);

namespace Enquiry\Store;

use Psr\Clock\ClockInterface;

/**
 * A line that the processes of a machine leave each other, in a file of the data folder: for what cannot
 * go into the database because that is what fails. A file that is there needs no more room on the disk
 * for the next line, and where even that cannot be written, its time stamp can.
 */
final readonly class Note
{
    private const BYTES = 512;

    public function __construct(private DataFolder $folder, private string $name, private ClockInterface $clock) {}

    /** Throws nothing: whoever leaves a note has something more important to say, or to do. */
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

    /** Takes the room for a line, while there is some. */
    public function reserve(): void
    {
        $file = $this->folder->file($this->name);
        if (!is_file($file)) {
            $this->write('');
            @touch($file, 0);
        }
    }

    /** As if the same line had just been written. */
    public function renew(): void
    {
        $file = $this->folder->file($this->name);
        if (is_file($file)) {
            @touch($file, $this->clock->now()->getTimestamp());
        }
    }

    /**
     * @param bool $orLater also what is from a time that is still to come, which a clock has left that has gone back since
     *
     * @return ?string null where nothing was written in so many seconds; '' where what was written found no room
     */
    public function read(int $seconds, bool $orLater = false): ?string
    {
        $age = $this->age();

        return $age === null || $age > $seconds || ($age < 0 && !$orLater) ? null : trim((string) @file_get_contents($this->folder->file($this->name)));
    }

    /** The last line and how old it is, however long ago; null where none was ever written. */
    public function last(): ?string
    {
        $line = $this->read(\PHP_INT_MAX, orLater: true);
        $minutes = intdiv(max(0, $this->age() ?? 0), 60);

        return $line === null || $line === '' ? null : "{$line} ({$minutes} " . ($minutes === 1 ? 'minute' : 'minutes') . ' ago)';
    }

    /** @return ?int in seconds; null where there is none */
    public function age(): ?int
    {
        $file = $this->folder->file($this->name);
        clearstatcache(true, $file);
        $written = @filemtime($file);
        $now = $this->clock->now()->getTimestamp();

        return $written === false ? null : $now - $written;
    }
}
