<?php

declare(strict_types=1);

namespace Enquiry\Doctor;

use Enquiry\Configuration\Configuration;
use Enquiry\Configuration\Installation;
use Enquiry\Database\Dialect;
use Enquiry\Http\FatalErrorHandler;
use Enquiry\Http\Suspects;
use Enquiry\Queue\Finding;

/** This machine: PHP, the data folder and the uploaded files. */
final readonly class HostChecks
{
    public function __construct(private Configuration $configuration, private Installation $installation) {}

    /** @return iterable<Finding> */
    public static function php(string $server, ?Dialect $dialect = null): iterable
    {
        preg_match_all('/"ext-(\w+)"/', (string) @file_get_contents("{$server}/composer.json"), $required);
        $extensions = [...$required[1], ...$dialect?->extensions() ?? []];
        $lacking = array_filter($extensions, static fn(string $name): bool => !\extension_loaded($name));
        $missing = [...$lacking, ...FatalErrorHandler::missingFunctions()];
        yield $missing === []
            ? Finding::ok('PHP ' . \PHP_VERSION . ' has every extension and function that the program needs.')
            : Finding::problem(
                'PHP lacks these extensions and functions: ' . implode(', ', $missing) . '.',
                'Enable the extensions, also for the command line, and remove the functions from disable_functions: in '
                    . 'php.ini, in the control panel, or by your host.',
            );
    }

    /** @return iterable<Finding> */
    public function dataFolder(): iterable
    {
        $folder = $this->configuration->folder();
        $chown = "Run as root, with the user that PHP runs as: php {$this->installation->console()} setup "
            . "--owner=<user>. If you are not root, ask your host.";
        if (!$folder->isWritable()) {
            $what = "The data folder {$folder->path} is missing or cannot be written.";
            yield Finding::problem($what, "{$chown} If PHP's setting open_basedir forbids the folder, allow it there.");

            return;
        }
        $foreign = $folder->foreign();
        $what = 'PHP may not be able to write these files, because another user owns them: ' . Finding::some($foreign);
        yield $foreign === []
            ? Finding::ok("The data folder {$folder->path} can be written.")
            : Finding::problem("{$what}.", $chown);
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

    /** @return iterable<Finding> none in the repository, and none after npm run deploy, which compares sizes */
    public function upload(): iterable
    {
        $folders = ['private' => $this->installation->root, 'www' => $this->documentRoot()];
        foreach ($this->installation->release === '' ? $folders : [] as $name => $folder) {
            $hashes = Manifest::hashes($this->installation, $name);
            if ($hashes === []) {
                continue;
            }
            yield $folder === null
                ? Finding::warning(
                    'The folder www is neither beside nor around the folder private, so its files were not compared.',
                    'Upload www and private side by side.',
                )
                : self::compared($hashes, $name, $folder);
        }
    }

    /** @param array<string, string> $hashes by path */
    private static function compared(array $hashes, string $name, string $folder): Finding
    {
        $wrong = [];
        foreach ($hashes as $path => $hash) {
            if (@hash_file('sha256', "{$folder}/{$path}") !== $hash) {
                $wrong[] = $path;
            }
        }

        return $wrong === []
            ? Finding::ok('All ' . \count($hashes) . " files in {$folder} are as the build made them.")
            : Finding::problem(
                "Files in {$folder} are missing, or not those of the build: " . Finding::some($wrong) . '.',
                "Run npm run deploy, or upload the whole folder {$name} again, with www and private of the same build.",
            );
    }

    /** After an upload by hand, it is around the folder private or beside it, with any name. */
    private function documentRoot(): ?string
    {
        $around = \dirname((string) realpath($this->installation->root));
        $entry = $this->configuration->formAddresses()[0] ?? '';
        foreach (["{$around}{$entry}", ...(array) glob("{$around}/*{$entry}")] as $path) {
            $root = substr((string) $path, 0, -\strlen($entry));
            // The folder of another website has its own folder private. open_basedir may forbid the folder around.
            if (@is_file((string) $path) && ($root === $around || !is_dir("{$root}/private"))) {
                return $root;
            }
        }

        return null;
    }
}
