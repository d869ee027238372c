<?php

declare(strict_types=1);

namespace Enquiry\Database;

use Enquiry\Shared\Clock;

/** One line in a file of the data folder, for when the database fails. It can be overwritten even on a full disk. */
final readonly class NoteFile
{
    private const BYTES = 512;

    public function __construct(private DataFolder $folder, private string $name, private Clock $clock) {}

    /** When an event was last logged. */
    public static function ofEvent(string $event, DataFolder $folder, Clock $clock): self
    {
        return new self($folder, strtr($event, ' ', '-') . '.seen', $clock);
    }

    /** Never throws: a note must not stop the caller. */
    public function write(string $line): void
    {
        try {
            $file = $this->folder->openPrivate($this->name);
            $text = mb_scrub(strtr($line, "\r\n", '  '), 'UTF-8');
            @fwrite($file, str_pad(mb_strcut($text, 0, self::BYTES - 1, 'UTF-8'), self::BYTES - 1) . "\n");
            fclose($file);
            @touch($this->folder->file($this->name), $this->clock->time());
        } catch (\Throwable) {
        }
    }

    /** Whether the line is older than $seconds, or missing. Then it is written now. */
    public function isDue(int $seconds): bool
    {
        $isDue = $this->read($seconds - 1) === null;
        if ($isDue) {
            $this->write('');
        }

        return $isDue;
    }

    /** @return ?string null if there is no line from the last $seconds; '' if the disk had no room for it */
    public function read(int $seconds): ?string
    {
        $age = $this->age();

        // The clock may have been set back since.
        return $age === null || abs($age) > $seconds
            ? null
            : trim((string) @file_get_contents($this->folder->file($this->name)));
    }

    /** @return ?int seconds; null if there is no line */
    public function age(): ?int
    {
        $file = $this->folder->file($this->name);
        clearstatcache(true, $file);
        $written = @filemtime($file);

        return $written === false ? null : $this->clock->time() - $written;
    }
}
