<?php

declare(strict_types=1);

namespace Enquiry\Doctor;

use Enquiry\Configuration\Configuration;
use Enquiry\Configuration\Installation;
use Enquiry\Database\Dialect;
use Enquiry\Http\Suspects;
use Enquiry\Queue\Finding;

/** This machine: PHP and the data folder. */
final readonly class HostChecks
{
    public function __construct(private Configuration $configuration, private Installation $installation) {}

    /** @return iterable<Finding> */
    public static function php(string $server, ?Dialect $dialect = null): iterable
    {
        preg_match_all('/"ext-(\w+)"/', (string) @file_get_contents("{$server}/composer.json"), $required);
        $extensions = [...$required[1], ...$dialect?->extensions() ?? []];
        $missing = array_filter($extensions, static fn(string $name): bool => !\extension_loaded($name));
        yield $missing === []
            ? Finding::ok('PHP ' . \PHP_VERSION . ' has every extension that the program needs.')
            : Finding::problem(
                'PHP lacks these extensions: ' . implode(', ', $missing) . '.',
                'Enable them, also for the command line: in php.ini, in the control panel, or by your host.',
            );
    }

    /** @return iterable<Finding> */
    public function dataFolder(): iterable
    {
        $folder = $this->configuration->folder();
        yield $folder->isWritable()
            ? Finding::ok("The data folder {$folder->path} can be written.")
            : Finding::problem(
                "The data folder {$folder->path} is missing or cannot be written.",
                "Run as root, with the user that PHP runs as: php {$this->installation->console()} setup "
                    . "--owner=<user>. If you are not root, ask your host. If PHP's setting open_basedir forbids the "
                    . 'folder, allow it there.',
            );
        yield from $this->openToOthers();
    }

    /** @return iterable<Finding> */
    private function openToOthers(): iterable
    {
        $modes = [
            $this->configuration->folder()->path => '700',
            $this->installation->environment() => '600',
        ];
        foreach ($modes as $path => $mode) {
            // The group may be that of the web server. Windows has no such permissions.
            if (\DIRECTORY_SEPARATOR === '/' && @file_exists($path) && ((int) fileperms($path) & 0o007) !== 0) {
                yield Finding::problem(
                    "Every user of this machine can read {$path}.",
                    "Set its permissions to {$mode}: chmod {$mode} {$path}, or in the file manager of your host.",
                );
            }
        }
    }

    /** @return iterable<Finding> */
    public function suspects(): iterable
    {
        $suspects = new Suspects($this->configuration->folder());
        foreach ($suspects->errors() as $error) {
            yield Finding::warning(
                "{$suspects->file}: {$error}",
                'Enquiries are accepted without them. Correct the file, and save it as UTF-8 (docs/spam.md).',
            );
        }
    }
}
