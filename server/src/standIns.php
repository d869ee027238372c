<?php

declare(strict_types=1);

/*
 * For functions that hosts disable and that we, or a package, can do without. PHP 8 does not know a
 * disabled function at all: a call ends the request, and nothing hinders a definition. The syntax stays
 * that of PHP 8.0, as LastResort's does.
 */

if (!function_exists('chmod')) {
    function chmod(string $filename, int $permissions): bool
    {
        return false;
    }
}

if (!function_exists('chown')) {
    function chown(string $filename, string|int $user): bool
    {
        return false;
    }
}

if (!function_exists('error_log')) {
    /** PHP writes a notice into the same log by itself; not where it would show it to the visitor too. */
    function error_log(string $message): bool
    {
        if (filter_var(ini_get('display_errors'), \FILTER_VALIDATE_BOOL)) {
            return false;
        }
        set_error_handler(null);
        trigger_error($message);
        restore_error_handler();

        return true;
    }
}

if (!function_exists('error_reporting')) {
    /** As after an @: whatever asks leaves the error to PHP, which knows. */
    function error_reporting(): int
    {
        return 0;
    }
}

if (!function_exists('fileinode')) {
    function fileinode(string $filename): int|false
    {
        return stat($filename)['ino'] ?? false;
    }
}

if (!function_exists('fileowner')) {
    function fileowner(string $filename): int|false
    {
        return stat($filename)['uid'] ?? false;
    }
}

if (!function_exists('fsync')) {
    /** @param resource $stream */
    function fsync($stream): bool
    {
        return fflush($stream);
    }
}

if (!function_exists('getenv')) {
    /** @return array<string, string>|false */
    function getenv(?string $name = null): array|false
    {
        return $name === null ? [] : false;
    }
}

if (!function_exists('getmypid')) {
    function getmypid(): int|false
    {
        return false;
    }
}

if (!function_exists('ignore_user_abort')) {
    function ignore_user_abort(): int
    {
        return 0;
    }
}

if (!function_exists('ini_set')) {
    function ini_set(): bool
    {
        return false;
    }
}

if (!function_exists('register_shutdown_function')) {
    function register_shutdown_function(): void {}
}

if (!function_exists('restore_error_handler')) {
    function restore_error_handler(): bool
    {
        return true;
    }
}

if (!function_exists('set_error_handler')) {
    function set_error_handler(): mixed
    {
        return null;
    }
}

if (!function_exists('set_exception_handler')) {
    function set_exception_handler(): mixed
    {
        return null;
    }
}

if (!function_exists('set_time_limit')) {
    function set_time_limit(): bool
    {
        return false;
    }
}

if (!function_exists('touch')) {
    function touch(): bool
    {
        return false;
    }
}

if (!function_exists('umask')) {
    function umask(): int
    {
        return 0o022;
    }
}
