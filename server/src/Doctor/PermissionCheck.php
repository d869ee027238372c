<?php

declare(strict_types=1);

namespace Enquiry\Doctor;

use Enquiry\AddressKey;

/** Who else on this machine could read what is private. */
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
        }
        foreach (["{$this->dataFolder}/" . AddressKey::FILE, $this->environmentFile, $this->dkimKeyFile] as $file) {
            if ($file !== null && is_file($file)) {
                yield self::closed($file, '600');
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
        $user = \function_exists('posix_geteuid') ? posix_getpwuid(posix_geteuid()) : false;

        return $user === false ? 'this user' : "the user {$user['name']}";
    }
}
