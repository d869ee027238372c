<?php

declare(strict_types=1);

namespace Enquiry\Tests\Support;

use Symfony\Component\Process\InputStream;
use Symfony\Component\Process\Process;

/**
 * tests/support/smtp-server.mjs, running.
 *
 * @phpstan-type Mail array{
 *     session: string, secure: bool, hello: string, user: ?string,
 *     envelope: array{from: string, to: list<string>},
 *     raw: string, headers: list<array{key: string, line: string}>,
 *     replyTo: list<array{address: string, name: string}>,
 *     subject: string, text: string, html: string,
 * }
 */
final readonly class MailServer
{
    private function __construct(private Process $process, private Lines $lines, public int $port) {}

    /** @param array<string, mixed> $options */
    public static function start(array $options = []): self
    {
        $process = new Process(
            ['node', __DIR__ . '/../../support/smtp-server.mjs', Contract::json($options)],
            // Never written to: its end, with this process, is what stops the server at the latest.
            input: new InputStream(),
            timeout: 300,
        );
        $process->start();
        $lines = Lines::of($process);
        $port = (int) $lines->nextMatching('/^{"event":"listening","port":(\d+)}$/');

        return new self($process, $lines, $port);
    }

    /** @return Mail */
    public function next(): array
    {
        /** @phpstan-ignore return.type (the script's own words) */
        return json_decode($this->lines->nextMatching('/^{"event":"message"/'), true, 16, \JSON_THROW_ON_ERROR);
    }

    public function stop(): void
    {
        $this->process->stop();
    }
}
