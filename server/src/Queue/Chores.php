<?php

declare(strict_types=1);

namespace Enquiry\Queue;

use Enquiry\Database\Backup;
use Enquiry\Database\Database;
use Enquiry\Database\DataFolder;
use Enquiry\Database\Meta;
use Enquiry\Database\NoteFile;
use Enquiry\Database\SqliteDatabase;
use Enquiry\Database\StoreUnavailable;
use Enquiry\Database\TimeLimit;
use Enquiry\Log\LogFile;
use Enquiry\Shared\Clock;
use Enquiry\Shared\LocalTime;
use Psr\Log\LoggerInterface;

/** The daily purge and backup. All processes share their times, in enquiry_meta. */
final readonly class Chores
{
    /** The name of the time of the last backup. */
    public const BACKUP_DONE = self::BACKUP . self::DONE;

    private const PURGE = 'purge';
    private const BACKUP = 'backup';
    private const DONE = '_at';
    private const TRIED = '_tried_at';

    /** Seconds after midnight, in the firm's time zone. */
    private const NIGHT = 7_200;

    /** After a failure, and after a process that ended before it could store the outcome. */
    private const RETRY_SECONDS = 3_600;

    /** A key of the form without JavaScript is used for an hour. */
    private const KEY_SECONDS = 7_200;

    /** If the last purge or backup was longer ago, this machine's clock may be wrong. */
    private const LONGEST_PAUSE = 604_800;

    /** Only files with these names are deleted, including unfinished backups. */
    private const BACKUP_NAME = '/^enquiries-\d{8}T\d{6}Z\.sqlite(?:\.part)?$/D';

    public function __construct(
        private Database $database,
        private DataFolder $folder,
        private PrivacyNotice $notice,
        private Clock $clock,
        private LoggerInterface $logger,
    ) {}

    /**
     * Does what was not done since the last night began. A chore that fails is logged and retried in an hour.
     * @throws StoreUnavailable
     */
    public function doDue(): void
    {
        // The purge comes first, so that the backup has nothing that should be deleted.
        $this->deleteDue();
        $this->attempt(self::BACKUP, $this->replaceBackups(...));
    }

    /** The part of doDue() that the privacy notice promises, for where no worker runs. @throws StoreUnavailable */
    public function deleteDue(): void
    {
        Throttle::forget($this->database, $this->clock->time());
        $this->attempt(self::PURGE, $this->purge(...));
    }

    /** @return list<string> about an untrue notice, a lost database and failed chores, until each is put right */
    public function faults(): array
    {
        return [...$this->notice->broken, ...$this->loss(), ...$this->failures()];
    }

    /** @return list<string> a sentence if the database was lost on this machine */
    private function loss(): array
    {
        $lost = $this->lostFile();

        return !is_file($lost) ? [] : [
            SqliteDatabase::FILE . ' was missing or empty on ' . self::time((int) @filemtime($lost))
                . ', and a new one was made. Restore the old file or the latest backup with "php server/console '
                . "restore FILE\". Then delete {$lost}: no backup is deleted before.",
        ];
    }

    /** @return list<string> which chores failed on this machine and were not done since */
    private function failures(): array
    {
        $faults = [];
        foreach ([self::PURGE => 'The daily purge', self::BACKUP => 'The nightly backup'] as $chore => $name) {
            $failedAt = $this->failedAt($chore);
            if ($failedAt !== null) {
                $reason = $this->note($chore)->read(\PHP_INT_MAX) ?? '';
                $faults[] = "{$name} failed on " . self::time($failedAt) . ': '
                    . ($reason === '' ? 'the log says why.' : $reason)
                    . ' The worker retries it every hour.';
            }
        }

        return $faults;
    }

    private static function time(int $time): string
    {
        return LocalTime::at($time)->format('j M Y \a\t H:i T');
    }

    /** @return ?int null if the chore did not fail, or was done since */
    private function failedAt(string $chore): ?int
    {
        $age = $this->note($chore)->age();
        $failedAt = $age === null ? 0 : $this->clock->time() - $age;

        return $failedAt > $this->stored($chore . self::DONE) ? $failedAt : null;
    }

    private function lostFile(): string
    {
        return $this->folder->file(SqliteDatabase::LOST);
    }

    /** Deletes old enquiries, codes, logs and backups; nothing if the clock has jumped since the last purge. */
    private function purge(): void
    {
        $now = $this->clock->time();
        if ($now - $this->stored(self::PURGE . self::DONE) <= self::LONGEST_PAUSE) {
            $repository = new EnquiryRepository($this->database);
            $repository->purge($now - $this->notice->enquiries * 86_400, $now - self::KEY_SECONDS);
            LogFile::deleteOld($this->folder);
            // While no backup can be made, the old ones may be needed.
            if ($this->failedAt(self::BACKUP) === null) {
                $this->deleteBackups($this->notice->backups);
            }
        }
        $this->store(self::PURGE . self::DONE);
    }

    /** Of several machines, the one that backs up may never be the one that purges, so it deletes old backups too. */
    private function replaceBackups(): void
    {
        $pause = $this->clock->time() - $this->stored(self::BACKUP_DONE);
        [$file] = $this->backUp();
        if ($pause <= self::LONGEST_PAUSE) {
            $this->deleteBackups($this->notice->backups, basename($file));
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
        // The worker may run as root, but the user of the web server needs the files too.
        $folder->giveTo((int) fileowner($this->folder->path));
        $this->store(self::BACKUP_DONE);

        return [$file, $count];
    }

    /**
     * The time is in a backup's name, because copying a file changes its own.
     * @param int    $mostDays 0: all but $except are deleted
     * @param string $except   the name of a file; empty for none
     */
    public function deleteBackups(int $mostDays, string $except = ''): void
    {
        // The backups of a new, empty database do not replace good ones.
        if (is_file($this->lostFile())) {
            return;
        }
        // A backup that would be too old before tomorrow's purge is deleted now.
        $oldest = 'enquiries-' . $this->stamp(-($mostDays - 1) * 86_400);
        // Made while the clock was ahead.
        $ahead = 'enquiries-' . $this->stamp(86_400);
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

    /** @param \Closure(): mixed $work */
    private function attempt(string $chore, \Closure $work): void
    {
        if (!$this->claim($chore)) {
            return;
        }
        try {
            // It may read every row.
            $this->database->limit(TimeLimit::Command);
            $work();
        } catch (\Throwable $failure) {
            $this->note($chore)->write($failure->getMessage());
            $this->logger->error('A daily chore of the worker failed. It will be retried in an hour.', [
                'event' => 'chore failed',
                'chore' => $chore,
                'exception' => $failure,
            ]);
        } finally {
            $this->database->limit(TimeLimit::Request);
        }
    }

    /** @return bool whether the chore is due, and no other worker has begun it */
    private function claim(string $chore): bool
    {
        $now = $this->clock->time();
        $done = $this->stored($chore . self::DONE);
        $tried = $this->stored($chore . self::TRIED);
        $night = LocalTime::midnightBefore($now - self::NIGHT) + self::NIGHT;
        // A time in the future was stored before the clock was set back.
        $isDone = $done >= $night && $done <= $now + Clock::SKEW;

        return !$isDone
            && ($tried <= $done || abs($now - $tried) >= self::RETRY_SECONDS)
            && Meta::replace($this->database, $chore . self::TRIED, $tried, $now);
    }

    private function stored(string $name): int
    {
        return $this->database->read(Meta::all(...))[$name] ?? 0;
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
