<?php

declare(strict_types=1);

namespace Enquiry\Tests\Support;

use Symfony\Component\Process\InputStream;
use Symfony\Component\Process\Process;

/** Runs tests/support/webhook-receiver.mjs. */
final readonly class WebhookReceiver
{
    private function __construct(private Lines $lines, public int $port) {}

    /** @param array<string, mixed> ...$answers */
    public static function answering(array ...$answers): self
    {
        $process = new Process(
            ['node', __DIR__ . '/../../support/webhook-receiver.mjs', Contract::json(['answers' => $answers])],
            // The receiver stops when this input closes, at the latest when this process ends.
            input: new InputStream(),
            timeout: null,
        );
        $lines = Programs::start($process);

        return new self($lines, (int) $lines->nextMatching('/^{"event":"listening","port":(\d+)}$/'));
    }

    public function url(): string
    {
        return "http://127.0.0.1:{$this->port}/hook?key=opensesame";
    }

    /** @return array{path: string, headers: array<string, string>, body: string} */
    public function next(): array
    {
        /** @phpstan-ignore return.type (the script's own words) */
        return json_decode($this->lines->nextMatching('/^{"event":"request"/'), true, 16, \JSON_THROW_ON_ERROR);
    }
}
