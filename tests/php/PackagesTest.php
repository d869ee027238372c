<?php

declare(strict_types=1);

namespace Enquiry\Tests;

use PHPUnit\Framework\TestCase;

/** Without a lock file, composer.json alone decides which code the next build gets. */
final class PackagesTest extends TestCase
{
    private const SERVER = __DIR__ . '/../../server';

    public function test_every_installed_package_has_its_exact_version_in_composer_json(): void
    {
        ['require' => $require, 'require-dev' => $requireDev] = self::read('composer.json');
        ['packages' => $packages, 'dev-package-names' => $developers] = self::read('vendor/composer/installed.json');
        self::assertIsArray($packages);
        self::assertIsArray($developers);
        $installed = array_column($packages, 'version', 'name');
        $installed = array_map(static fn(mixed $version): string => ltrim(\is_string($version) ? $version : '', 'v'), $installed);
        $onlyForDevelopers = array_fill_keys(array_filter($developers, \is_string(...)), true);

        self::assertEquals(array_diff_key($installed, $onlyForDevelopers), self::packages($require));
        self::assertEquals(array_intersect_key($installed, $onlyForDevelopers), self::packages($requireDev));
    }

    /** @return array<string, mixed> without PHP and its extensions */
    private static function packages(mixed $required): array
    {
        self::assertIsArray($required);
        $packages = [];
        foreach ($required as $name => $version) {
            if (str_contains((string) $name, '/')) {
                $packages[(string) $name] = $version;
            }
        }

        return $packages;
    }

    /** @return array<mixed> */
    private static function read(string $file): array
    {
        $content = json_decode((string) file_get_contents(self::SERVER . "/{$file}"), true);
        self::assertIsArray($content);

        return $content;
    }
}
