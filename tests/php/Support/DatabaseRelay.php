<?php

declare(strict_types=1);

namespace Enquiry\Tests\Support;

use Symfony\Component\Process\InputStream;
use Symfony\Component\Process\Process;

/** Stands between a test and the database server, which other tests use at the same time. */
final readonly class DatabaseRelay
{
    private const SCRIPT = __DIR__ . '/../../support/database-relay.mjs';

    public string $socket;
    private Process $process;

    /** @param string $fault 'cut': connections are cut when they commit */
    public function __construct(string $server, string $fault)
    {
        $this->socket = DataFolders::fresh();
        $this->process = new Process(['node', self::SCRIPT, $server, $this->socket, $fault], input: new InputStream(), timeout: null);
        Programs::start($this->process)->nextMatching('/listening/');
    }

    /** Whoever connects or asks now waits, as if the server hung. */
    public function suspend(): void
    {
        $this->process->signal(\SIGSTOP);
        do {
            // A thread stops when the kernel next runs it, and may still answer until then.
            $states = '';
            foreach ((array) glob("/proc/{$this->process->getPid()}/task/*/status") as $file) {
                $states .= @file_get_contents((string) $file);
            }
        } while (preg_match('/^State:\s+[^tT]/m', $states) === 1);
    }

    public function resume(): void
    {
        $this->process->signal(\SIGCONT);
    }
}
