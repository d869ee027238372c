<?php

declare(strict_types=1);

namespace Enquiry\Doctor;

use Enquiry\Http\AddressKey;
use Enquiry\Storage\DataFolder;

/** Whether what is private is there to stay, is PHP's to write, and is nobody else's on this machine to read. */
final readonly class PermissionCheck implements Check
{
    public function __construct(
        private string $dataFolder,
        private string $environmentFile,
        private ?string $dkimKeyFile,
    ) {}

    public function findings(): iterable
    {
        if (!is_dir($this->dataFolder)) {
            yield Finding::problem("The folder {$this->dataFolder} does not exist.", "Make it, for the user that PHP runs as: mkdir -m 700 {$this->dataFolder}");
        } elseif (!is_writable($this->dataFolder)) {
            yield Finding::problem("The folder {$this->dataFolder} cannot be written by " . self::user() . '.', "Give it to the user that PHP runs as, as root: chown -R <user> {$this->dataFolder}");
        } else {
            yield self::closed($this->dataFolder, '700');
            yield from self::content(new DataFolder($this->dataFolder));
        }
        foreach (["{$this->dataFolder}/" . AddressKey::FILE, $this->environmentFile, $this->dkimKeyFile] as $file) {
            if ($file !== null && is_file($file)) {
                yield self::closed($file, '600');
            }
        }
    }

    /** @return iterable<Finding> */
    private static function content(DataFolder $folder): iterable
    {
        if ($folder->isInMemory()) {
            yield Finding::warning("The folder {$folder->path} is in memory: all that is in it is lost when the machine restarts.", 'Set DATA_DIR to a folder on a disk, and run setup.');
        }
        $strangers = $folder->strangers();
        $owner = self::name((int) fileowner($folder->path));
        foreach ($folder->paths() as $path) {
            if (\in_array($path, $strangers, true)) {
                yield Finding::problem("{$path} does not belong to {$owner}, who owns the folder.", "As root: chown {$owner} {$path}");
            } elseif (file_exists($path) && !is_writable($path)) {
                yield Finding::problem("{$path} cannot be written by " . self::user() . '.', "Run this as the user that PHP runs as, or give it to that user, as root: chown -R <user> {$folder->path}");
            }
        }
    }

    /** The group may be the web server's, so only the rest of the world counts. Windows has no such bits. */
    private static function closed(string $path, string $mode): Finding
    {
        $bits = fileperms($path);
        if (\DIRECTORY_SEPARATOR === '\\' || ($bits !== false && ($bits & 0o007) === 0)) {
            return Finding::ok("{$path} is closed to other users of this machine.");
        }

        return Finding::problem("{$path} is open to every user of this machine.", "chmod {$mode} {$path}");
    }

    private static function user(): string
    {
        // get_current_user() is who owns the script
        return \function_exists('posix_geteuid') ? 'the user ' . self::name(posix_geteuid()) : 'this user';
    }

    /** Their number, where the system knows no name or does not tell. */
    private static function name(int $user): string
    {
        $known = \function_exists('posix_getpwuid') ? posix_getpwuid($user) : false;

        return $known === false ? (string) $user : $known['name'];
    }
}
