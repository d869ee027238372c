<?php

declare(strict_types=1);

namespace Enquiry\Doctor;

use Enquiry\Configuration\Installation;

/** The files of the build: shows whether an upload is incomplete. */
final readonly class Manifest
{
    /** @param array<string, string> $hashes SHA-256 by path, which begins with www/ or private/ */
    private function __construct(private array $hashes) {}

    /** @return ?self null without a manifest, as in the repository */
    public static function of(Installation $installation): ?self
    {
        $decoded = json_decode((string) @file_get_contents($installation->manifest()), true);
        $files = \is_array($decoded) && \is_array($decoded['files'] ?? null) ? $decoded['files'] : [];
        $hashes = [];
        foreach ($files as $path => $file) {
            // Hosts change .htaccess, so files whose name begins with a dot are not compared.
            if (
                \is_string($path)
                && !str_contains($path, '/.')
                && \is_array($file)
                && \is_string($file['hash'] ?? null)
            ) {
                $hashes[$path] = $file['hash'];
            }
        }

        return $hashes === [] ? null : new self($hashes);
    }

    /**
     * @param string $folder www or private
     * @return array<string, string> SHA-256 by path in the folder
     */
    public function hashes(string $folder): array
    {
        $hashes = [];
        foreach ($this->hashes as $path => $hash) {
            if (str_starts_with($path, "{$folder}/")) {
                $hashes[substr($path, \strlen($folder) + 1)] = $hash;
            }
        }

        return $hashes;
    }

    /** FTP programs may convert line endings. */
    public static function matches(string $file, string $hash): bool
    {
        $content = (string) @file_get_contents($file);

        return \in_array($hash, [hash('sha256', $content), hash('sha256', str_replace("\r\n", "\n", $content))], true);
    }
}
