<?php

declare(strict_types=1);

namespace Enquiry\Delivery;

use Enquiry\Shared\SystemClock;
use Enquiry\Store\EventCount;

/** The numbers of the queue, and whether enquiries are accepted. */
final readonly class QueueStatus
{
    /** The events of the endpoint that `status` shows, by their label. */
    public const EVENTS = ['Refused by RATE_LIMIT' => EventCount::LIMITED, 'Sent as a form, because JSON was refused' => EventCount::FIREWALL];

    /** A larger difference between two clocks is reported. */
    private const MOST_CLOCK_SECONDS = 30;

    /** Cron may skip some runs. */
    private const MOST_SECONDS_WITHOUT_WORKER = 900;

    /**
     * @param ?string $lastError        from a mail server: it may quote a visitor, see withoutQuotations()
     * @param ?int    $backupSecondsAgo null if no backup was ever made
     * @param ?string $fault            why no enquiry can be accepted now
     * @param ?string $refusedFor       why an enquiry was recently refused
     * @param int     $clockAhead       seconds by which this machine's clock is ahead of the database server's
     * @param array<string, string> $events the latest numbers of EVENTS
     * @param list<string> $choreFaults see Chores
     * @param int     $collected        waiting enquiries that are to be sent in a digest
     */
    public function __construct(
        public int $waiting,
        public int $due,
        public ?int $oldestSeconds,
        public int $failed,
        public int $sentToday,
        public ?int $workerSeenSecondsAgo,
        public ?string $lastError = null,
        public ?int $backupSecondsAgo = null,
        public ?string $fault = null,
        public ?string $refusedFor = null,
        public int $refusedSecondsAgo = 0,
        public int $clockAhead = 0,
        public array $events = [],
        public array $choreFaults = [],
        public int $collected = 0,
    ) {}

    /**
     * @param array<string, string> $events
     * @param list<string>          $choreFaults
     */
    public function withHealth(?string $fault, ?string $refusedFor, int $refusedSecondsAgo, array $events = [], array $choreFaults = []): self
    {
        return $this->with($this->lastError, $fault, $refusedFor, $refusedSecondsAgo, $events, $choreFaults);
    }

    /** @param list<string> $knownAddresses may be named; a mail server may also quote a visitor's */
    public function withoutQuotations(array $knownAddresses): self
    {
        $error = $this->lastError === null ? null : DeliveryReport::withoutWords($this->lastError, $knownAddresses);

        return $this->with($error, $this->fault, $this->refusedFor, $this->refusedSecondsAgo, $this->events, $this->choreFaults);
    }

    /** @return list<string> why an operator should act; empty if all is well */
    public function reasons(int $alertAfterSeconds): array
    {
        $reasons = $this->fault === null ? [] : [$this->fault];
        if ($this->refusedFor !== null) {
            $reasons[] = 'An enquiry was refused ' . SystemClock::duration($this->refusedSecondsAgo) . " ago: {$this->refusedFor}";
        }
        if ($this->oldestSeconds !== null && $this->oldestSeconds > $alertAfterSeconds) {
            $reasons[] = 'The oldest waiting enquiry is ' . SystemClock::duration($this->oldestSeconds) . ' old.';
        }
        if ($this->failed > 0) {
            $reasons[] = $this->failed === 1 ? 'One enquiry has failed.' : "{$this->failed} enquiries have failed.";
        }

        return $reasons;
    }

    /** @return list<string> what an operator should know, although it is no alarm */
    public function warnings(): array
    {
        $worker = !$this->isWorkerMissing() || $this->due === 0 ? null
            : ($this->workerSeenSecondsAgo === null ? 'The worker has never run' : 'The worker last ran ' . SystemClock::duration($this->workerSeenSecondsAgo) . ' ago')
            . ", and enquiries are due: {$this->due}. Let cron run it every minute: * * * * * php /path/to/private/server/console work --once. Without it, each visit to the endpoint sends some.";

        return array_values(array_filter([$worker, $this->clockFault(), ...$this->choreFaults], \is_string(...)));
    }

    public function isWorkerMissing(): bool
    {
        return $this->workerSeenSecondsAgo === null || $this->workerSeenSecondsAgo >= self::MOST_SECONDS_WITHOUT_WORKER;
    }

    /** @return ?string null if this machine's clock and the database server's agree */
    public function clockFault(): ?string
    {
        return abs($this->clockAhead) <= self::MOST_CLOCK_SECONDS ? null : 'The clock of this machine is ' . SystemClock::duration(abs($this->clockAhead))
            . ($this->clockAhead > 0 ? ' ahead of' : ' behind') . ' the database server\'s.';
    }

    /** @return array<string, ?int> */
    public function toArray(): array
    {
        return [
            'waiting' => $this->waiting,
            'due' => $this->due,
            'oldestSeconds' => $this->oldestSeconds,
            'failed' => $this->failed,
            'sentToday' => $this->sentToday,
            'workerSeenSecondsAgo' => $this->workerSeenSecondsAgo,
        ] + ($this->collected === 0 ? [] : ['collected' => $this->collected]);
    }

    /**
     * @param array<string, string> $events
     * @param list<string>          $choreFaults
     */
    private function with(?string $lastError, ?string $fault, ?string $refusedFor, int $refusedSecondsAgo, array $events, array $choreFaults): self
    {
        return new self(
            $this->waiting,
            $this->due,
            $this->oldestSeconds,
            $this->failed,
            $this->sentToday,
            $this->workerSeenSecondsAgo,
            $lastError,
            $this->backupSecondsAgo,
            $fault,
            $refusedFor,
            $refusedSecondsAgo,
            $this->clockAhead,
            $events,
            $choreFaults,
            $this->collected,
        );
    }
}
