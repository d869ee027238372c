<?php

declare(strict_types=1);

namespace Enquiry\Queue;

use Enquiry\Database\Connection;
use Enquiry\Database\Database;
use Enquiry\Database\Dialect;
use Enquiry\Database\Meta;
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

    public int $waiting = 0;
    public int $due = 0;
    public ?int $oldestSeconds = null;
    public int $failed = 0;
    public int $sentToday = 0;
    public ?int $workerSeenSecondsAgo = null;

    /** Waiting enquiries that are to be sent in a digest. */
    public int $collected = 0;

    public ?string $lastError = null;

    /** Null if no backup was ever made. */
    public ?int $backupSecondsAgo = null;

    /** Seconds by which this machine's clock is ahead of the database server's. */
    public int $clockAhead = 0;

    public int $webhookWaiting = 0;
    public int $webhookFailed = 0;
    public ?int $webhookOldestSeconds = null;
    public ?string $webhookError = null;

    /** A waiting enquiry is an alarm after this time. */
    public int $alertSeconds = 1_800;

    /** @var list<string> why enquiries cannot be accepted or mailed */
    public array $faults = [];

    /** @var array<string, string> when each of EVENTS was last seen */
    public array $events = [];

    /** @var list<string> see Chores */
    public array $choreFaults = [];

    /** @var ?list<string> errors in WEBHOOK_…; null without WEBHOOK_URL */
    public ?array $webhookSettings = [];

    public static function of(Database $database, int $now): self
    {
        return $database->read(static function (Connection $connection) use ($now): self {
            $status = new self();
            $digest = Intake::DIGEST_SECONDS;
            // A collected enquiry waits from the time of its digest.
            $waitsFrom = "received_at + collected * ({$digest} - received_at % {$digest})";
            $counts = $connection->one(
                <<<SQL
                    SELECT COUNT(CASE WHEN state = 'waiting' THEN 1 END) AS waiting,
                        COUNT(CASE WHEN state = 'waiting' AND due_at <= ? THEN 1 END) AS due,
                        MIN(CASE WHEN state = 'waiting' THEN COALESCE(resent_at, {$waitsFrom}) END) AS oldest,
                        COUNT(CASE WHEN state = 'waiting' AND collected = 1 THEN 1 END) AS collected,
                        COUNT(webhook_due_at) AS webhook_waiting,
                        MIN(CASE WHEN webhook_due_at IS NOT NULL THEN {$waitsFrom} END) AS webhook_oldest,
                        COUNT(CASE WHEN webhook_due_at IS NULL THEN webhook_error END) AS webhook_failed,
                        COUNT(CASE WHEN state = 'failed' THEN 1 END) AS failed,
                        COUNT(CASE WHEN state = 'sent' AND sent_at BETWEEN ? AND ? THEN 1 END) AS sent
                    FROM enquiry
                    SQL,
                [$now, LocalTime::midnightBefore($now), $now + Clock::SKEW],
            );
            $status->waiting = $counts->number('waiting');
            $status->due = $counts->number('due');
            $status->oldestSeconds = self::secondsSince($counts->numberOrNull('oldest'), $now);
            $status->failed = $counts->number('failed');
            $status->sentToday = $counts->number('sent');
            $status->collected = $counts->number('collected');
            $status->webhookWaiting = $counts->number('webhook_waiting');
            $status->webhookFailed = $counts->number('webhook_failed');
            $status->webhookOldestSeconds = self::secondsSince($counts->numberOrNull('webhook_oldest'), $now);
            // Waiting enquiries before failed ones, then by the last attempt.
            $error = $connection->row(
                "SELECT last_error FROM enquiry WHERE state IN ('waiting', 'failed') AND last_error IS NOT NULL ORDER "
                    . "BY state DESC, due_at DESC LIMIT 1",
            );
            $status->lastError = $error?->text('last_error');
            $webhookError = $connection->row(
                'SELECT webhook_error FROM enquiry WHERE webhook_error IS NOT NULL ORDER BY id DESC LIMIT 1',
            );
            $status->webhookError = $webhookError?->text('webhook_error');
            $meta = Meta::all($connection);
            $status->workerSeenSecondsAgo = self::secondsSince($meta[EnquiryQueue::WORKER_SEEN] ?? null, $now);
            $status->backupSecondsAgo = self::secondsSince($meta[Chores::BACKUP_DONE] ?? null, $now);
            if ($connection->dialect === Dialect::Mysql) {
                $status->clockAhead = $now - $connection->one('SELECT UNIX_TIMESTAMP() AS time')->number('time');
            }

            return $status;
        });
    }

    /** Not negative: another machine's clock may be ahead. */
    private static function secondsSince(?int $time, int $now): ?int
    {
        return $time === null ? null : max(0, $now - $time);
    }

    /** @return list<string> why an operator should act; empty if all is well */
    public function reasons(): array
    {
        $reasons = $this->faults;
        if ($this->oldestSeconds !== null && $this->oldestSeconds > $this->alertSeconds) {
            $reasons[] = 'The oldest waiting enquiry is ' . LocalTime::duration($this->oldestSeconds) . ' old.';
        }
        if ($this->failed > 0) {
            $reasons[] = $this->failed === 1 ? 'One enquiry has failed.' : "{$this->failed} enquiries have failed.";
        }

        return $reasons;
    }

    /** @return list<string> what an operator should know, although it is no alarm */
    public function warnings(): array
    {
        $warnings = [];
        if ($this->isWorkerMissing() && $this->due > 0) {
            $warnings[] = "{$this->workerLastRan()}, and enquiries are due: {$this->due}. Let cron run it every "
                . 'minute: * * * * * php /path/to/private/server/console work --once. Without it, each visit to the '
                . 'endpoint sends some.';
        }
        if ($this->clockFault() !== null) {
            $warnings[] = $this->clockFault();
        }

        return [...$warnings, ...$this->webhookSettings ?? [], ...$this->webhookFaults(), ...$this->choreFaults];
    }

    /** @return list<string> the last error and its consequences: no alarm, because the mail is another destination */
    public function webhookFaults(): array
    {
        $isWell = $this->webhookSettings === [] && $this->webhookError === null;

        return $this->webhookSettings === null || $isWell ? [] : [
            ...($this->webhookError === null ? [] : [$this->webhookError]),
            "Enquiries that wait for the webhook: {$this->webhookWaiting}. Not posted, and not retried before you run "
                . "retry: {$this->webhookFailed}.",
        ];
    }

    /** @return list<string> why the operator should hear of the webhook; empty if all is well */
    public function webhookReasons(): array
    {
        $isFailing = $this->webhookFailed > 0 || ($this->webhookOldestSeconds ?? 0) > $this->alertSeconds;

        return $isFailing ? [...$this->webhookSettings ?? [], ...$this->webhookFaults()] : [];
    }

    public function isWorkerMissing(): bool
    {
        return $this->workerSeenSecondsAgo === null || $this->workerSeenSecondsAgo >= self::MOST_SECONDS_WITHOUT_WORKER;
    }

    /** Without a full stop. */
    public function workerLastRan(): string
    {
        return $this->workerSeenSecondsAgo === null
            ? 'The worker has never run'
            : 'The worker last ran ' . LocalTime::duration($this->workerSeenSecondsAgo) . ' ago';
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
            ...array_filter([
                'collected' => $this->collected,
                'webhookWaiting' => $this->webhookWaiting,
                'webhookFailed' => $this->webhookFailed,
            ], static fn(int $count): bool => $count > 0),
        ];
    }
}
