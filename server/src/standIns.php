<?php

declare(strict_types=1);

/*
 * For functions that hosts disable and that we, or a package, can do without. PHP 8 does not know a
 * disabled function at all: a call ends the request, and nothing hinders a definition. The syntax stays
 * that of PHP 8.0, as FatalErrorHandler's does.
 */

// Asked so that OPcache does not answer when it compiles: php-fpm shares its cache among pools, each with a list of its own.
$isMissing = static fn(string $function): bool => !function_exists($function);

if ($isMissing('chmod')) {
    function chmod(string $filename, int $permissions): bool
    {
        return false;
    }
}

if ($isMissing('chown')) {
    function chown(string $filename, string|int $user): bool
    {
        return false;
    }
}

if ($isMissing('dns_get_record')) {
    function dns_get_record(): bool
    {
        return false;
    }
}

if ($isMissing('error_log')) {
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

if ($isMissing('error_reporting')) {
    /** As after an @: whatever asks leaves the error to PHP, which knows. */
    function error_reporting(): int
    {
        return 0;
    }
}

if ($isMissing('fileinode')) {
    function fileinode(string $filename): int|false
    {
        return stat($filename)['ino'] ?? false;
    }
}

if ($isMissing('fileowner')) {
    function fileowner(string $filename): int|false
    {
        return stat($filename)['uid'] ?? false;
    }
}

if ($isMissing('flock')) {
    /** As if the lock were free; SQLite has one of its own. @param resource $stream */
    function flock($stream, int $operation): bool
    {
        return true;
    }
}

if ($isMissing('fsync')) {
    /** @param resource $stream */
    function fsync($stream): bool
    {
        return fflush($stream);
    }
}

if ($isMissing('getenv')) {
    /** @return array<string, string>|false */
    function getenv(?string $name = null): array|false
    {
        return $name === null ? [] : false;
    }
}

if ($isMissing('getmypid')) {
    function getmypid(): int|false
    {
        return false;
    }
}

if ($isMissing('hrtime')) {
    function hrtime(): int
    {
        return (int) (1e9 * microtime(true));
    }
}

if ($isMissing('ignore_user_abort')) {
    function ignore_user_abort(): int
    {
        return 0;
    }
}

if ($isMissing('ini_get')) {
    function ini_get(): bool
    {
        return false;
    }
}

if ($isMissing('ini_set')) {
    function ini_set(): bool
    {
        return false;
    }
}

if ($isMissing('putenv')) {
    function putenv(): bool
    {
        return false;
    }
}

if ($isMissing('register_shutdown_function')) {
    function register_shutdown_function(): void {}
}

if ($isMissing('restore_error_handler')) {
    function restore_error_handler(): bool
    {
        return true;
    }
}

if ($isMissing('set_error_handler')) {
    function set_error_handler(): mixed
    {
        return null;
    }
}

if ($isMissing('set_exception_handler')) {
    function set_exception_handler(): mixed
    {
        return null;
    }
}

if ($isMissing('set_time_limit')) {
    function set_time_limit(): bool
    {
        return false;
    }
}

if ($isMissing('touch')) {
    function touch(): bool
    {
        return false;
    }
}

if ($isMissing('umask')) {
    function umask(): int
    {
        return 0o022;
    }
}
