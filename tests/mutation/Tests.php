<?php

declare(strict_types=1);

namespace Enquiry\Mutation;

/**
 * Which tests run which lines of the server, in whatever process, as recorded once. A class of tests is recorded anew
 * when it, or what it tests, has changed.
 *
 * @phpstan-type Recorded array{
 *     hash: string,
 *     tests: array<string, array{milliseconds: int, lines: array<string, list<int>>}>,
 *     unclear: list<string>,
 *     executable: array<string, list<int>>,
 *     loaded: list<string>,
 * }
 */
final class Tests
{
    /** A test that takes longer than this waits until the quick ones of such classes have run. */
    private const SLOW_MILLISECONDS = 400;

    /** A class that takes less is worth running whatever it is about. */
    private const QUICK_CLASS_MILLISECONDS = 1_000;

    /** Up to where the runs of PHPUnit go that one mutant's tests are divided into. */
    private const RUNS_END_MILLISECONDS = [700, 3_000, 10_000, 30_000, 90_000];

    /** @var array<string, string> of classes to be recorded */
    private array $hashes = [];

    /** @var array<string, array<string, true>> tests that failed for a mutant, by the mutated file: the next may be theirs as well */
    private array $noticed = [];

    /** @param array<string, Recorded> $classes by the test's file, from the folder server */
    private function __construct(private readonly string $repository, private readonly string $cache, private array $classes) {}

    public static function of(string $repository): self
    {
        $cache = "{$repository}/server/.cache/mutation/tests.json";
        $known = is_file($cache) ? json_decode((string) file_get_contents($cache), true) : [];

        /** @phpstan-ignore argument.type (our own file) */
        return new self($repository, $cache, \is_array($known) ? $known : []);
    }

    /** @return list<string> the files of tests to be recorded, those of classes that take longest first */
    public function missing(): array
    {
        $common = $this->hash([
            ...$this->find('server/src'), ...$this->find('server/public'), ...$this->find('server/rules'), ...$this->find('server/templates'),
            ...$this->find('tests/contract'), ...$this->find('tests/support'), ...$this->find('tests/php', false),
        ]);
        $classes = [];
        $missing = [];
        foreach ($this->find('tests/php', true) as $path) {
            $file = "../{$path}";
            $hash = $common . $this->hash([$path]);
            $old = $this->classes[$file] ?? null;
            $classes[$file] = $old ?? ['hash' => '', 'tests' => [], 'unclear' => [], 'executable' => [], 'loaded' => []];
            if ($old === null || $old['hash'] !== $hash) {
                $this->hashes[$file] = $hash;
                $missing[$file] = $this->milliseconds($classes[$file]);
            }
        }
        $this->classes = $classes;
        arsort($missing);

        return array_keys($missing);
    }

    /** Takes over what a run of one class has noted in the folder. */
    public function take(string $file, string $folder): void
    {
        $tests = [];
        $executable = [];
        $loaded = [];
        foreach ($this->notes("{$folder}/*.json") as $text) {
            $note = json_decode($text, true);
            if (!\is_array($note)) {
                continue; // Cut off with its process, whose marker is there still.
            }
            /** @var array{test: string, milliseconds: int, lines: array<string, list<int>>, executable: array<string, list<int>>, loaded: list<string>} $note */
            $test = $tests[$note['test']] ?? ['milliseconds' => 0, 'lines' => []];
            $test['milliseconds'] += $note['milliseconds'];
            foreach ($note['lines'] as $name => $lines) {
                $test['lines'][$name] = array_keys(array_flip([...$test['lines'][$name] ?? [], ...$lines]));
            }
            foreach ($note['executable'] as $name => $lines) {
                $executable[$name] = array_keys(array_flip([...$executable[$name] ?? [], ...$lines]));
            }
            $tests[$note['test']] = $test;
            $loaded = array_keys(array_flip([...$loaded, ...$note['loaded']]));
        }
        $this->classes[$file] = [
            'hash' => $this->hashes[$file] ?? '',
            'tests' => $tests,
            'unclear' => array_values(array_unique($this->notes("{$folder}/*.open"))),
            'executable' => $executable,
            'loaded' => $loaded,
        ];
        if (!is_dir(\dirname($this->cache))) {
            mkdir(\dirname($this->cache), recursive: true);
        }
        file_put_contents($this->cache, json_encode($this->classes));
    }

