<?php

declare(strict_types=1);

namespace Enquiry\Tests\Support;

use Symfony\Component\Process\InputStream;
use Symfony\Component\Process\Process;

/** A relay to the database server. A test can suspend it without disturbing others that use the server. */
final readonly class DatabaseRelay
{
    private const SCRIPT = __DIR__ . '/../../support/database-relay.mjs';

    private Process $process;

    /**
     * @param string       $url       of the database through this relay
     * @param list<string> $arguments of the script
     */
    public function __construct(public string $url, array $arguments)
    {
        $this->process = new Process(['node', self::SCRIPT, ...$arguments], input: new InputStream(), timeout: null);
        Programs::start($this->process)->nextMatching('/listening/');
    }

    /** Lets the server seem to hang: new connections and statements wait. */
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
