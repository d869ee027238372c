<?php

declare(strict_types=1);

namespace Enquiry\Doctor;

use Enquiry\Storage\Dialect;

/** composer.json is what says which PHP and which extensions are needed. */
final readonly class PhpCheck implements Check
{
    /** @param ?Dialect $database what enquiries are kept in, as far as it is known */
    public function __construct(private string $composerFile, private ?Dialect $database = null) {}

    public function findings(): iterable
    {
        $json = is_file($this->composerFile) ? @file_get_contents($this->composerFile) : false;
        $composer = json_decode((string) $json, true);
        $required = \is_array($composer) ? $composer['require'] ?? null : null;
        if (!\is_array($required)) {
            yield Finding::problem("{$this->composerFile} is missing or cannot be read.", 'Upload the server folder again, whole.');

            return;
        }
        yield from self::version(\is_string($required['php'] ?? null) ? ltrim($required['php'], '>=^~ ') : '0');
        yield from self::extensions([
            ...array_keys($required),
            ...array_map(static fn(string $name): string => "ext-{$name}", $this->database?->extensions() ?? []),
        ]);
    }

    /** @return iterable<Finding> */
    private static function version(string $least): iterable
    {
        yield version_compare(\PHP_VERSION, $least, '>=')
            ? Finding::ok('PHP ' . \PHP_VERSION . ' is new enough, on the command line at least.')
            : Finding::problem('PHP ' . \PHP_VERSION . " is too old: {$least} or newer is needed.", 'Choose a newer PHP in the control panel of your host.');
    }

    /**
     * @param list<int|string> $packages
     *
     * @return iterable<Finding>
     */
    private static function extensions(array $packages): iterable
    {
        $missing = [];
        foreach ($packages as $package) {
            $extension = preg_replace('/^ext-/', '', (string) $package, count: $isExtension);
            if ($isExtension === 1 && !\extension_loaded((string) $extension)) {
                $missing[] = (string) $extension;
            }
        }
        yield $missing === []
            ? Finding::ok('PHP has every extension that is needed.')
            : Finding::problem('PHP lacks extensions: ' . implode(', ', $missing) . '.', 'Switch them on in php.ini or in the control panel of your host, for the command line and for the web server.');
    }
}
