<?php

declare(strict_types=1);

namespace Enquiry\Mutation;

use Random\Engine\Xoshiro256StarStar;
use Random\Randomizer;
use Symfony\Component\Filesystem\Filesystem;
use Symfony\Component\Process\Process;

/** Puts one fault after the other into the code, and tells which of them the tests did not notice. */
final class Run
{
    private const WORKERS = 2;

    /** A mutant that takes longer than this many times what the tests take without it, and some seconds, hangs. */
    private const PATIENCE = 3;
    private const PATIENCE_SECONDS = 15;

    /** With --quick a mutant has survived that outlives tests of this length; --survivors tries those further. */
    private const QUICK_SECONDS = 20;

    private const MOST_SURVIVORS = 0.1;

    private float $mostSeconds = \PHP_FLOAT_MAX;

    /** @var list<Tree> */
    private array $trees = [];

    /** @var array<string, array{killed: int, 'timed out': int, survived: int, accepted: int}> by folder */
    private array $counts = [];

    /** @var list<string> keys of mutants */
    private array $tried = [];

    /** @var list<string> */
    private array $survivors = [];

    private function __construct(private readonly string $repository, private readonly string $folder) {}

    /** @param list<string> $arguments */
    public static function main(string $repository, array $arguments): int
    {
        $folder = sys_get_temp_dir() . '/mutate-' . bin2hex(random_bytes(3));
        $run = new self($repository, $folder);
        // Ctrl-C: the shutdown function cleans up.
        pcntl_async_signals(true);
        foreach ([\SIGINT, \SIGTERM, \SIGHUP] as $signal) {
            pcntl_signal($signal, static fn(): never => exit(130));
        }
        register_shutdown_function($run->cleanUp(...));

        try {
            return $run->run($arguments);
        } catch (\RuntimeException $fault) {
            fwrite(\STDERR, "{$fault->getMessage()}\n");

            return 2;
        }
    }

    /** @param list<string> $arguments */
    private function run(array $arguments): int
    {
        $sample = null;
        $paths = [];
        foreach ($arguments as $i => $argument) {
            if (preg_match('/^--sample(?:=(\d+))?$/D', $argument, $found) === 1) {
                $sample = (int) ($found[1] ?? $arguments[$i + 1] ?? 0);
            } elseif (!str_starts_with($argument, '--') && ($arguments[$i - 1] ?? '') !== '--sample') {
                $paths[] = trim($argument, './');
            }
        }
        $this->mostSeconds = \in_array('--quick', $arguments, true) ? self::QUICK_SECONDS : \PHP_FLOAT_MAX;
        $onlySurvivors = \in_array('--survivors', $arguments, true);
        $files = $this->files($paths, \in_array('--all', $arguments, true) || $onlySurvivors);
        $mutants = $this->notAccepted($files);
        if ($onlySurvivors) {
            $known = $this->knownSurvivors();
            $mutants = array_values(array_filter($mutants, static fn(Mutant $mutant): bool => \in_array($mutant->key(), $known, true)));
        }
        if ($sample !== null) {
            // The same each time, so that two figures can be compared.
            $mutants = \array_slice((new Randomizer(new Xoshiro256StarStar(1)))->shuffleArray($mutants), 0, $sample);
        }
        if ($mutants === []) {
            echo "PHP: nothing to mutate.\n";

            return 0;
        }
        for ($i = 0; $i < self::WORKERS; ++$i) {
            $this->trees[] = Tree::copy($this->repository, "{$this->folder}/{$i}");
        }
        $tests = Tests::of($this->repository);
        $missing = $tests->missing();
        if ($missing !== []) {
            fwrite(\STDERR, 'Recording which lines the tests reach (' . \count($missing) . " classes of tests) …\n");
            $this->inParallel(array_map(fn(string $file): \Closure => fn(Tree $tree): \Generator => $this->record($tree, $tests, $file), $missing));
        }
        fwrite(\STDERR, 'Trying ' . \count($mutants) . " mutants of PHP …\n");
        $this->inParallel(array_map(fn(Mutant $mutant): \Closure => fn(Tree $tree): \Generator => $this->try($tree, $tests, $mutant), $mutants));

        return $this->report();
    }

    /**
     * @param list<string> $paths
     *
     * @return list<string> what there is to mutate: under the paths, or in all, or what differs from the main branch
     */
    private function files(array $paths, bool $all): array
    {
        $candidates = array_filter(
            explode("\n", $this->git('ls-files', '--cached', '--others', '--exclude-standard', 'server')),
            static fn(string $file): bool => preg_match('~^server/(?:src/.+\.php|public/.+\.php|console|entry\.php)$~D', $file) === 1
                // What stands in for a function is there on hosts alone that lack it.
                && $file !== 'server/src/standIns.php',
        );
        if ($paths === [] && !$all) {
            $base = 'HEAD';
            foreach (['main', 'origin/main'] as $branch) {
                $found = $this->git('merge-base', 'HEAD', $branch);
                $base = $found === '' ? $base : $found;
            }
            $changed = explode("\n", $this->git('diff', '--name-only', $base) . "\n" . $this->git('ls-files', '--others', '--exclude-standard'));

            return array_values(array_intersect($candidates, $changed));
        }

        return array_values(array_filter($candidates, static function (string $file) use ($paths): bool {
            foreach ($paths as $path) {
                if ($file === $path || str_starts_with($file, "{$path}/")) {
                    return true;
                }
            }

            return $paths === [];
        }));
    }

