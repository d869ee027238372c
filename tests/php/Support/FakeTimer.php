<?php

declare(strict_types=1);

namespace Enquiry\Tests\Support;

use Enquiry\Queue\Timer;

final class FakeTimer extends Timer
{
    public float $elapsed = 0.0;

    /**
     * @param \Closure(self): mixed $onPause
     * @param \Closure(self): void $onLook  before each answer of elapsed()
     */
    public function __construct(private readonly ?\Closure $onPause = null, private readonly ?\Closure $onLook = null) {}

    public function elapsed(): float
    {
        if ($this->onLook !== null) {
            ($this->onLook)($this);
        }

        return $this->elapsed;
    }

    public function pause(): void
    {
        if ($this->onPause !== null) {
            ($this->onPause)($this);
        }
    }
}
