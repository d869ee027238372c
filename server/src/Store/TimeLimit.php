<?php

declare(strict_types=1);

namespace Enquiry\Store;

use Enquiry\Shared\SystemClock;

/** How long the store may keep somebody waiting. Only the time counts that it takes, not that of a slow client. */
final class TimeLimit
{
    /** Less than the five seconds after which a visitor is to have an answer. */
    private const REQUEST_SECONDS = 4.0;

    /** For what a person or cron asked for, which may read or change every row there is. */
    private const COMMAND_SECONDS = 600.0;

    private float $left;
    private ?float $start = null;

    private function __construct(private readonly float $seconds, private readonly bool $isShared)
    {
        $this->left = $seconds;
    }

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

    /**
     * @template T
     *
     * @param \Closure(): T $work may call this again
     *
     * @return T
     */
    public function during(\Closure $work): mixed
    {
        if ($this->start !== null) {
            return $work();
        }
        if (!$this->isShared) {
            $this->left = $this->seconds;
        }
        $this->start = SystemClock::elapsed();
        try {
            return $work();
        } finally {
            $this->left = $this->secondsLeft();
            $this->start = null;
        }
    }

    /** Whether somebody waits for an answer, or a worker must go on. */
    public function isShort(): bool
    {
        return $this->seconds < self::COMMAND_SECONDS;
    }

    public function secondsLeft(): float
    {
        return max(0.0, $this->left - ($this->start === null ? 0.0 : SystemClock::elapsed() - $this->start));
    }
}
