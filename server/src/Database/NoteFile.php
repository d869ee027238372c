<?php

declare(strict_types=1);

namespace Enquiry\Database;

use Enquiry\Shared\Clock;

/**
 * A short text in a file of the data folder, for when the database fails. It can be overwritten even on a full disk.
 * If the data folder cannot be written, the file is in the system's temporary folder.
 */
final readonly class NoteFile
{
    private const BYTES = 4_096;

    public function __construct(private DataFolder $folder, private string $name, private Clock $clock) {}

    /** When an event was last logged. */
    public static function ofEvent(string $event, DataFolder $folder, Clock $clock): self
    {
        return new self($folder, strtr($event, ' ', '-') . '.seen', $clock);
    }

    /** Writes one line. Never throws: a note must not stop the caller. */
    public function write(string $line): void
    {
        try {
            if (!@is_dir($this->folder->path)) {
                $this->folder->make();
            }
        } catch (StoreUnavailable) {
            // Then it is noted elsewhere.
        }
        try {
            $text = mb_strcut(mb_scrub(strtr($line, "\r\n", '  '), 'UTF-8'), 0, self::BYTES, 'UTF-8');
            $this->change(static fn(string $before, \Closure $save): bool => $save($text));
            @touch($this->path(), $this->clock->time());
        } catch (\Throwable) {
        }
    }

    /**
     * Lets one process at a time read and replace the text.
     * @param \Closure(string, \Closure(string): bool): mixed $do   gets the text, and a function that replaces it and
     *                                                              returns whether it could
     * @param bool                                            $wait for another process; otherwise nothing is done
     */
    public function change(\Closure $do, bool $wait = true): void
    {
        $file = $this->open();
        if ($file === null) {
            $do('', static fn(): bool => false);
        } elseif (flock($file, $wait ? \LOCK_EX : \LOCK_EX | \LOCK_NB)) {
            $save = static fn(string $text): bool => rewind($file)
                && @fwrite($file, substr(str_pad($text, self::BYTES), 0, self::BYTES)) === self::BYTES;
            $text = (string) stream_get_contents($file);
            // Takes the room while there is some.
            $text === '' && $save('');
            $do(trim($text), $save);
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
    public function read(int $seconds = \PHP_INT_MAX): ?string
    {
        $age = $this->age();
        // The clock may have been set back since.
        $file = $age === null || abs($age) > $seconds ? null : $this->open();

        return $file === null ? null : trim((string) stream_get_contents($file));
    }

    /** @return ?int seconds; null if there is no line */
    public function age(): ?int
    {
        clearstatcache(true, $this->path());
        $written = @filemtime($this->path());

        return $written === false ? null : $this->clock->time() - $written;
    }

    /** @return string once, what was noted while the data folder could not be written; otherwise empty */
    public function takeElsewhere(): string
    {
        clearstatcache(true, $this->temporary());
        $isNew = $this->folder->isWritable() && (int) @filemtime($this->temporary()) > 0;
        $file = $isNew ? $this->openTemporary() : null;

        return $file !== null && touch($this->temporary(), 0) ? (string) stream_get_contents($file) : '';
    }

    private function path(): string
    {
        return $this->folder->isWritable() ? $this->folder->file($this->name) : $this->temporary();
    }

    private function temporary(): string
    {
        return sys_get_temp_dir() . '/website-' . hash('sha256', $this->folder->path) . "-{$this->name}";
    }

    /** @return ?resource null if it can be written nowhere */
    private function open()
    {
        try {
            return $this->folder->isWritable() ? $this->folder->openPrivate($this->name) : $this->openTemporary();
        } catch (StoreUnavailable) {
            return null;
        }
    }

    /**
     * Other users share that folder, so no link and no file of theirs is used.
     * @return ?resource
     */
    private function openTemporary()
    {
        $mask = umask(0o077);
        $made = @fopen($this->temporary(), 'x+');
        umask($mask);
        $file = $made === false ? @fopen($this->temporary(), 'r+') : $made;
        $own = @tmpfile();
        $named = @lstat($this->temporary());
        if ($file === false || $own === false || $named === false) {
            return null;
        }
        $opened = (array) fstat($file);
        $expected = ['uid' => fstat($own)['uid'] ?? null, 'nlink' => 1, 'dev' => $named['dev'], 'ino' => $named['ino']];

        return array_intersect_assoc($expected, $opened) === $expected ? $file : null;
    }
}
