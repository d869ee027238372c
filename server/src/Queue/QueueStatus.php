<?php

declare(strict_types=1);

namespace Enquiry\Queue;

use Enquiry\Shared\Clock;
use Enquiry\Shared\LocalTime;

/** The numbers of the queue, and whether enquiries are accepted and delivered. */
final class QueueStatus
{
    public const NOT_STORED = 'not stored';
    public const LIMITED = 'limited';
    public const FIREWALL = 'firewall';

    /** The events of the endpoint that `status` shows, by their label. */
    public const EVENTS = [
        'Refused by RATE_LIMIT' => self::LIMITED,
        'Sent as a form, because JSON was refused' => self::FIREWALL,
    ];

    /** A larger difference between two clocks is reported. */
    private const MOST_CLOCK_SECONDS = 30;

    /** Cron may skip some runs. */
    private const MOST_SECONDS_WITHOUT_WORKER = 900;

    /** A waiting enquiry is an alarm after this time. */
    public int $alertSeconds = 1_800;

    /** Why no enquiry can be accepted now. */
    public ?string $fault = null;

    /** Why an enquiry was recently refused, and how long ago. */
    public ?string $refusedFor = null;
    public int $refusedSecondsAgo = 0;

    /** @var array<string, string> when each of EVENTS was last seen */
    public array $events = [];

    /** @var list<string> see Chores */
    public array $choreFaults = [];

    /** @var list<string> why waiting enquiries of a form cannot be mailed */
    public array $formFaults = [];

    /** @var ?list<string> what is wrong in WEBHOOK_…; null without WEBHOOK_URL */
    public ?array $webhookSettings = [];

    /**
     * @param ?string $lastError        from a mail server: it may quote a visitor, see withoutQuotations()
     * @param ?int    $backupSecondsAgo null if no backup was ever made
     * @param int     $clockAhead       seconds by which this machine's clock is ahead of the database server's
     * @param int     $collected        waiting enquiries that are to be sent in a digest
     */
    public function __construct(
        public readonly int $waiting,
        public readonly int $due,
        public readonly ?int $oldestSeconds,
        public readonly int $failed,
        public readonly int $sentToday,
        public readonly ?int $workerSeenSecondsAgo,
        public ?string $lastError = null,
        public readonly ?int $backupSecondsAgo = null,
        public readonly int $clockAhead = 0,
        public readonly int $collected = 0,
        public readonly int $webhookWaiting = 0,
        public readonly int $webhookFailed = 0,
        public readonly ?int $webhookOldestSeconds = null,
        public readonly ?string $webhookError = null,
    ) {}

    /** @param list<string> $knownAddresses may be named; a mail server may also quote a visitor's */
    public function withoutQuotations(array $knownAddresses): self
    {
        $status = clone $this;
        $error = $this->lastError;
        $status->lastError = $error === null ? null : DeliveryReport::withoutWords($error, $knownAddresses);

        return $status;
    }

    /** @return list<string> why an operator should act; empty if all is well */
    public function reasons(): array
    {
        $reasons = $this->fault === null ? [] : [$this->fault];
        if ($this->refusedFor !== null) {
            $ago = LocalTime::duration($this->refusedSecondsAgo);
            $reasons[] = "An enquiry was refused {$ago} ago: {$this->refusedFor}";
        }
        if ($this->oldestSeconds !== null && $this->oldestSeconds > $this->alertSeconds) {
            $reasons[] = 'The oldest waiting enquiry is ' . LocalTime::duration($this->oldestSeconds) . ' old.';
        }
        if ($this->failed > 0) {
            $reasons[] = $this->failed === 1 ? 'One enquiry has failed.' : "{$this->failed} enquiries have failed.";
        }

        return [...$reasons, ...$this->formFaults];
    }

    /** @return list<string> what an operator should know, although it is no alarm */
    public function warnings(): array
    {
        $seconds = $this->workerSeenSecondsAgo;
        $last = $seconds === null ? 'has never run' : 'last ran ' . LocalTime::duration($seconds) . ' ago';
        $worker = !$this->isWorkerMissing() || $this->due === 0 ? [] : [
            "The worker {$last}, and enquiries are due: {$this->due}. Let cron run it every minute: * * * * * php "
            . '/path/to/private/server/console work --once. Without it, each visit to the endpoint sends some.',
        ];
        $clock = array_filter([$this->clockFault()], \is_string(...));

        return [...$worker, ...$clock, ...$this->webhookFaults(), ...$this->choreFaults];
    }

    /** @return list<string> no alarm, because the mail is another destination */
    public function webhookFaults(): array
    {
        $errors = [...$this->webhookSettings ?? [], ...array_filter([$this->webhookError], \is_string(...))];

        return $this->webhookSettings === null || $errors === [] ? [] : [
            ...$errors,
            "Enquiries that wait for the webhook: {$this->webhookWaiting}. Not posted, and not retried before you run "
                . "retry: {$this->webhookFailed}.",
        ];
    }

    /** @return list<string> why the operator should hear of the webhook; empty if all is well */
    public function webhookReasons(): array
    {
        $isFailing = $this->webhookFailed > 0 || ($this->webhookOldestSeconds ?? 0) > $this->alertSeconds;

        return $isFailing ? $this->webhookFaults() : [];
    }

    public function isWorkerMissing(): bool
    {
        return $this->workerSeenSecondsAgo === null || $this->workerSeenSecondsAgo >= self::MOST_SECONDS_WITHOUT_WORKER;
    }

    /** @return ?string null if this machine's clock and the database server's agree */
    public function clockFault(): ?string
    {
        return abs($this->clockAhead) <= self::MOST_CLOCK_SECONDS
            ? null
            : 'The clock of this machine is '
                    . LocalTime::duration(abs($this->clockAhead))
                    . ($this->clockAhead > 0 ? ' ahead of' : ' behind')
                    . ' the database server\'s.';
    }

    /** @return array<string, string> the numbers by their labels */
    public function table(): array
    {
        $duration = static fn(?int $seconds): string => $seconds === null ? '–' : LocalTime::duration($seconds);

        return array_map(strval(...), [
            'Waiting' => $this->waiting,
            'Due now' => $this->due,
            ...($this->collected === 0 ? [] : ['Collected for a digest' => $this->collected]),
            ...($this->webhookWaiting === 0 ? [] : ['Waiting for the webhook' => $this->webhookWaiting]),
            'Oldest waiting' => $duration($this->oldestSeconds),
            'Failed' => $this->failed,
            'Sent today' => $this->sentToday,
            'Since a worker ran' => $duration($this->workerSeenSecondsAgo),
            ...$this->events,
        ]);
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
        ] + array_filter([
            'collected' => $this->collected,
            'webhookWaiting' => $this->webhookWaiting,
            'webhookFailed' => $this->webhookFailed,
        ], static fn(int $count): bool => $count > 0);
    }
}
