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
        Children::afterTheParent(static fn() => (new Filesystem())->remove($root));
        $copy = new self($root, "{$root}/server");
        $copy->restore();

        return $copy;
    }

    /** Undoes all changes, also those that the program made. */
    public function restore(): void
    {
        (new Filesystem())->remove($this->root);
        mkdir($this->root, recursive: true);
        self::copy(self::ORIGINAL, $this->server);
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
    }

    public function replace(string $path, string $content): void
    {
        $this->remove($path); // Else the original, which shares the content, would change too.
        file_put_contents("{$this->server}/{$path}", $content);
    }
}
