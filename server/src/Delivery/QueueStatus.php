<?php

declare(strict_types=1);

namespace Enquiry\Delivery;

/** How the queue is doing, in numbers. */
final readonly class QueueStatus
{
    /** A fault of the program, as Sender tells it. */
    private const FAULT = '~^(?<place>(?<class>\w+) in \S+\.php:\d+): ~';

    /** What PHP says in these is about the code, and never about what the code had in hand. */
    private const WITHOUT_VALUES = ['Error', 'ParseError', 'CompileError', 'TypeError', 'ArgumentCountError'];

    /**
     * @param ?string      $lastError            of what was not taken; it may name a mailbox, so that only the console shows it
     * @param int          $clockBehindSeconds   by how much the clock is behind a time that was stored
     * @param ?int         $clockSteppedSecondsAgo when it last went back; null where it never did
     * @param list<string> $refusals             why enquiries are refused now
     * @param int          $leftBehind           how many wait in a queue that no worker looks into any more
     * @param ?int         $backupSecondsAgo     when a backup was last made; null where none ever was
     * @param bool         $oldestReachedSome    of the oldest that waits, some recipients have it and others do not
     * @param ?string      $forgottenBackup      of those that are there, the newest, where this database knows of none
     * @param ?string      $refusedFor           why one was refused a while ago; null where none was
     */
    public function __construct(
        public int $waiting,
        public int $due,
        public ?int $oldestSeconds,
        public int $failed,
        public int $sentToday,
        public ?int $workerSeenSecondsAgo,
        public ?string $lastError = null,
        public int $clockBehindSeconds = 0,
        public ?int $clockSteppedSecondsAgo = null,
        public int $clockSteppedBySeconds = 0,
        public array $refusals = [],
        public int $leftBehind = 0,
        public bool $oldestReachedSome = false,
        public ?int $backupSecondsAgo = null,
        public ?string $refusedFor = null,
        public int $refusedSecondsAgo = 0,
        public ?string $forgottenBackup = null,
    ) {}

    /** @return list<string> why somebody should look; empty where all is well */
    public function reasons(int $alertAfterSeconds): array
    {
        $reasons = $this->refusals;
        if ($this->refusedFor !== null) {
            $reasons[] = "An enquiry was refused {$this->refusedSecondsAgo} " . ($this->refusedSecondsAgo === 1 ? 'second' : 'seconds') . " ago: {$this->refusedFor}";
        }
        if ($this->clockBehindSeconds > 0) {
            $reasons[] = "The clock is {$this->clockBehindSeconds} seconds behind a time that was stored: it has gone back, or another machine's is ahead. Set it right, and keep it so by NTP.";
        }
        if ($this->oldestSeconds !== null && $this->oldestSeconds > $alertAfterSeconds) {
            $reasons[] = "The oldest waiting enquiry is {$this->oldestSeconds} seconds old" . ($this->oldestReachedSome ? '; some recipients have it, and others are refused.' : '.');
        }
        if ($this->failed > 0) {
            $reasons[] = $this->failed === 1 ? 'One enquiry has failed.' : "{$this->failed} enquiries have failed.";
        }

        if ($this->forgottenBackup !== null) {
            $reasons[] = "There are backups, and the database knows of none: it may have been lost, and another one made in its place. If so, restore the newest, {$this->forgottenBackup}; if not, make a backup.";
        }
        if ($this->leftBehind > 0) {
            $reasons[] = "In the data folder wait {$this->leftBehind} from before DATABASE_URL was set, which nobody delivers: see help move.";
        }

        return $reasons;
    }

    /** Whether all would be well, but for an enquiry that was refused a while ago. */
    public function wasOnlyRefusing(int $alertAfterSeconds): bool
    {
        return $this->refusedFor !== null && \count($this->reasons($alertAfterSeconds)) === 1;
    }

    /**
     * For whoever is to read nothing of visitors: of what a mail server said, which may quote them, the codes
     * and the recipients alone.
     *
     * @param list<string> $recipients
     */
    public function withoutWords(array $recipients): self
    {
        return new self(
            $this->waiting,
            $this->due,
            $this->oldestSeconds,
            $this->failed,
            $this->sentToday,
            $this->workerSeenSecondsAgo,
            $this->lastError === null ? null : self::withoutQuotations($this->lastError, $recipients),
            $this->clockBehindSeconds,
            $this->clockSteppedSecondsAgo,
            $this->clockSteppedBySeconds,
            $this->refusals,
            $this->leftBehind,
            $this->oldestReachedSome,
            $this->backupSecondsAgo,
            $this->refusedFor,
            $this->refusedSecondsAgo,
            $this->forgottenBackup,
        );
    }

    /** @param list<string> $recipients */
    private static function withoutQuotations(string $error, array $recipients): string
    {
        [$error] = explode(' Arrived at ', $error, 2);
        // A server that was told of no mail can quote none.
        if (str_starts_with($error, MailServerUnavailable::WORDS)) {
            return $error;
        }
        if (preg_match(self::FAULT, $error, $found) === 1) {
            return \in_array($found['class'], self::WITHOUT_VALUES, true) ? $error : "{$found['place']}; the log says more";
        }
        preg_match_all('/\b[45]\d\d\b/', $error, $codes);
        $named = array_filter($recipients, static fn(string $recipient): bool => str_contains($error, $recipient));
        $rest = ($named === [] ? '' : ' for ' . implode(', ', $named)) . ($codes[0] === [] ? '' : ', with ' . implode(', ', array_unique($codes[0])));

        return "not taken{$rest}; the log says more";
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
        ];
    }
}
