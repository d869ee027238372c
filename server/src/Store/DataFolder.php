<?php

declare(strict_types=1);

namespace Enquiry\Store;

/** The private folder DATA_DIR, with guard files in case a web server can reach it. SQLite's WAL mode needs a local disk. */
final readonly class DataFolder
{
    private const GUARDS = [
        '.htaccess' => "Require all denied\n",
        'index.html' => '',
    ];

    private const ID = 'installation.id';

    /** @param string $id DATA_ID; empty for any folder */
    public function __construct(public string $path, private string $id = '') {}

    /** A folder whose disk is not mounted must not become a new, empty queue. @throws StoreUnavailable */
    public function requireId(): void
    {
        if ($this->id !== '' && $this->storedId() !== $this->id) {
            throw StoreUnavailable::otherFolder($this->path);
        }
    }

    /** Made if missing. */
    public function id(): string
    {
        if ($this->storedId() === '') {
            $file = $this->openLock(self::ID);
            fwrite($file, bin2hex(random_bytes(8)) . "\n");
            fclose($file);
        }

        return $this->storedId();
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
        // open_basedir would warn.
        if (!@is_dir($this->path) && !@mkdir($this->path, 0o700, true)) {
            clearstatcache(true, $this->path);
        }
        if (!$this->isWritable()) {
            throw StoreUnavailable::noFolder($this->path);
        }
        foreach (self::GUARDS as $name => $content) {
            if (!is_file($this->file($name))) {
                @file_put_contents($this->file($name), $content);
            }
        }
    }

    public function isWritable(): bool
    {
        return @is_dir($this->path) && @is_writable($this->path);
    }

    /** @return string how to make open_basedir allow the folder; empty if it does */
    public function advice(): string
    {
        $allowed = (string) \ini_get('open_basedir');
        foreach (explode(\PATH_SEPARATOR, $allowed) as $folder) {
            if (str_starts_with("{$this->path}/", rtrim($folder, '/') . '/')) {
                return '';
            }
        }

        return "PHP's setting open_basedir forbids this folder. Add it in the control panel of your host, or set DATA_DIR to a folder inside {$allowed}.";
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
            throw StoreUnavailable::noFolder($this->path);
        }
        fclose($made);
        // The console may run as root; the web server must be able to write the file.
        \function_exists('chown') && @chown($file, (int) fileowner($this->path));
    }

    /** Writes random bytes and removes them: disk_free_space() ignores quotas, and some disks compress zeros. */
    public function requireRoom(int $bytes): void
    {
        $file = $this->openLock('room.tmp');
        $written = @fwrite($file, random_bytes(max(1, $bytes)));
        ftruncate($file, 0);
        fclose($file);
        if ($written !== $bytes) {
            throw StoreUnavailable::noRoom($this->path);
        }
    }

    /** @return bool whether the user now owns the folder and everything in it */
    public function giveTo(int|string $user): bool
    {
        $given = true;
        foreach ([$this->path, ...$this->paths()] as $path) {
            $given = @chown($path, $user) && $given;
        }

        return $given;
    }

    /** @return list<string> paths inside the folder that another user owns */
    public function strangers(): array
    {
        $owner = @fileowner($this->path);

        return array_values(array_filter($this->paths(), static fn(string $path): bool => !\in_array(@fileowner($path), [$owner, false], true)));
    }

    /** @return list<string> paths of everything inside the folder, at any depth */
    public function paths(): array
    {
        $paths = [];
        foreach ($this->names() as $name) {
            $path = $this->file($name);
            $paths = [...$paths, $path, ...(is_dir($path) && is_readable($path) ? (new self($path))->paths() : [])];
        }

        return $paths;
    }

    /** @return list<string> sorted file names */
    public function names(string $pattern = '//'): array
    {
        $names = is_dir($this->path) ? scandir($this->path) : false;

        return array_values(array_filter(
            $names === false ? [] : array_diff($names, ['.', '..']),
            static fn(string $name): bool => preg_match($pattern, $name) === 1,
        ));
    }

    /** @return resource */
    public function openLock(string $name)
    {
        $file = $this->file($name);
        $lock = @fopen($file, 'r+');
        if ($lock === false) {
            $this->make();
            $this->makePrivateFile($file);
            $lock = @fopen($file, 'r+');
        }

        return $lock === false ? throw StoreUnavailable::noLock($file) : $lock;
    }
}
