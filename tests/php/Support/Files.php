<?php

declare(strict_types=1);

namespace Enquiry\Tests\Support;

final class Files
{
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