    /**
     * The runs of PHPUnit that a mutant has to survive, in an order that finds it soon: what noticed others of its
     * file, then the classes that are about the line, which most of their tests reach, and of those the quick tests.
     *
     * @return list<array{list<string>, float}> arguments, and seconds that the same takes without a mutant
     */
    public function reaching(Mutant $mutant): array
    {
        $found = [];
        foreach ($this->covering($mutant) as $file => $tests) {
            $class = $this->classes[$file] ?? throw new \LogicException();
            foreach ($tests as $test) {
                $milliseconds = $class['tests'][$test]['milliseconds'] ?? 0;
                $aside = $this->milliseconds($class) < self::QUICK_CLASS_MILLISECONDS ? 0 : (int) (4 * (1 - \count($tests) / \count($class['tests'])));
                $isLikely = isset($this->noticed[$mutant->file][basename($file, '.php') . "::{$test}"]);
                $found[] = [$isLikely ? 0 : 1, $aside, $milliseconds > self::SLOW_MILLISECONDS ? 1 : 0, $this->milliseconds($class), $milliseconds, $file, $test];
            }
        }
        sort($found);
        $runs = [];
        $sum = 0;
        $ends = self::RUNS_END_MILLISECONDS;
        foreach ($found as [, , , , $milliseconds, $file, $test]) {
            while ($ends !== [] && $sum + $milliseconds > $ends[0] && $sum > 0) {
                array_shift($ends);
            }
            $run = \count($ends);
            $sum += $milliseconds;
            $runs[$run]['milliseconds'] = ($runs[$run]['milliseconds'] ?? 0) + $milliseconds;
            $runs[$run]['tests'][$file][] = preg_quote($test, '~');
        }

        return array_map(static function (array $run): array {
            $patterns = [];
            foreach ($run['tests'] as $file => $tests) {
                $patterns[] = preg_quote(basename($file, '.php'), '~') . '::(?:' . implode('|', $tests) . ')';
            }

            return [['--filter', '~\b(?:' . implode('|', $patterns) . ')(?: with data set .*)?$~sD', ...array_keys($run['tests'])], $run['milliseconds'] / 1e3];
        }, array_values($runs));
    }

    /** @param string $output of PHPUnit */
    public function noticed(Mutant $mutant, string $output): void
    {
        if (preg_match('/^1\) (?:\w+\\\\)*(\w+::\w+)/m', $output, $found) === 1) {
            $this->noticed[$mutant->file][$found[1]] = true;
        }
    }

    /** @return array<string, list<string>> tests by file */
    private function covering(Mutant $mutant): array
    {
        $executable = [];
        foreach ($this->classes as $class) {
            $executable += array_flip($class['executable'][$mutant->file] ?? []);
        }
        $places = $mutant->constant === null ? [] : $this->uses($mutant->constant);
        foreach ($mutant->constant === null ? $mutant->scopes : [] as [$first, $last]) {
            $lines = array_filter(range($first, $last), static fn(int $line): bool => isset($executable[$line]));
            if ($lines !== []) {
                $places = [$mutant->file => $lines];
                break;
            }
        }
        $found = [];
        foreach ($this->classes as $file => $class) {
            $names = array_values(array_filter(array_keys($class['tests']), static fn(string $name): bool => $name !== ''));
            $touches = static function (string $test) use ($class, $places): bool {
                foreach ($places as $place => $lines) {
                    if (array_intersect($class['tests'][$test]['lines'][$place] ?? [], $lines) !== []) {
                        return true;
                    }
                }

                return false;
            };
            $tests = match (true) {
                // Nothing in it is ever run as a line: whoever loads it may notice.
                $places === [] => \in_array($mutant->file, $class['loaded'], true) ? $names : [],
                $touches('') => $names,
                default => array_values(array_filter($names, $touches)),
            };
            // What a process did that a test killed, its class's other tests say.
            if ($tests !== []) {
                $tests = array_values(array_unique([...$tests, ...array_filter($class['unclear'], static fn(string $test): bool => $test !== '')]));
                $found[$file] = $tests;
            }
        }

        return $found;
    }

    /** @return array<string, list<int>> lines that name a constant, and the next that is run before and after each */
    private function uses(string $constant): array
    {
        $places = [];
        foreach ($this->find('server/src') as $file) {
            $executable = [];
            foreach ($this->classes as $class) {
                $executable += array_flip($class['executable'][$file] ?? []);
            }
            $lines = array_keys($executable);
            sort($lines);
            foreach (explode("\n", (string) file_get_contents("{$this->repository}/{$file}")) as $index => $text) {
                if (preg_match("/::{$constant}\\b/", $text) !== 1) {
                    continue;
                }
                $before = array_filter($lines, static fn(int $line): bool => $line <= $index + 1);
                $after = array_filter($lines, static fn(int $line): bool => $line > $index + 1);
                $places[$file] = [...$places[$file] ?? [], ...\array_slice($before, -1), ...\array_slice($after, 0, 1)];
            }
        }

        return array_filter($places);
    }

    /** @param Recorded $class */
    private function milliseconds(array $class): int
    {
        return array_sum(array_column($class['tests'], 'milliseconds'));
    }

    /** @return list<string> what the files say that match */
    private function notes(string $pattern): array
    {
        $files = glob($pattern);

        return array_map(static fn(string $file): string => (string) file_get_contents($file), $files === false ? [] : $files);
    }

    /** @return list<string> files in the folder, from the root of the repository; of tests alone or of anything but tests */
    private function find(string $folder, ?bool $isTest = null): array
    {
        $found = [];
        $files = new \RecursiveIteratorIterator(new \RecursiveDirectoryIterator("{$this->repository}/{$folder}", \FilesystemIterator::SKIP_DOTS | \FilesystemIterator::CURRENT_AS_PATHNAME));
        foreach ($files as $path) {
            if (\is_string($path) && ($isTest === null || str_ends_with($path, 'Test.php') === $isTest)) {
                $found[] = substr($path, \strlen($this->repository) + 1);
            }
        }
        sort($found);

        return $found;
    }

    /** @param list<string> $files */
    private function hash(array $files): string
    {
        $hash = hash_init('xxh128');
        foreach ($files as $file) {
            hash_update($hash, $file . "\0" . file_get_contents("{$this->repository}/{$file}"));
        }

        return hash_final($hash);
    }
}
