<?php

declare(strict_types=1);

namespace Enquiry\Doctor;

use Enquiry\Configuration\Installation;

/** The files of the build: shows whether an upload is incomplete. */
final class Manifest
{
    /**
     * @param 'www'|'private' $folder
     * @return array<string, string> SHA-256 by path in the folder; empty without a manifest, as in the repository
     */
    public static function hashes(Installation $installation, string $folder): array
    {
        $decoded = json_decode((string) @file_get_contents($installation->manifest()), true);
        $files = \is_array($decoded) && \is_array($decoded['files'] ?? null) ? $decoded['files'] : [];
        $hashes = [];
        foreach ($files as $path => $file) {
            $hash = \is_array($file) ? $file['hash'] ?? null : null;
            // Hosts change .htaccess, so files whose name begins with a dot are not compared.
            if (\is_string($hash) && preg_match("~^{$folder}/((?!.*/\.|\.).+)$~D", (string) $path, $found) === 1) {
                $hashes[$found[1]] = $hash;
            }
        }

        return $hashes;
    }
}
