<?php

declare(strict_types=1);

namespace Enquiry\Operations;

use Enquiry\Database\Backup;
use Enquiry\Database\Database;
use Enquiry\Database\DataFolder;
use Enquiry\Database\Meta;
use Enquiry\Database\NoteFile;
use Enquiry\Database\StoreUnavailable;
use Enquiry\Delivery\DeliveryQueue;
use Enquiry\Log\ApplicationLog;
use Enquiry\Shared\Clock;
use Enquiry\Shared\LocalTime;
use Psr\Log\LoggerInterface;

/** The daily purge and backup. All processes share their times, in enquiry_meta. */
final readonly class Chores
{
    private const PURGE = 'purge';
    private const BACKUP = 'backup';
    private const DONE = '_at';
    private const TRIED = '_tried_at';

    /** Seconds after midnight, in the firm's time zone. */
    private const NIGHT = 7_200;

    /** After a failure, and after a process that ended before it could store the outcome. */
    private const RETRY_SECONDS = 3_600;

    /** A first chore that takes longer has failed. */
    private const FIRST_SECONDS = 600;

    /** If a chore was last done longer ago, this machine's clock may be wrong. */
    private const LONGEST_PAUSE = 604_800;

    /** Between two purges: almost a day, because the second one believes the clock. */
    private const SHORTEST_PAUSE = 82_800;
    private const DAY = 86_400;

    /** Failures of two nights are a problem: the second night's first attempt, and one more. */
    private const TWO_NIGHTS = 2 * self::DAY + 2 * self::RETRY_SECONDS;

    /** No line of the log is older: this is promised in src/pages/privacy/words.ts. */
    private const LOG_DAYS = 35;
    private const LOG_NAME = '/^enquiries-\d{4}-\d\d-\d\d\.log$/D';

    /** Only files with these names are deleted, including unfinished backups. */
    private const BACKUP_NAME = '/^enquiries-\d{8}T\d{6}Z\.sqlite(?:\.part)?$/D';

    /** @param array{enquiries: int, backups: int} $keptDays days after which each is deleted */
    public function __construct(
        private Database $database,
        private DeliveryQueue $queue,
        private DataFolder $folder,
        private array $keptDays,
        private Clock $clock,
        private LoggerInterface $logger,
    ) {}

    /** @return array<string, int> the stored times by name */
    public function times(): array
    {
        return $this->database->read(Meta::all(...));
    }

    /**
     * Does what was not done since the last night began. A chore that fails is logged and retried in an hour.
     * @param array<string, int> $times see times()
     * @throws StoreUnavailable
     */
    public function doDue(array $times): void
    {
        // The purge comes first, so that the backup usually has nothing that should be deleted.
        $this->attempt(self::PURGE, $times, fn() => $this->purge($times));
        $this->attempt(self::BACKUP, $times, function () use ($times): void {
            $this->backUp();
            // Of several machines, the one that backs up may never be the one that purges.
            $this->deleteBackups($this->believable($times[self::BACKUP . self::DONE] ?? 0));
        });
    }

    /**
     * @param array<string, int> $times see times()
     * @return list<Finding> about failed chores, until each is put right
     */
    public function findings(array $times): array
    {
        $findings = [];
        foreach ([self::PURGE => 'The daily purge', self::BACKUP => 'The nightly backup'] as $chore => $name) {
            $now = $this->clock->time();
            $done = $times[$chore . self::DONE] ?? 0;
            if (!self::isUndone($chore, $times) || $now - $done <= self::TWO_NIGHTS) {
                continue;
            }
            $tried = max(0, $now - ($times[$chore . self::TRIED] ?? 0));
            // Of the last attempt. A process that was killed leaves none.
            $reason = $this->note($chore)->read($tried) ?? '';
            // On the day of the installation it may be running now.
            if ($done === 0 && $reason === '' && $tried < self::FIRST_SECONDS) {
                continue;
            }
            $last = $done === 0 ? 'has never worked' : 'last worked on ' . LocalTime::at($done)->format('j M Y H:i T');
            $findings[] = Finding::problem(
                "{$name} fails, and {$last}: " . ($reason === '' ? "the log, or PHP's error log, says why." : $reason),
                'Fix the error. The worker retries it every hour.',
                "chore:{$chore}",
            );
        }

        return $findings;
    }

    /** @param array<string, int> $times */
    private static function isUndone(string $chore, array $times): bool
    {
        return ($times[$chore . self::TRIED] ?? 0) > ($times[$chore . self::DONE] ?? 0);
    }

    /**
     * Deletes old enquiries, logs and backups.
     * @param array<string, int> $times
     */
    private function purge(array $times): void
    {
        $now = $this->believable($times[self::PURGE . self::DONE] ?? 0);
        $this->queue->purge($now - $this->keptDays['enquiries'] * self::DAY);
        $this->deleteLogs($now);
        // While no backup can be made, the old ones may be needed.
        if (!self::isUndone(self::BACKUP, $times)) {
            $this->deleteBackups($now);
        }
        $this->store(self::PURGE);
    }

    /** A file goes when its first line is 33 days old. The margin is for a purge that comes late. */
    private function deleteLogs(int $now): void
    {
        $oldest = ApplicationLog::fileOf($now - (self::LOG_DAYS - 3) * self::DAY);
        foreach ($this->folder->names(self::LOG_NAME) as $name) {
            if ($name < $oldest) {
                @unlink($this->folder->file($name));
            }
        }
    }

    /**
     * A clock that has jumped ahead must not delete everything. The next time, it is believed.
     * @param int $done when the chore was last done
     */
    private function believable(int $done): int
    {
        return min($this->clock->time(), $done + self::LONGEST_PAUSE);
    }

    /**
     * @return array{string, int} the file and the number of enquiries in it
     * @throws StoreUnavailable
     */
    public function backUp(?string $file = null): array
    {
        $folder = $this->folder->backups();
        $folder->make();
        $file ??= $folder->file(self::nameAt($this->clock->time()) . '.sqlite');
        $count = Backup::take($this->database, $file);
        $folder->giveTo((int) fileowner($this->folder->path));
        $this->store(self::BACKUP);

        return [$file, $count];
    }

    /** The time is in a backup's name, because copying a file changes its own. */
    private function deleteBackups(int $now): void
    {
        // A backup that would be too old before tomorrow's purge is deleted now.
        $oldest = self::nameAt($now - ($this->keptDays['backups'] - 1) * self::DAY);
        // Made while the clock was ahead.
        $ahead = self::nameAt($this->clock->time() + self::DAY);
        foreach ($this->folder->backups()->names(self::BACKUP_NAME) as $name) {
            if ($name < $oldest || $name > $ahead) {
                @unlink($this->folder->backups()->file($name));
            }
        }
    }

    private static function nameAt(int $time): string
    {
        return 'enquiries-' . gmdate('Ymd\THis\Z', $time);
    }

    /**
     * @param array<string, int> $times
     * @param \Closure(): mixed  $work
     */
    private function attempt(string $chore, array $times, \Closure $work): void
    {
        if (!$this->isDue($chore, $times)) {
            return;
        }
        Meta::set($this->database, $chore . self::TRIED, $this->clock->time());
        try {
            $work();
        } catch (\Throwable $failure) {
            $this->note($chore)->write($failure->getMessage());
            $this->logger->error('A daily chore of the worker failed. It will be retried in an hour.', [
                'event' => 'chore failed',
                'chore' => $chore,
                'exception' => $failure,
            ]);
        }
    }

    /** @param array<string, int> $times */
    private function isDue(string $chore, array $times): bool
    {
        $now = $this->clock->time();
        $done = $times[$chore . self::DONE] ?? 0;
        $tried = $times[$chore . self::TRIED] ?? 0;
        $night = LocalTime::midnightBefore($now - self::NIGHT) + self::NIGHT;
        $due = $chore === self::PURGE ? min($night, $now - self::SHORTEST_PAUSE) : $night;
        // A time in the future was stored before the clock was set back.
        $isDone = $done >= $due && $done <= $now + Clock::SKEW;

        return !$isDone && (!self::isUndone($chore, $times) || abs($now - $tried) >= self::RETRY_SECONDS);
    }

    private function store(string $chore): void
    {
        Meta::set($this->database, $chore . self::DONE, $this->clock->time());
    }

    /** Why the chore last failed. */
    private function note(string $chore): NoteFile
    {
        return new NoteFile($this->folder, "{$chore}.note", $this->clock);
    }
}
