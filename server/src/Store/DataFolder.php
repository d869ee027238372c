<?php

declare(strict_types=1);

namespace Enquiry\Store;

/** The private folder: for its owner only, and guarded in case a web server can reach it. */
final readonly class DataFolder
{
    private const GUARDS = [
        '.htaccess' => "Require all denied\n",
        'index.html' => '',
    ];

    /** File systems of other machines: the shared memory that WAL needs ends at this one. */
    private const NETWORK = '/^(?:nfs4?|cifs|smb3?|smbfs|ncpfs|9p|afs|ceph|glusterfs|lustre|gpfs|beegfs|fuse\.(?:sshfs|glusterfs|s3fs|rclone))$/';

    public function __construct(public string $path) {}

    /** Where backups are kept, unless their operator says otherwise. */
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
        if (!is_dir($this->path) && !@mkdir($this->path, 0o700, true)) {
            clearstatcache(true, $this->path);
        }
        if (!is_dir($this->path) || !is_writable($this->path)) {
            throw StoreUnavailable::noFolder($this->path);
        }
        $this->refuseNetworkDisk(self::mounts());
        foreach (self::GUARDS as $name => $content) {
            if (!is_file($this->file($name))) {
                @file_put_contents($this->file($name), $content);
            }
        }
    }

    /** @param string $mounts in the format of /proc/self/mountinfo; elsewhere than on Linux there is none */
    public function refuseNetworkDisk(string $mounts): void
    {
        $type = $this->fileSystem($mounts);
        if (preg_match(self::NETWORK, $type) === 1) {
            throw StoreUnavailable::onNetworkDisk($this->path, $type);
        }
    }

    /** Whether it is gone after a restart. */
    public function isInMemory(): bool
    {
        return \in_array($this->fileSystem(self::mounts()), ['tmpfs', 'ramfs'], true);
    }

    private static function mounts(): string
    {
        return (string) @file_get_contents('/proc/self/mountinfo');
    }

    private function fileSystem(string $mounts): string
    {
        $path = (string) realpath($this->path) . '/';
        $longest = 0;
        $type = '';
        foreach (explode("\n", $mounts) as $line) {
            if (preg_match('~^\S+ \S+ \S+ \S+ (\S+) .*? - (\S+) ~', $line, $found) !== 1) {
                continue;
            }
            $mount = rtrim(stripcslashes($found[1]), '/') . '/';
            if (str_starts_with($path, $mount) && \strlen($mount) >= $longest) {
                $longest = \strlen($mount);
                $type = $found[2];
            }
        }

        return $type;
    }

    public function makePrivateFile(string $file): void
    {
        if (is_file($file)) {
            return;
        }
        // Created as 0600 and not changed to it: nobody can open it in between. SQLite gives its own files the same mode.
        $mask = umask(0o077);
        $made = @fopen($file, 'c');
        umask($mask);
        if ($made === false) {
            throw StoreUnavailable::noFolder($this->path);
        }
        fclose($made);
        // What root makes, by the console, must be the web server's to write.
        \function_exists('chown') && @chown($file, (int) fileowner($this->path));
    }

    /** By writing as much and dropping it: disk_free_space() knows of no quota, and zeros may be stored as none. */
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

    /** @return bool whether it, with all that is in it, is theirs now */
    public function giveTo(int|string $user): bool
    {
        $given = true;
        foreach ([$this->path, ...$this->paths()] as $path) {
            $given = @chown($path, $user) && $given;
        }

        return $given;
    }

    /** @return list<string> what in it does not belong to the folder's owner, with its path */
    public function strangers(): array
    {
        $owner = @fileowner($this->path);

        return array_values(array_filter($this->paths(), static fn(string $path): bool => !\in_array(@fileowner($path), [$owner, false], true)));
    }

    /** @return list<string> of all that is in it and in its folders */
    public function paths(): array
    {
        $paths = [];
        foreach ($this->names() as $name) {
            $path = $this->file($name);
            $paths = [...$paths, $path, ...(is_dir($path) && is_readable($path) ? (new self($path))->paths() : [])];
        }

        return $paths;
    }

    /** @return list<string> of what is in it, without folder, in the order of the alphabet */
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
