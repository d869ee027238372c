<?php

declare(strict_types=1);

namespace Enquiry\Tests\Support;

use Symfony\Component\Process\InputStream;
use Symfony\Component\Process\Process;

/** The mail servers of this process, which run in one process of Node. */
final class MailServers
{
    private static ?self $running = null;

    private int $started = 0;

    /** @var array<int, list<string>> the lines of each server, by its number */
    private array $unread = [];

    private function __construct(private readonly InputStream $input, private readonly Lines $lines) {}

    public static function running(): self
    {
        if (self::$running === null) {
            // Node stops when this input closes, at the latest when this process ends.
            $input = new InputStream();
            $process = new Process(['node', __DIR__ . '/../../support/smtp-server.mjs'], input: $input, timeout: null);
            $process->start();
            self::$running = new self($input, Lines::of($process));
        }

        return self::$running;
    }

    /**
     * @param array<string, mixed> $options
     *
     * @return int the server's number
     */
    public function start(array $options): int
    {
        $number = ++$this->started;
        $this->unread[$number] = [];
        $this->input->write("{$number} " . Contract::json($options) . "\n");

        return $number;
    }

    public function stop(int $number): void
    {
        if (isset($this->unread[$number])) {
            $this->input->write("{$number}\n");
            $this->nextMatching($number, '/^{"event":"stopped"}$/');
            unset($this->unread[$number]);
        }
    }

    public function next(int $number): string
    {
        while (($this->unread[$number] ?? []) === []) {
            [$of, $line] = explode(' ', $this->lines->next(), 2);
            if (isset($this->unread[(int) $of])) {
                $this->unread[(int) $of][] = $line;
            }
        }

        return array_shift($this->unread[$number]) ?? throw new \LogicException('There is a line.');
    }

    public function nextMatching(int $number, string $pattern): string
    {
        do {
            $line = $this->next($number);
        } while (preg_match($pattern, $line, $found) !== 1);

        return $found[1] ?? $line;
    }
}
