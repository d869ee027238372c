<?php

declare(strict_types=1);

namespace Enquiry\Tests\Support;

use Symfony\Component\Filesystem\Filesystem;

/** A copy of the folder server that a test may change. It is removed after all tests of this process. */
final class ServerCopy
{
    private const ORIGINAL = __DIR__ . '/../../../server';

    /** @var array<string, true> the changed files and folders */
    private array $changed = [];

    private function __construct(public readonly string $root, public readonly string $server) {}

    public static function make(): self
    {
        $root = self::ORIGINAL . '/.cache/copy-' . bin2hex(random_bytes(6));
        mkdir($root, recursive: true);
        Children::afterTheParent(static fn() => (new Filesystem())->remove($root));
        self::copy(self::ORIGINAL, "{$root}/server");

        return new self($root, "{$root}/server");
    }

    /** Files are linked, and so are the folders of packages, because they are large. */
    private static function copy(string $from, string $to): void
    {
        if (!is_dir($from)) {
            link($from, $to);

            return;
        }
        mkdir($to);
        foreach (array_diff((array) scandir($from), ['.', '..', '.cache', 'data']) as $name) {
            basename($from) === 'vendor' && is_dir("{$from}/{$name}") && $name !== 'composer'
                ? symlink((string) realpath("{$from}/{$name}"), "{$to}/{$name}")
                : self::copy("{$from}/{$name}", "{$to}/{$name}");
        }
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
        $this->changed[$path] = true;
    }

    public function replace(string $path, string $content): void
    {
        $this->remove($path); // Else the original, which shares the content, would change too.
        file_put_contents("{$this->server}/{$path}", $content);
    }

    /** Undoes all changes. */
    public function restore(): void
    {
        foreach (array_keys($this->changed) as $path) {
            $this->remove($path);
            file_exists(self::ORIGINAL . "/{$path}") && self::copy(self::ORIGINAL . "/{$path}", "{$this->server}/{$path}");
        }
        $this->changed = [];
        (new Filesystem())->remove(["{$this->root}/.env", "{$this->server}/data"]);
    }
}
