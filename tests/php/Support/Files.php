<?php

declare(strict_types=1);

namespace Enquiry\Tests\Support;

/** What is on the disk, whatever a database says is there. */
final class Files
{
    /** Whether a file in the folder, or in one below it, has these bytes. */
    public static function hold(string $folder, string $text): bool
    {
        $files = new \RecursiveIteratorIterator(new \RecursiveDirectoryIterator($folder, \FilesystemIterator::SKIP_DOTS | \FilesystemIterator::CURRENT_AS_PATHNAME));
        foreach ($files as $file) {
            if (\is_string($file) && str_contains((string) file_get_contents($file), $text)) {
                return true;
            }
        }

        return false;
    }
}
