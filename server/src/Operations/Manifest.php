<?php

declare(strict_types=1);

namespace Enquiry\Operations;

/** The files of a folder as the build made them. Comparing them with the disk shows an incomplete upload. */
final readonly class Manifest
{
    /** The server folder's files. */
    public const PROGRAM = 'private.json';

    /** The files in the folder www. */
    public const SITE = 'files.json';

    /** @param array<string, string> $hashes SHA-256 by path below the folder */
    private function __construct(private string $folder, private array $hashes) {}

    /**
     * @param string $pages PAGES_DIR, where the build writes the manifest
     *
     * @return ?self null if there is no manifest, as in the repository
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

    public function count(): int
    {
        return \count($this->hashes);
    }

    /** @return list<string> */
    public function paths(): array
    {
        return array_keys($this->hashes);
    }

    /** @return list<string> */
    public function missing(): array
    {
        return $this->files(fn(string $file): bool => !is_file("{$this->folder}/{$file}"));
    }

    /** @return list<string> */
    public function changed(): array
    {
        return $this->files(fn(string $file, string $hash): bool => is_file("{$this->folder}/{$file}") && $this->hash($file) !== $hash);
    }

    /** FTP programs may convert line endings, so both sides are hashed with "\n". */
    private function hash(string $file): string
    {
        return hash('sha256', str_replace("\r\n", "\n", (string) @file_get_contents("{$this->folder}/{$file}")));
    }

    /**
     * @param \Closure(string, string): bool $isListed
     *
     * @return list<string>
     */
    private function files(\Closure $isListed): array
    {
        return array_values(array_filter(array_keys($this->hashes), fn(string $file): bool => $isListed($file, $this->hashes[$file])));
    }
}
