<?php

declare(strict_types=1);

namespace Enquiry\Tests\Support;

use Enquiry\Shared\Clock;

/** Shows the time of a queue. Its stopwatch moves in pauses alone, however busy the machine is. */
final class FakeClock extends Clock
{
    public float $elapsed = 0.0;

    /**
     * @param ?\Closure(self): mixed $onPause by default the stopwatch advances
     * @param ?\Closure(self): void  $onLook  before each answer of elapsed()
     */
    public function __construct(
        private readonly Queue $queue,
        private readonly ?\Closure $onPause = null,
        private readonly ?\Closure $onLook = null,
    ) {}

    public function time(): int
    {
        return $this->queue->now;
    }

    public function elapsed(): float
    {
        if ($this->onLook !== null) {
            ($this->onLook)($this);
        }

        return $this->elapsed;
    }

    public function pause(int $milliseconds): void
    {
        if ($this->onPause === null) {
            $this->elapsed += $milliseconds / 1000;
        } else {
            ($this->onPause)($this);
        }
    }
}
