<?php

declare(strict_types=1);

namespace Enquiry\Operations;

/** The files of a folder as the build made them: shows whether an upload is incomplete. */
final readonly class Manifest
{
    /** Lists the files of the server folder. */
    public const PROGRAM = 'private.json';

    /** Lists the files of the folder www. */
    public const SITE = 'files.json';

    /** @param array<string, string> $hashes SHA-256 by path in the folder */
    private function __construct(private string $folder, private array $hashes) {}

    /**
     * @param string $pages PAGES_DIR, which has the manifest
     * @return ?self null without a manifest, as in the repository
     */
    public static function read(string $folder, string $pages, string $file = self::PROGRAM): ?self
    {
        $decoded = json_decode((string) @file_get_contents("{$pages}/{$file}"), true);
        $hashes = [];
        foreach (\is_array($decoded) ? $decoded : [] as $path => $hash) {
            if (\is_string($path) && \is_string($hash)) {
                $hashes[$path] = $hash;
            }
        }

        return $hashes === [] ? null : new self($folder, $hashes);
    }

    /** @return list<string> */
    public function paths(): array
    {
        return array_keys($this->hashes);
    }

    /** @return list<string> */
    public function missing(): array
    {
        return array_values(array_filter($this->paths(), fn(string $path): bool => !is_file("{$this->folder}/{$path}")));
    }

    /** @return list<string> */
    public function changed(): array
    {
        $present = array_diff($this->paths(), $this->missing());

        return array_values(array_filter($present, fn(string $path): bool => $this->hash($path) !== $this->hashes[$path]));
    }

    /** FTP programs may convert line endings, so the build and this method hash the files with "\n". */
    private function hash(string $path): string
    {
        return hash('sha256', str_replace("\r\n", "\n", (string) @file_get_contents("{$this->folder}/{$path}")));
    }
}
