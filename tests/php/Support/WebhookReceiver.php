<?php

declare(strict_types=1);

namespace Enquiry\Tests\Support;

use Symfony\Component\Process\InputStream;
use Symfony\Component\Process\Process;

/** Runs tests/support/webhook-receiver.mjs, once for all tests of this process. */
final class WebhookReceiver
{
    private static ?self $running = null;
    private int $port = 0;

    private function __construct(private readonly InputStream $input, private readonly Lines $lines) {}

    /** @param array<string, mixed> ...$answers */
    public static function answering(array ...$answers): self
    {
        $receiver = self::$running ??= self::start();
        $receiver->input->write(Contract::json(['answers' => $answers]) . "\n");
        $receiver->port = (int) $receiver->lines->nextMatching('/^{"event":"listening","port":(\d+)}$/');

        return $receiver;
    }

    private static function start(): self
    {
        // The receiver stops when this input closes, at the latest when this process ends.
        $input = new InputStream();
        $process = new Process(['node', __DIR__ . '/../../support/webhook-receiver.mjs'], input: $input, timeout: null);
        $process->start();

        return new self($input, Lines::of($process));
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
