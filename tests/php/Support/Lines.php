<?php

declare(strict_types=1);

namespace Enquiry\Tests\Support;

use Symfony\Component\Process\Process;

final class Lines
{
    /** In seconds, for one line, on a busy machine. */
    private const PATIENCE = 60;

    private string $pending = '';
    private bool $started = false;

    /** @param \Generator<string, string> $output */
    private function __construct(private readonly Process $process, private readonly \Generator $output) {}

    public static function of(Process $process): self
    {
        return new self($process, $process->getIterator());
    }

    public function next(): string
    {
        $this->process->setTimeout(microtime(true) - $this->process->getStartTime() + self::PATIENCE);
        while (!str_contains($this->pending, "\n")) {
            if ($this->started) {
                $this->output->next();
            }
            $this->started = true;
            if (!$this->output->valid()) {
                throw new \RuntimeException("{$this->process->getCommandLine()} ended: {$this->pending}");
            }
            $this->pending .= $this->output->current();
        }
        [$line, $this->pending] = explode("\n", $this->pending, 2);

        return $line;
    }

    public function nextMatching(string $pattern): string
    {
        do {
            $line = $this->next();
        } while (preg_match($pattern, $line, $found) !== 1);

        return $found[1] ?? $line;
    }
}
