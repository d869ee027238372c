<?php

declare(strict_types=1);

namespace Enquiry\Operations\Doctor;

use Enquiry\Configuration\Configuration;

/** The files of the live site, beside those that the build lists: on this disk, and as a browser gets them. */
final readonly class BuildChecks
{
    private const MISSING = 'missing';
    private const BROKEN = 'broken';
    private const OTHER = 'other';

    /** As browsers ask. */
    private const ENCODINGS = 'gzip, br';

    /** What is larger is no page and no script, and is not fetched whole each time. */
    public const MOST_BYTES_OF_FILE = 2_097_152;

    /** What compressed files end in, by the name of what they are compressed by. */
    private const ENDINGS = ['' => '', 'br' => '.br', 'gzip' => '.gz'];

    /** @param string $server the folder that holds vendor and public */
    public function __construct(
        private Configuration $configuration,
        private string $server,
        private Internet $internet,
    ) {}

    /**
     * Whether all of the site is there, and of the build that this folder came with: somebody may have uploaded half.
     * Where www is on this disk its files are compared, with those that are compressed, and the server is asked
     * for some of each kind only: some hosts shut out who asks for much.
     *
     * @return iterable<Finding>
     */
    public function files(): iterable
    {
        $built = $this->built();
        if ($built === []) {
            return;
        }
        $www = $this->documentRoot($built);
        $faults = [];
        if ($www !== null) {
            foreach ($built as $file => $made) {
                $faults[$file] = self::faultOfFile("{$www}{$file}", $made);
            }
            $faults = array_filter($faults);
            yield from $faults === []
                ? [Finding::ok("All files of the site are in {$www}, and of the same build as private: " . \count($built) . '.')]
                : self::told($faults, "In {$www}", 'missing, or cannot be read');
        }
        if ($this->configuration->siteUrl !== null) {
            $asked = array_filter(
                $this->addresses($built, $www),
                static fn(string $file): bool => array_intersect_key($faults, array_flip(array_map(static fn(string $ending): string => "{$file}{$ending}", self::ENDINGS))) === [],
            );
            yield from $this->answers($asked, $built);
        }
    }

    /**
     * @param array<string, string>               $asked files by address
     * @param array<string, array{int, string}> $built
     *
     * @return iterable<Finding>
     */
    private function answers(array $asked, array $built): iterable
    {
        $faults = [];
        $encodings = [self::ENCODINGS, 'gzip', ''];
        $script = current(array_filter($asked, static fn(string $file): bool => str_ends_with($file, '.js')));
        try {
            foreach ($asked as $address => $file) {
                foreach ($file === $script ? $encodings : [self::ENCODINGS] as $encoding) {
                    $faults[$address] ??= $this->faultOf($address, $file, $built, $encoding);
                }
            }
        } catch (\RuntimeException $unreachable) {
            yield Finding::warning("Whether the site answers with what was built was not seen: {$unreachable->getMessage()}", 'See that the site is up and that this machine can reach it, then run this again.');

            return;
        }
        $faults = array_filter($faults);
        yield from $faults === [] && $asked !== []
            ? [Finding::ok('The site answers with what was built, as browsers ask for it: ' . Finding::number(\count($asked), 'address', 'addresses') . ($script === false ? '.' : ', and one script in each encoding.'))]
            : self::told($faults, 'Of the site', null);
    }

    /**
     * @param array<string, self::MISSING|self::BROKEN|self::OTHER> $faults by path
     * @param ?string $gone what the missing ones are; null where they cannot be fetched
     *
     * @return iterable<Finding>
     */
    private static function told(array $faults, string $where, ?string $gone): iterable
    {
        $missing = array_keys($faults, self::MISSING, true);
        $broken = array_keys($faults, self::BROKEN, true);
        $other = array_keys($faults, self::OTHER, true);
        $are = static fn(array $paths): string => \count($paths) === 1 ? 'is' : 'are';
        if ($missing !== []) {
            yield Finding::problem("{$where}, " . Finding::some($missing) . ($gone === null ? ' cannot be fetched.' : " {$are($missing)} {$gone}."), 'Upload the folder www whole.');
        }
        if ($broken !== []) {
            yield Finding::problem("{$where}, " . Finding::some($broken) . " {$are($broken)} broken: cut off, or not what was built.", 'Upload the folder www whole, over what is there, with the files that end in .br and .gz. Where it is, have your host or its cache deliver files as they are.');
        }
        if ($other !== []) {
            yield Finding::warning("{$where}, " . Finding::some($other) . " {$are($other)} not of the build that private is of, or something on the way changes files.", 'Upload www and private of the same build. Where they are, have your host or its cache deliver files as they are.');
        }
    }

    /** @return array<string, array{int, string}> of each file that the build put into www, how many bytes it has, and their hash */
    private function built(): array
    {
        $list = json_decode((string) @file_get_contents("{$this->configuration->pagesFolder}/files.json"), true);
        $built = [];
        foreach (\is_array($list) ? $list : [] as $file => $made) {
            if (\is_array($made) && \is_int($made[0] ?? null) && \is_string($made[1] ?? null)) {
                $built[(string) $file] = [$made[0], $made[1]];
            }
        }

        return $built;
    }

    /**
     * Where the folder www is, under whatever name: beside private, or around it. Half of it may be missing.
     *
     * @param array<string, array{int, string}> $built
     */
    private function documentRoot(array $built): ?string
    {
        $found = [];
        foreach ($this->documentRoots((string) realpath(\dirname($this->server, 2))) as $folder) {
            $count = \count(array_filter(array_keys($built), static fn(string $file): bool => @is_file("{$folder}{$file}")));
            $found[$count] ??= $folder;
        }
        $most = max([0, ...array_keys($found)]);

        return 2 * $most < \count($built) ? null : $found[$most] ?? null;
    }

    /** @return list<string> whose scripts use the folder private in this folder, by the order of entry.php */
    private function documentRoots(string $around): array
    {
        $names = @scandir($around);
        $roots = [];
        foreach ($names === false ? [] : array_diff($names, ['..']) as $name) {
            $folder = $name === '.' ? $around : "{$around}/{$name}";
            if (@is_dir("{$folder}{$this->configuration->servicePrefix}") && ($name === '.' || !@is_dir("{$folder}/private/server"))) {
                $roots[] = $folder;
            }
        }

        return $roots;
    }

    /**
     * What a browser asks for, by address. Of the files that are on this disk and are open to all, one of each
     * kind in each folder: the others are served as that one is.
     *
     * @param array<string, array{int, string}> $built
     *
     * @return array<string, string> files by address
     */
    private function addresses(array $built, ?string $www): array
    {
        $addresses = $kinds = [];
        foreach (array_keys($built) as $file) {
            if (preg_match('~\.(?:br|gz)$|^/(?:404|index)\.html$~D', $file) === 1 || str_starts_with($file, "{$this->configuration->servicePrefix}/")) {
                continue;
            }
            $kind = self::isPage($file) ? $file : \dirname($file) . pathinfo($file, \PATHINFO_EXTENSION);
            if ($www === null || !isset($kinds[$kind]) || !self::isOpen("{$www}{$file}")) {
                $addresses[self::isPage($file) ? \dirname($file) : $file] = $file;
            }
            $kinds[$kind] = true;
        }

        return $addresses;
    }

    /** @return list<string> their addresses; none where nothing says what was built */
    public function pages(): array
    {
        return array_keys(array_filter($this->addresses($this->built(), null), self::isPage(...)));
    }

    private static function isPage(string $file): bool
    {
        return str_ends_with($file, '/index.html');
    }

    /** To the web server too, whoever that is. */
    private static function isOpen(string $file): bool
    {
        return \DIRECTORY_SEPARATOR === '\\' || ((int) @fileperms($file) & 0o004) !== 0;
    }

    /**
     * @param array{int, string} $made
     *
     * @return self::MISSING|self::BROKEN|self::OTHER|null null where it is what was built
     */
    private static function faultOfFile(string $file, array $made): ?string
    {
        if (!@is_file($file) || !@is_readable($file)) {
            return self::MISSING;
        }
        if (@hash_file('sha256', $file) === $made[1]) {
            return null;
        }
        $content = (string) @file_get_contents($file, length: self::MOST_BYTES_OF_FILE);
        // An FTP program may end the lines of a script in another way.
        if (str_ends_with($file, '.php') && self::is(str_replace("\r\n", "\n", $content), $made)) {
            return null;
        }

        return self::isWhole($file, $content) ? self::OTHER : self::BROKEN;
    }

    /** Of a file that is not what was built, whether it may be of another build. */
    private static function isWhole(string $file, string $content): bool
    {
        return match (1) {
            preg_match('~\.(?:js|php|br|gz)$~D', $file) => false, // The name goes by the content, or the content does not change.
            preg_match('~/(?:index|404)\.html$~D', $file) => str_ends_with(rtrim($content), '</html>'),
            default => true, // Nothing that a page could not do without.
        };
    }

    /**
     * What a browser gets is a file of its own, which may be cut off too.
     *
     * @param array<string, array{int, string}> $built
     *
     * @return self::MISSING|self::BROKEN|self::OTHER|null null where it is what was built
     */
    private function faultOf(string $address, string $file, array $built, string $encodings): ?string
    {
        $url = "{$this->configuration->siteUrl}{$address}";
        $answer = $this->internet->get($url, $encodings, self::MOST_BYTES_OF_FILE);
        if (!$answer->isSuccessful()) {
            return self::MISSING;
        }
        $encoded = (string) $answer->getContent();
        if (\strlen($encoded) === self::MOST_BYTES_OF_FILE) {
            return null;
        }
        $encoding = $answer->headers->get('Content-Encoding') ?? '';
        $made = $built[$file . (self::ENDINGS[$encoding] ?? '')] ?? null;
        if ($made !== null && self::is($encoded, $made)) {
            return null;
        }
        $plain = $encoding === '' ? $encoded : (string) $this->internet->get($url, mostBytes: self::MOST_BYTES_OF_FILE)->getContent();
        if (self::is($plain, $built[$file])) {
            $isBroken = match ($encoding) {
                // Compressed by somebody else, then: nobody makes less of it than the build does by br.
                'br' => \strlen($encoded) < ($made[0] ?? 0),
                'gzip' => \function_exists('gzdecode') && @gzdecode($encoded) !== $plain,
                default => false,
            };

            return $isBroken ? self::BROKEN : null;
        }

        return self::isWhole($file, $plain) ? self::OTHER : self::BROKEN;
    }

    /** @param array{int, string} $made */
    private static function is(string $content, array $made): bool
    {
        return $made[1] === hash('sha256', $content);
    }
}
