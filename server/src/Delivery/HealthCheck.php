<?php

declare(strict_types=1);

namespace Enquiry\Delivery;

use Enquiry\Intake\Intake;
use Enquiry\Shared\Enquiry;
use Enquiry\Store\DataFolder;
use Enquiry\Store\Note;
use Psr\Clock\ClockInterface;

/** Whether the next enquiry would be taken, and how those are doing that were. */
final readonly class HealthCheck
{
    /** An enquiry refused for a fault of ours counts for so long, so that who asks every five minutes hears of it twice. */
    public const SECONDS_REFUSED = 660;

    /** What the largest enquiry takes on the disk, in bytes. */
    private const ROOM = 131_072;

    /**
     * @param Note            $refused what the last enquiry was refused for
     * @param ?DataFolder     $disk    where enquiries are stored; null where that is a database server's business
     * @param ?QueueMonitor        $earlier of the queue in use before this one, where there was one
     * @param \Closure(): mixed $build what has to be there before an enquiry is looked at: the code, the rules
     */
    public function __construct(
        private Intake $intake,
        private QueueMonitor $monitor,
        private Note $refused,
        private ?DataFolder $disk,
        private \Closure $build,
        private ?QueueMonitor $earlier,
        private ClockInterface $clock,
    ) {}

    /**
     * All that an enquiry needs, and on the disk for real: a transaction that is rolled back would not
     * notice that it is full.
     *
     * @throws \Throwable as the next enquiry would meet it
     */
    public function rehearse(): void
    {
        ($this->build)();
        $this->intake->rehearse();
        $this->disk?->requireRoom(self::ROOM);
        $this->refused->reserve();
    }

    /** Why the next enquiry would be refused; null where it would be taken. */
    public function fault(): ?string
    {
        try {
            $this->rehearse();

            return null;
        } catch (\Throwable $fault) {
            return "No enquiry can be taken: {$fault->getMessage()}";
        }
    }

    /** With numbers up to this one, where they are asked for often. */
    public function status(int $countTo = \PHP_INT_MAX, ?string $fault = null, int $leftBehind = 0): QueueStatus
    {
        // Beside a database server they may be of the file that was in use before it.
        $backups = $this->disk === null ? [] : $this->disk->backups()->names('/\.sqlite$/D');
        $reason = $this->refused->read(self::SECONDS_REFUSED, orLater: true);

        return $this->monitor->status(
            $this->now(),
            $countTo,
            $fault === null ? [] : [$fault],
            $leftBehind,
            $reason === '' ? 'the log says why.' : $reason,
            $reason === null ? 0 : max(0, $this->refused->age() ?? 0),
            $backups === [] ? null : end($backups),
        );
    }

    /** For people: the exact numbers, and whatever else is to be found. */
    public function report(): QueueStatus
    {
        return $this->status(fault: $this->fault(), leftBehind: $this->earlier?->status($this->now())->waiting ?? 0);
    }

    private function now(): int
    {
        return $this->clock->now()->getTimestamp();
    }
}
