<?php

declare(strict_types=1);

namespace Enquiry\Database;

/**
 * A text that one process at a time reads and replaces, in a file of the data folder. It has a fixed size, so that a
 * full disk does not stop it. If the data folder cannot be written, the file is in the system's temporary folder.
 */
final readonly class SharedNote
{
    private const BYTES = 4_096;

    public function __construct(private DataFolder $folder, private string $name) {}

    public function read(): string
    {
        $file = is_file($this->path()) ? $this->open() : null;

        return $file === null ? '' : trim((string) stream_get_contents($file));
    }

    /**
     * @param \Closure(string, \Closure(string): bool): mixed $do   gets the text, and a function that replaces it and
     *                                                              returns whether it could
     * @param bool                                            $wait for another process; otherwise nothing is done
     */
    public function change(\Closure $do, bool $wait = true): void
    {
        $file = $this->open();
        if ($file === null) {
            $do('', static fn(string $text): bool => false);

            return;
        }
        if (!flock($file, $wait ? \LOCK_EX : \LOCK_EX | \LOCK_NB)) {
            return;
        }
        $text = trim((string) stream_get_contents($file));
        $save = static fn(string $text): bool => rewind($file)
            && @fwrite($file, substr(str_pad($text, self::BYTES), 0, self::BYTES)) === self::BYTES;
        if ($text === '') {
            // Takes the room while there is some.
            $save('');
        }
        try {
            $do($text, $save);
        } finally {
            fclose($file);
        }
    }

    private function path(): string
    {
        return $this->folder->isWritable()
            ? $this->folder->file($this->name)
            : sys_get_temp_dir() . '/website-' . hash('sha256', $this->folder->path) . "-{$this->name}";
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
        $made = @fopen($this->path(), 'x+');
        umask($mask);
        $file = $made === false ? @fopen($this->path(), 'r+') : $made;
        $own = @tmpfile();
        $opened = $file === false ? false : fstat($file);
        $named = @lstat($this->path());
        if ($file === false || $own === false || $opened === false || $named === false) {
            return null;
        }
        $isOurs = [$opened['dev'], $opened['ino'], $opened['uid'], $opened['nlink']]
            === [$named['dev'], $named['ino'], fstat($own)['uid'] ?? null, 1];

        return $isOurs ? $file : null;
    }
}
