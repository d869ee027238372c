<?php

declare(strict_types=1);

namespace Enquiry\Tests\Support;

use Symfony\Component\Filesystem\Filesystem;

/** A copy of the folder server that a test may change. It is removed after all tests of this process. */
final readonly class ServerCopy
{
    private const ORIGINAL = __DIR__ . '/../../../server';

    private function __construct(public string $root, public string $server) {}

    public static function make(): self
    {
        $root = self::ORIGINAL . '/.cache/copy-' . bin2hex(random_bytes(6));
        $copy = new self($root, "{$root}/server");
        $files = new \RecursiveIteratorIterator(
            new \RecursiveCallbackFilterIterator(
                new \RecursiveDirectoryIterator(self::ORIGINAL, \FilesystemIterator::SKIP_DOTS),
                static fn(\SplFileInfo $file): bool => !\in_array($file->getPathname(), [self::ORIGINAL . '/.cache', self::ORIGINAL . '/data'], true),
            ),
            \RecursiveIteratorIterator::SELF_FIRST,
        );
        mkdir($copy->server, recursive: true);
        Children::afterTheParent(static fn() => (new Filesystem())->remove($root));
        foreach ($files as $file) {
            \assert($file instanceof \SplFileInfo);
            $target = $copy->server . substr($file->getPathname(), \strlen(self::ORIGINAL));
            $file->isDir() ? mkdir($target) : link($file->getPathname(), $target);
        }

        return $copy;
    }

    /** @param array<string, string> $environment */
    public function configure(array $environment): void
    {
        $lines = array_map(static fn(string $key, string $value): string => "{$key}='{$value}'\n", array_keys($environment), $environment);
        file_put_contents("{$this->root}/.env", $lines);
    }

    public function remove(string $path): void
    {
        (new Filesystem())->remove("{$this->server}/{$path}");
    }

    public function replace(string $path, string $content): void
    {
        $this->remove($path); // Else the original, which shares the content, would change too.
        file_put_contents("{$this->server}/{$path}", $content);
    }
}
