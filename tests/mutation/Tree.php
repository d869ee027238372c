<?php

declare(strict_types=1);

namespace Enquiry\Mutation;

use Symfony\Component\Filesystem\Filesystem;
use Symfony\Component\Process\Process;

/** A copy of the repository in which one run of PHPUnit at a time may happen, and all that it starts be ended. */
final class Tree
{
    private ?Process $process = null;
    private int $group = 0;
    private float $deadline = 0.0;

    private function __construct(private readonly string $root, private readonly string $repository, public readonly string $notes) {}

    /** @param string $root a folder that is not there yet; a short path, because sockets will be below it */
    public static function copy(string $repository, string $root): self
    {
        $tree = new self($root, "{$root}/r", "{$root}/notes");
        $disk = new Filesystem();
        $disk->mkdir([$tree->repository, "{$root}/recording", "{$root}/trial"]);
        // MariaDB goes through it as another user.
        $disk->chmod($root, 0o755);
        $listed = new Process(['git', 'ls-files', '-z', '--cached', '--others', '--exclude-standard'], $repository);
        foreach (explode("\0", $listed->mustRun()->getOutput()) as $file) {
            if (is_file("{$repository}/{$file}")) {
                $disk->copy("{$repository}/{$file}", "{$tree->repository}/{$file}");
                $disk->chmod("{$tree->repository}/{$file}", (int) fileperms("{$repository}/{$file}") & 0o777);
            }
        }
        // Composer's own files look for the code beside them, so links to these would lead out of the copy.
        (new Process(['cp', '-a', "{$repository}/server/vendor", "{$tree->repository}/server/vendor"]))->mustRun();
        $disk->symlink((string) realpath("{$repository}/node_modules"), "{$tree->repository}/node_modules");
        $pcov = \extension_loaded('pcov') ? '' : "extension=pcov\n";
        $disk->dumpFile("{$root}/trial/trial.ini", "memory_limit=512M\npcov.enabled=0\n");
        $disk->dumpFile("{$root}/recording/recording.ini", "{$pcov}pcov.enabled=1\npcov.directory={$tree->repository}\n"
            . "pcov.exclude=\"~/(vendor|tests)/~\"\nauto_prepend_file={$tree->repository}/tests/mutation/prepend.php\n");

        return $tree;
    }

    public function write(string $file, string $source): void
    {
        // Never into the file that is there: copies of it in tests are hard links.
        unlink("{$this->repository}/{$file}");
        file_put_contents("{$this->repository}/{$file}", $source);
        chmod("{$this->repository}/{$file}", 0o755);
    }

    /**
     * Every PHP process of the run notes what it does.
     *
     * @param list<string> $arguments
     */
    public function record(array $arguments): void
    {
        (new Filesystem())->remove($this->notes);
        mkdir($this->notes);
        $this->start(['--extension', Recorder::class, ...$arguments], 'recording', 1200);
    }

    /** @param list<string> $arguments */
    public function try(array $arguments, float $seconds): void
    {
        $this->start(['--stop-on-defect', ...$arguments], 'trial', $seconds);
    }

    /** @param list<string> $arguments */
    private function start(array $arguments, string $settings, float $seconds): void
    {
        mkdir("{$this->root}/t", 0o777, true);
        chmod("{$this->root}/t", 0o777);
        // A session of its own is a process group, and takes along what a test started when it ends.
        $this->process = new Process(
            ['setsid', \PHP_BINARY, 'vendor/bin/phpunit', '-c', 'phpunit.xml.dist', '--order-by=default', '--do-not-cache-result', '--no-progress', ...$arguments],
            "{$this->repository}/server",
            // Nor does it matter how long its path makes a message that Symfony breaks at the terminal's width.
            ['TMPDIR' => "{$this->root}/t", 'COLUMNS' => '1000', 'PHP_INI_SCAN_DIR' => ":{$this->root}/{$settings}"],
            timeout: null,
        );
        $this->process->start();
        $this->group = (int) $this->process->getPid();
        $this->deadline = microtime(true) + $seconds;
    }

    /** @return \Generator<int, null, mixed, Process|false> asked again and again until the run has ended; false where it took too long */
    public function ending(): \Generator
    {
        $process = $this->process ?? throw new \LogicException('Nothing runs.');
        while ($process->isRunning() && microtime(true) < $this->deadline) {
            yield;
        }
        $inTime = !$process->isRunning();
        $this->stop();

        return $inTime ? $process : false;
    }

    /** Ends the run and whatever it left behind. */
    public function stop(): void
    {
        if ($this->process !== null) {
            posix_kill(-$this->group, \SIGKILL);
            while ($this->process->isRunning()) {
                usleep(1_000);
            }
            $this->process = null;
        }
        $copies = glob("{$this->repository}/server/.cache/copy-*");
        (new Filesystem())->remove(["{$this->root}/t", ...($copies === false ? [] : $copies)]);
    }
}
