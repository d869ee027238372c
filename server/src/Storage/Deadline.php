<?php

declare(strict_types=1);

namespace Enquiry\Storage;

use Enquiry\Stopwatch;

/** By when the store must have answered. It starts with the first use of the store, not while a slow client still sends. */
final class Deadline
{
    /** Less than the five seconds after which a visitor is to have an answer. */
    private const REQUEST_SECONDS = 4.0;

    /** For what a person or cron asked for, which may read or change every row there is. */
    private const COMMAND_SECONDS = 600.0;

    private ?float $end = null;

    private function __construct(private readonly float $seconds, private readonly bool $isShared) {}

    /** One for all that a request asks of the store. */
    public static function ofRequest(): self
    {
        return new self(self::REQUEST_SECONDS, true);
    }

    /** A new one for each operation of a process that lives longer. */
    public static function ofEachOperation(): self
    {
        return new self(self::REQUEST_SECONDS, false);
    }

    public static function ofCommand(): self
    {
        return new self(self::COMMAND_SECONDS, false);
    }

    public function begin(): void
    {
        if ($this->end === null || !$this->isShared) {
            $this->end = Stopwatch::now() + $this->seconds;
        }
    }

    /** Whether somebody waits for an answer, or a worker must go on. */
    public function isShort(): bool
    {
        return $this->seconds < self::COMMAND_SECONDS;
    }

    /** @return float seconds, 0 where it is over */
    public function left(): float
    {
        return $this->end === null ? $this->seconds : max(0.0, $this->end - Stopwatch::now());
    }
}
