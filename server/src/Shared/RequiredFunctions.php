<?php

declare(strict_types=1);

namespace Enquiry\Shared;

/** PHP functions that this program needs and some hosts disable. This file is loaded before the autoloader. */
final class RequiredFunctions
{
    private const NAMES = [
        'chmod', 'error_reporting', 'fileinode', 'fileowner', 'flock', 'fsync', 'getenv', 'hrtime',
        'ignore_user_abort', 'ini_get', 'ini_set', 'mkdir', 'restore_error_handler', 'scandir',
        'set_error_handler', 'stream_context_create', 'stream_get_meta_data', 'stream_select', 'stream_set_blocking',
        'stream_socket_client', 'stream_socket_enable_crypto', 'sys_get_temp_dir', 'touch', 'umask', 'usleep',
    ];

    /** @return list<string> */
    public static function missing(): array
    {
        return array_values(array_filter(self::NAMES, static fn(string $name): bool => !\function_exists($name)));
    }

    /** @throws \RuntimeException */
    public static function check(): void
    {
        $missing = self::missing();
        if ($missing !== []) {
            throw new \RuntimeException(
                'PHP has these functions disabled: '
                    . implode(', ', $missing)
                    . '. Remove them from disable_functions in php.ini, or ask your host to do it.',
            );
        }
    }
}
