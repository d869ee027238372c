<?php

declare(strict_types=1);

namespace Enquiry\Database;

/** The private folder DATA_DIR, with a guard in case Apache can reach it. */
final readonly class DataFolder
{
    private const GUARD = "Require all denied\n";

    private const ID = 'installation.id';

    /** @param string $id DATA_ID; empty for any folder */
    public function __construct(public string $path, private string $id = '') {}

    /** A folder whose disk is not mounted must not become a new, empty queue. @throws StoreUnavailable */
    public function requireId(): void
    {
        if (!$this->isOwn()) {
            throw StoreUnavailable::otherFolder($this->path);
        }
    }

    private function isOwn(): bool
    {
        return $this->id === '' || $this->storedId() === $this->id;
    }

    /** Made if missing. */
    public function id(): string
    {
        if ($this->storedId() === '') {
            $this->save(self::ID, bin2hex(random_bytes(8)) . "\n");
        }

        return $this->storedId();
    }

    /** Syncs the file, because a power failure would leave it empty. */
    public function save(string $name, string $content): void
    {
        $this->makePrivateFile($this->file($name));
        if (!self::write($this->file($name), $content)) {
            throw StoreUnavailable::notWritable($this->path);
        }
        self::sync($this->path);
    }

    /**
     * On return, the content is on the disk. The file must be there, or a new one may have the mode of the umask.
     * @param string $mode of fopen()
     */
    public static function write(string $file, string $content, string $mode = 'w'): bool
    {
        $handle = @fopen($file, $mode);
        if ($handle === false) {
            return false;
        }
        $isWritten = @fwrite($handle, $content) === \strlen($content) && fsync($handle);

        return fclose($handle) && $isWritten;
    }

    /** Syncs the names of the files in a folder. */
    private static function sync(string $folder): void
    {
        $handle = @fopen($folder, 'r');
        if ($handle !== false) {
            @fsync($handle);
            fclose($handle);
        }
    }

    private function storedId(): string
    {
        return trim((string) @file_get_contents($this->file(self::ID)));
    }

    public function backups(): self
    {
        return new self($this->file('backups'));
    }

    public function file(string $name): string
    {
        return "{$this->path}/{$name}";
    }

    public function make(): void
    {
        $this->requireId();
        @mkdir($this->path, 0o700, true);
        clearstatcache(true, $this->path);
        if (!$this->isWritable()) {
            throw StoreUnavailable::notWritable($this->path);
        }
        $guard = $this->file('.htaccess');
        if ((int) @filesize($guard) < \strlen(self::GUARD)) {
            self::write($guard, self::GUARD);
        }
        self::sync($this->path);
    }

    public function isWritable(): bool
    {
        // open_basedir would warn.
        return @is_dir($this->path) && @is_writable($this->path) && $this->isOwn();
    }

    public function makePrivateFile(string $file): void
    {
        if (is_file($file)) {
            return;
        }
        // With chmod(), others could open the file for a moment. SQLite gives its own files the same mode.
        $mask = umask(0o077);
        $made = @fopen($file, 'c');
        umask($mask);
        if ($made === false) {
            throw StoreUnavailable::notWritable($file);
        }
        fclose($made);
        // The console may run as root; the web server must be able to write the file.
        \function_exists('chown') && @chown($file, (int) fileowner($this->path));
    }

    /**
     * Writes random bytes and removes them: disk_free_space() ignores quotas, and some disks compress zeros.
     * @throws StoreUnavailable
     */
    public function requireRoomOnDisk(int $bytes): void
    {
        $file = $this->openPrivate('room.tmp');
        $written = @fwrite($file, random_bytes(max(1, $bytes)));
        ftruncate($file, 0);
        fclose($file);
        if ($written !== $bytes) {
            throw StoreUnavailable::noRoom($this->path);
        }
    }

    /** The folder and its files: the console may run as root, but the web server must be able to use them. */
    public function giveTo(int $owner): void
    {
        foreach ([$this->path, ...array_map($this->file(...), $this->names())] as $path) {
            \function_exists('chown') && @chown($path, $owner);
        }
    }

    /** @return list<string> sorted file names */
    public function names(string $pattern = '//'): array
    {
        $names = is_dir($this->path) ? @scandir($this->path) : false;

        return array_values(array_filter(
            $names === false ? [] : array_diff($names, ['.', '..']),
            static fn(string $name): bool => preg_match($pattern, $name) === 1,
        ));
    }

    /**
     * Opens a file for reading and writing. Makes it if it is missing.
     * @return resource
     * @throws StoreUnavailable
     */
    public function openPrivate(string $name)
    {
        $file = $this->file($name);
        $handle = @fopen($file, 'r+');
        if ($handle === false) {
            $this->make();
            $this->makePrivateFile($file);
            $handle = @fopen($file, 'r+');
        }

        return $handle === false ? throw StoreUnavailable::notWritable($file) : $handle;
    }
}
