<?php

declare(strict_types=1);

namespace Enquiry\Operations;

use Enquiry\Database\Database;
use Enquiry\Database\DataFolder;
use Enquiry\Database\NoteFile;
use Enquiry\Database\Row;
use Enquiry\Database\SqliteDatabase;
use Enquiry\Database\StoreUnavailable;
use Enquiry\Enquiry\Forms;
use Enquiry\Shared\Clock;
use Enquiry\Shared\LocalTime;

/**
 * The list of what is wrong with the queue, from checks that cost nothing. `status`, the operators' page, the health
 * page and the alert use it. `doctor` adds the checks that take time.
 */
final readonly class Checkup
{
    /** The event that the endpoint notes in the data folder. */
    public const NOT_STORED = 'not stored';

    /** The event of an error of our own. FatalErrorHandler notes it too. */
    public const FAILED = 'program failed';

    /** In PHP's messages: the file of the program that is missing or damaged, or its class. */
    private const DAMAGED = [
        '~^(?:ErrorException: )?(?:include|require)(?:_once)?\((.+?)\): ~',
        '~^Error: \w+ "Enquiry\\\\([\w\\\\]+)" not found in ~',
        '~^ParseError: .* in (.+):\d+$~D',
        '~^(?:\S+InvalidForm: )?(/.+?) is missing or damaged\.~',
    ];

    /** A waiting enquiry is an alarm after this time. */
    private const MOST_SECONDS_WAITING = 1_800;

    /** How long a refused enquiry is reported: a monitor that asks every five minutes sees it twice. */
    private const SECONDS_REFUSED = 660;

    /** Cron may skip some runs. */
    private const SECONDS_WITHOUT_WORKER = 900;
    private const MOST_SECONDS_WITHOUT_WORKER = 172_800;

    /** The size of the largest enquiry on the disk, in bytes. */
    private const ROOM = 131_072;

    /**
     * @param array<string, array{string, string}> $settings    what is wrong and how to fix it, by setting
     * @param list<string>                         $withoutForm settings MAIL_TO_<FORM> for a form that this release
     *                                                          lacks
     * @param int                                  $perHour     DELIVERY_PER_HOUR; 0 for no limit
     * @param string                               $console     the path of the operator's commands
     */
    public function __construct(
        private Forms $forms,
        private Database $database,
        private DataFolder $folder,
        private Chores $chores,
        private Clock $clock,
        private array $settings,
        private array $withoutForm,
        private int $perHour,
        private string $console,
    ) {}

    /** @throws StoreUnavailable */
    public function numbers(): QueueNumbers
    {
        return QueueNumbers::of($this->database, $this->clock->time());
    }

    /**
     * @param ?StoreUnavailable $failure of a moment ago: what cannot be written may still be readable
     * @return list<Finding> without those that are OK, the problems first
     */
    public function findings(?StoreUnavailable $failure = null): array
    {
        try {
            if ($failure !== null) {
                throw $failure;
            }
            if ($this->database instanceof SqliteDatabase) {
                $this->folder->requireRoomOnDisk(self::ROOM);
            }
            $numbers = $this->numbers();
            $findings = [
                ...$this->ofDeliveries($numbers),
                ...$this->ofForms(),
                ...$this->ofWorker($numbers->workerSeenSecondsAgo),
                ...$this->chores->findings($numbers->times),
            ];
        } catch (StoreUnavailable $failure) {
            $findings = [Finding::problem(
                "No enquiry can be accepted or delivered: {$failure->getMessage()}",
                'Meanwhile, visitors are asked to phone or to try again later.',
            )];
        }
        foreach ($this->settings as $problem) {
            $findings[] = Finding::problem(...$problem);
        }
        foreach ($this->withoutForm as $name) {
            $findings[] = Finding::warning(
                "{$name} names no form of this release, so nobody gets enquiries by it.",
                'Correct the name in .env, or remove it. The forms are: ' . implode(', ', $this->forms->names()) . '.',
            );
        }
        array_push($findings, ...$this->refusals(), ...$this->failures());

        return array_merge(...array_values(Finding::sorted($findings)));
    }

    /** @return iterable<Finding> */
    private function ofDeliveries(QueueNumbers $numbers): iterable
    {
        $age = $numbers->oldestSeconds ?? 0;
        $errors = self::errors($numbers->targets['waiting'] ?? []);
        if ($age > self::MOST_SECONDS_WAITING) {
            yield Finding::problem(
                'The oldest waiting enquiry is ' . LocalTime::duration($age) . ' old.' . $errors,
                'Fix the error, or let the worker run. work --now then delivers everything that waits. list '
                    . 'waiting shows more.',
            );
        } elseif ($errors !== '') {
            yield Finding::warning(
                'Enquiries wait for another attempt.' . $errors,
                'Fix the error. work --now then delivers everything that waits. Otherwise it is retried within '
                    . 'an hour, or within 12 hours if the mail server did not answer.',
            );
        }
        if ($numbers->failed > 0) {
            $what = $numbers->failed === 1 ? 'One enquiry has failed.' : "{$numbers->failed} enquiries have failed.";
            yield Finding::problem(
                $what . self::errors($numbers->targets['failed'] ?? []),
                'Fix the error and run retry --all, or answer the visitors (list failed) and run dismiss for each.',
            );
        }
        if ($this->perHour > 0 && $numbers->mailed >= $this->perHour && $numbers->waiting > 0) {
            $spam = $numbers->marked === 0 ? '' : " Open ones that may be spam: {$numbers->marked}. They go last.";
            yield Finding::warning(
                "DELIVERY_PER_HOUR ({$this->perHour}) is reached. Enquiries that wait: {$numbers->waiting}.{$spam}",
                ($spam === '' ? '' : 'If they are spam, dismiss --flagged ends their delivery. ')
                    . 'Raise DELIVERY_PER_HOUR to what your mail provider allows.',
            );
        }
    }

    /**
     * @param array<string, Row> $deliveries by target
     * @return string a sentence for each target with an error, each with a space before it
     */
    private static function errors(array $deliveries): string
    {
        $sentences = '';
        foreach ($deliveries as $target => $row) {
            $error = $row->textOrNull('error') ?? '';
            $count = QueueNumbers::inWords($row->number('number'));
            $sentences .= $error === '' ? '' : " For {$target} ({$count}): " . rtrim($error, '.') . '.';
        }

        return $sentences;
    }

    /** @return iterable<Finding> */
    private function ofForms(): iterable
    {
        foreach (array_unique(['contact', ...$this->forms->names()]) as $name) {
            try {
                $this->forms->get($name);
            } catch (\Throwable $failure) {
                yield Finding::problem(
                    "The form {$name} cannot be used: {$failure->getMessage()}",
                    'Upload the release again.',
                );
            }
        }
    }

    /** @return iterable<Finding> */
    private function ofWorker(?int $seconds): iterable
    {
        if ($seconds !== null && $seconds < self::SECONDS_WITHOUT_WORKER) {
            return;
        }
        $what = ($seconds === null
            ? 'The worker has never run.'
            : 'The worker last ran ' . LocalTime::duration($seconds) . ' ago.')
            . ' Without it, refused mail is retried only after other visits.';
        $fix = "Let cron run it every minute: * * * * * php {$this->console} work. If your host's cron only opens "
            . 'addresses, let it open contact_work.php (docs/shared-hosts.md).';
        yield $seconds !== null && $seconds > self::MOST_SECONDS_WITHOUT_WORKER
            ? Finding::problem($what, $fix)
            : Finding::warning($what, $fix);
    }

    /** @return list<Finding> */
    private function refusals(): array
    {
        $refused = NoteFile::ofEvent(self::NOT_STORED, $this->folder, $this->clock);
        $reason = $refused->read(self::SECONDS_REFUSED);
        $ago = LocalTime::duration(max(0, $refused->age() ?? 0));

        return $reason === null ? [] : [Finding::problem(
            "An enquiry was refused {$ago} ago: " . ($reason === '' ? 'the log says why.' : $reason),
            'The visitor was asked to phone or to try again. Fix the error.',
        )];
    }

    /** @return iterable<Finding> errors of our own, of the last minutes or until the damaged file is replaced */
    private function failures(): iterable
    {
        $server = \dirname($this->console);
        foreach (array_unique([$this->folder->path, $server]) as $folder) {
            $note = NoteFile::ofEvent(self::FAILED, new DataFolder($folder), $this->clock);
            $reason = $note->read(\PHP_INT_MAX);
            $ago = $note->age() ?? 0;
            $file = $reason === null ? null : self::damagedFile($reason);
            $isOver = $file === null ? abs($ago) > self::SECONDS_REFUSED : self::isReplaced($file, time() - $ago);
            if ($reason !== null && !$isOver) {
                yield Finding::problem(
                    'The program failed ' . LocalTime::duration(max(0, $ago)) . " ago: " . rtrim($reason, '.') . '.',
                    'If a file is named, upload it again, or run npm run deploy. See the log, and PHP\'s error log.',
                );
            }
        }
    }

    private static function damagedFile(string $reason): ?string
    {
        foreach (self::DAMAGED as $pattern) {
            if (preg_match($pattern, $reason, $found) === 1) {
                return is_file($found[1]) || str_starts_with($found[1], '/')
                    ? $found[1]
                    : \dirname(__DIR__) . '/' . strtr($found[1], '\\', '/') . '.php';
            }
        }

        return null;
    }

    /** Whether it is of another release, or was written since. */
    private static function isReplaced(string $file, int $time): bool
    {
        clearstatcache(true, $file);

        // An upload may set the time of the content, but not that of the entry in the folder.
        return !str_starts_with($file, \dirname(__DIR__, 2) . '/')
            || (is_file($file) && max((int) @filectime($file), (int) @filemtime($file)) > $time);
    }
}
