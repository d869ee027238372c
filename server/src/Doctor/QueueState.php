<?php

declare(strict_types=1);

namespace Enquiry\Doctor;

/** What the queue of enquiries tells of itself. */
interface QueueState
{
    /** When the oldest enquiry that still waits was accepted; null where none waits. */
    public function oldestWaiting(): ?\DateTimeImmutable;

    /** How many enquiries were given up. */
    public function failed(): int;

    /** When the scheduled worker last ran; null where it never did. */
    public function lastWorkerRun(): ?\DateTimeImmutable;
}
