<?php

declare(strict_types=1);

namespace Enquiry\Tests\Support;

use Symfony\Component\Filesystem\Filesystem;

final class DataFolders
{
    private static ?string $root = null;

    public static function fresh(): string
    {
        if (self::$root === null) {
            self::$root = sys_get_temp_dir() . '/enquiries-' . bin2hex(random_bytes(6));
            mkdir(self::$root, 0o755);
            Children::afterTheParent(static fn() => (new Filesystem())->remove(self::$root ?? []));
        }

        return self::$root . '/' . bin2hex(random_bytes(6));
    }

    public static function made(): string
    {
        mkdir($folder = self::fresh(), 0o700);

        return $folder;
    }

    /** @return string the path of a new file with these bytes */
    public static function file(string $bytes): string
    {
        file_put_contents($file = self::fresh(), $bytes);

        return $file;
    }
}
