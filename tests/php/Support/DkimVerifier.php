<?php

declare(strict_types=1);

namespace Enquiry\Tests\Support;

use Symfony\Component\Process\InputStream;
use Symfony\Component\Process\Process;

/** Runs tests/support/dkim-verifier.mjs, which is independent of the signing code. */
final readonly class DkimVerifier
{
    private function __construct(private Process $process, private InputStream $input, private Lines $lines) {}

    public static function start(): self
    {
        $input = new InputStream();
        $process = new Process(['node', __DIR__ . '/../../support/dkim-verifier.mjs'], input: $input, timeout: 120);
        $process->start();

        return new self($process, $input, Lines::of($process));
    }

    /** "pass" is the only good verdict. "none" means that there is no signature. */
    public function verdict(string $mail, SigningKey $published): string
    {
        $this->input->write(Contract::json(['mail' => $mail, 'records' => [$published->recordName() => $published->record]]) . "\n");
        $verdict = json_decode($this->lines->next(), true, 8, \JSON_THROW_ON_ERROR);
        \assert(\is_string($verdict));

        return $verdict;
    }

    public function stop(): void
    {
        $this->process->stop();
    }
}
