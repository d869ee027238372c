<?php

declare(strict_types=1);

namespace Enquiry\Queue;

use Enquiry\Database\Backup;
use Enquiry\Database\Database;
use Enquiry\Database\DataFolder;
use Enquiry\Database\Meta;
use Enquiry\Database\NoteFile;
use Enquiry\Database\StoreUnavailable;
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

    /** If the last purge or backup was longer ago, this machine's clock may be wrong. */
    private const LONGEST_PAUSE = 604_800;

    /** When a purge noticed such a pause. A day later it believes the clock. */
    private const PAUSE_NOTICED = 'purge_pause_at';
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
        // The purge comes first, so that the backup has nothing that should be deleted.
        $this->deleteDue($times);
        $this->attempt(self::BACKUP, $times, fn() => $this->replaceBackups($times));
    }

    /**
     * The part of doDue() that the privacy notice promises, for where no worker runs.
     * @param array<string, int> $times see times()
     * @throws StoreUnavailable
     */
    public function deleteDue(array $times): void
    {
        $this->attempt(self::PURGE, $times, fn() => $this->purge($times));
    }

    /**
     * @param array<string, int> $times see times()
     * @return list<Finding> about failed chores, until each is put right
     */
    public function findings(array $times): array
    {
        $findings = [];
        foreach ([self::PURGE => 'The daily purge', self::BACKUP => 'The nightly backup'] as $chore => $name) {
            $done = $times[$chore . self::DONE] ?? 0;
            // Of the last attempt: the database may have been made since an older one.
            $tried = $times[$chore . self::TRIED] ?? 0;
            $reason = $this->note($chore)->read(max(0, $this->clock->time() - $tried));
            // A process that was killed leaves no reason. Nor has one that is at work, or waits after a pause.
            $paused = $chore === self::PURGE && $reason === null ? $times[self::PAUSE_NOTICED] ?? 0 : 0;
            $seconds = $this->clock->time() - max($done, $paused);
            if (self::isUndone($chore, $times) && ($reason !== null || $seconds > self::TWO_NIGHTS)) {
                $last = $done === 0
                    ? 'has never worked'
                    : 'last worked on ' . LocalTime::at($done)->format('j M Y H:i T');
                $what = "{$name} fails, and {$last}: " . match ($reason) {
                    null => "its process ends before it is done. PHP's error log may say why.",
                    '' => 'the log says why.',
                    default => $reason,
                };
                $fix = 'Fix the error. The worker retries it every hour.';
                $findings[] = $seconds > self::TWO_NIGHTS
                    ? Finding::problem($what, $fix)
                    : Finding::warning($what, $fix);
            }
        }

        return $findings;
    }

    /** @param array<string, int> $times */
    private static function isUndone(string $chore, array $times): bool
    {
        return ($times[$chore . self::TRIED] ?? 0) > ($times[$chore . self::DONE] ?? 0);
    }

    /**
     * Deletes old enquiries, codes, logs and backups.
     * @param array<string, int> $times
     */
    private function purge(array $times): void
    {
        $now = $this->clock->time();
        $noticed = $times[self::PAUSE_NOTICED] ?? 0;
        if ($now - ($times[self::PURGE . self::DONE] ?? 0) > self::LONGEST_PAUSE) {
            $isNew = $noticed === 0 || $noticed > $now;
            if ($isNew) {
                $this->store(self::PAUSE_NOTICED);
            }
            if ($isNew || $now - $noticed < self::DAY) {
                return;
            }
        }
        (new EnquiryRepository($this->database))->purge($now - $this->keptDays['enquiries'] * self::DAY);
        $this->deleteLogs();
        // While no backup can be made, the old ones may be needed.
        if (!self::isUndone(self::BACKUP, $times)) {
            $this->deleteBackups($this->keptDays['backups']);
        }
        $this->store(self::PURGE . self::DONE);
        Meta::set($this->database, self::PAUSE_NOTICED, 0);
    }

    /** A file goes when its first line is 33 days old. The margin is for a purge that comes late. */
    private function deleteLogs(): void
    {
        $oldest = ApplicationLog::fileOf($this->clock->time() - (self::LOG_DAYS - 3) * self::DAY);
        foreach ($this->folder->names(self::LOG_NAME) as $name) {
            if ($name < $oldest) {
                @unlink($this->folder->file($name));
            }
        }
    }

    /**
     * Of several machines, the one that backs up may never be the one that purges, so it deletes old backups too.
     * @param array<string, int> $times
     */
    private function replaceBackups(array $times): void
    {
        [$file] = $this->backUp();
        if ($this->clock->time() - ($times[self::BACKUP . self::DONE] ?? 0) <= self::LONGEST_PAUSE) {
            $this->deleteBackups($this->keptDays['backups'], basename($file));
        }
    }

    /**
     * @return array{string, int} the file and the number of enquiries in it
     * @throws StoreUnavailable
     */
    public function backUp(?string $file = null): array
    {
        $folder = $this->folder->backups();
        $folder->make();
        $file ??= $folder->file('enquiries-' . $this->stamp() . '.sqlite');
        $count = Backup::take($this->database, $file);
        $folder->giveTo((int) fileowner($this->folder->path));
        $this->store(self::BACKUP . self::DONE);

        return [$file, $count];
    }

    /**
     * The time is in a backup's name, because copying a file changes its own.
     * @param string $except the name of a file; empty for none
     */
    public function deleteBackups(int $mostDays, string $except = ''): void
    {
        // A backup that would be too old before tomorrow's purge is deleted now.
        $oldest = 'enquiries-' . $this->stamp(-($mostDays - 1) * self::DAY);
        // Made while the clock was ahead.
        $ahead = 'enquiries-' . $this->stamp(self::DAY);
        foreach ($this->folder->backups()->names(self::BACKUP_NAME) as $name) {
            if (($name < $oldest || $name > $ahead) && $name !== $except) {
                @unlink($this->folder->backups()->file($name));
            }
        }
    }

    private function stamp(int $seconds = 0): string
    {
        return gmdate('Ymd\THis\Z', $this->clock->time() + $seconds);
    }

    /**
     * @param array<string, int> $times
     * @param \Closure(): mixed  $work
     */
    private function attempt(string $chore, array $times, \Closure $work): void
    {
        if (!$this->claim($chore, $times)) {
            return;
        }
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

    /**
     * @param array<string, int> $times
     * @return bool whether the chore is due, and no other worker has begun it
     */
    private function claim(string $chore, array $times): bool
    {
        $now = $this->clock->time();
        $done = $times[$chore . self::DONE] ?? 0;
        $tried = $times[$chore . self::TRIED] ?? 0;
        $night = LocalTime::midnightBefore($now - self::NIGHT) + self::NIGHT;
        // A time in the future was stored before the clock was set back.
        $isDone = $done >= $night && $done <= $now + Clock::SKEW;

        return !$isDone
            && (!self::isUndone($chore, $times) || abs($now - $tried) >= self::RETRY_SECONDS)
            && Meta::replace($this->database, $chore . self::TRIED, $tried, $now);
    }

    private function store(string $name): void
    {
        Meta::set($this->database, $name, $this->clock->time());
    }

    /** Why the chore last failed. */
    private function note(string $chore): NoteFile
    {
        return new NoteFile($this->folder, "{$chore}.note", $this->clock);
    }
}