    /** Empty where Git says no. */
    private function git(string ...$arguments): string
    {
        $git = new Process(['git', ...$arguments], $this->repository);
        $git->run();

        return $git->isSuccessful() ? trim($git->getOutput()) : '';
    }

    /**
     * @param list<string> $files
     *
     * @return list<Mutant>
     */
    private function notAccepted(array $files): array
    {
        $accepted = Accepted::read();
        $mutants = [];
        foreach ($files as $file) {
            foreach (Mutators::of($file, $this->source($file)) as $mutant) {
                if ($accepted->has($mutant)) {
                    $this->count($mutant, 'accepted');
                } else {
                    $mutants[] = $mutant;
                }
            }
        }
        foreach ($accepted->stale($files) as $entry) {
            echo "accepted.json has what is no mutant any more: {$entry}\n";
        }

        return $mutants;
    }

    /** @return \Generator<int, null> that is asked again and again until it has come to its end */
    private function record(Tree $tree, Tests $tests, string $file): \Generator
    {
        $tree->record([$file]);
        $run = yield from $tree->ending();
        if ($run === false || !$run->isSuccessful()) {
            throw new \RuntimeException("The tests fail without a mutant:\n" . ($run === false ? $file : $run->getOutput() . $run->getErrorOutput()));
        }
        $tests->take($file, $tree->notes);
    }

    /** @return \Generator<int, null> */
    private function try(Tree $tree, Tests $tests, Mutant $mutant): \Generator
    {
        $tree->write($mutant->file, $mutant->mutated());
        $fate = 'survived';
        $sum = 0.0;
        foreach ($tests->reaching($mutant) as [$arguments, $seconds]) {
            $sum += $seconds;
            if ($sum > $this->mostSeconds) {
                break;
            }
            $tree->try($arguments, self::PATIENCE * $seconds + self::PATIENCE_SECONDS);
            $run = yield from $tree->ending();
            if ($run === false || !$run->isSuccessful()) {
                $fate = $run === false ? 'timed out' : 'killed';
                $tests->noticed($mutant, $run === false ? '' : $run->getOutput());
                break;
            }
        }
        $tree->write($mutant->file, $this->source($mutant->file));
        $this->count($mutant, $fate);
        $this->tried[] = $mutant->key();
        if ($fate === 'survived') {
            $this->survivors[] = $mutant->key();
            $number = \count($this->tried);
            echo "{$mutant->file}:{$mutant->line()} {$mutant->mutator} (number {$number})\n  - {$mutant->before()}\n  + {$mutant->after()}\n";
        }
    }

    /** @param list<\Closure(Tree): \Generator<int, null>> $jobs */
    private function inParallel(array $jobs): void
    {
        $running = [];
        do {
            foreach ($this->trees as $i => $tree) {
                $job = $running[$i] ?? null;
                $job?->next();
                if ($job?->valid() !== true) {
                    $next = array_shift($jobs);
                    $running[$i] = $next === null ? null : $next($tree);
                    $running[$i]?->rewind();
                }
            }
            usleep(5_000);
        } while (array_filter($running) !== []);
    }

    /** @param 'killed'|'timed out'|'survived'|'accepted' $fate */
    private function count(Mutant $mutant, string $fate): void
    {
        $folder = \dirname($mutant->file);
        $this->counts[$folder] ??= ['killed' => 0, 'timed out' => 0, 'survived' => 0, 'accepted' => 0];
        ++$this->counts[$folder][$fate];
    }

    private function report(): int
    {
        ksort($this->counts);
        $all = ['killed' => 0, 'timed out' => 0, 'survived' => 0, 'accepted' => 0];
        printf("\n%-28s%8s%11s%10s%10s%10s\n", '', 'killed', 'timed out', 'survived', 'of tried', 'accepted');
        foreach ([...$this->counts, 'all' => $all] as $folder => $counts) {
            foreach ($folder === 'all' ? [] : $counts as $fate => $count) {
                $all[$fate] += $count;
            }
            $counts = $folder === 'all' ? $all : $counts;
            printf("%-28s%8d%11d%10d%9.1f%%%10d\n", $folder, $counts['killed'], $counts['timed out'], $counts['survived'], 100 * self::share($counts), $counts['accepted']);
        }
        // Beside those that were not tried this time.
        $others = array_diff($this->knownSurvivors(), $this->tried);
        (new Filesystem())->dumpFile($this->survivorsFile(), (string) json_encode([...$others, ...$this->survivors]));

        return self::share($all) > self::MOST_SURVIVORS ? 1 : 0;
    }

    /** @param array{killed: int, 'timed out': int, survived: int, accepted: int} $counts */
    private static function share(array $counts): float
    {
        return $counts['survived'] / max(1, $counts['killed'] + $counts['timed out'] + $counts['survived']);
    }

    /** @return list<string> keys of mutants */
    private function knownSurvivors(): array
    {
        $known = is_file($this->survivorsFile()) ? json_decode((string) file_get_contents($this->survivorsFile()), true) : [];

        return array_values(array_filter(\is_array($known) ? $known : [], \is_string(...)));
    }

    private function survivorsFile(): string
    {
        return "{$this->repository}/server/.cache/mutation/survivors.json";
    }

    private function source(string $file): string
    {
        return (string) file_get_contents("{$this->repository}/{$file}");
    }

    private function cleanUp(): void
    {
        foreach ($this->trees as $tree) {
            $tree->stop();
        }
        (new Filesystem())->remove($this->folder);
    }
}
