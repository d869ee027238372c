<?php

declare(strict_types=1);

namespace Enquiry\Operations;

use Enquiry\Database\Database;
use Enquiry\Database\DataFolder;
use Enquiry\Database\NoteFile;
use Enquiry\Database\SqliteDatabase;
use Enquiry\Database\StoreUnavailable;
use Enquiry\Delivery\Recipients;
use Enquiry\Enquiry\Forms;
use Enquiry\Mail\LoginPause;
use Enquiry\Shared\Clock;
use Enquiry\Shared\LocalTime;

/**
 * The list of what is wrong with the queue, from checks that cost nothing. `status`, the operators' page, the health
 * page and the alert use it. `doctor` adds the checks that take time.
 *
 * @phpstan-import-type Refusal from LoginPause
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
     * @param \Closure(): ?Refusal                 $refusedLogin
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
        private \Closure $refusedLogin,
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
                ...$this->ofLogin($numbers),
                ...$this->ofDeliveries($numbers),
                ...$this->ofForms(),
                ...$this->ofWorker($numbers->workerSeenSecondsAgo),
                ...$this->chores->findings($numbers->times),
                ...$this->refusals(),
            ];
        } catch (StoreUnavailable $failure) {
            $findings = [Finding::problem(
                "No enquiry can be accepted or delivered: {$failure->getMessage()}",
                'Meanwhile, visitors are asked to phone or to try again later.',
                'database',
            )];
        }
        foreach ($this->settings as $name => [$what, $fix]) {
            $findings[] = Finding::problem($what, $fix, "setting:{$name}");
        }
        foreach ($this->withoutForm as $name) {
            $findings[] = Finding::warning(
                "{$name} names no form of this release, so nobody gets enquiries by it.",
                'Correct the name in .env, or remove it. The forms are: ' . implode(', ', $this->forms->names()) . '.',
                "setting:{$name}",
            );
        }
        array_push($findings, ...$this->failures());

        return array_merge(...array_values(Finding::sorted($findings)));
    }

    /**
     * @param list<string> $errors most begin with the name of a setting
     * @return list<Finding>
     */
    public static function ofSettings(array $errors, string $fix): array
    {
        // Of a line without a name, the whole error.
        $name = static fn(string $error): string => 'setting:' . preg_replace('/^(\w+).*/s', '$1', $error);

        return array_map(static fn(string $error): Finding => Finding::problem($error, $fix, $name($error)), $errors);
    }

    /** @return list<Finding> */
    private function ofLogin(QueueNumbers $numbers): array
    {
        $refused = ($this->refusedLogin)();
        if ($refused === null) {
            return [];
        }
        $what = "The mail server refuses the login. {$refused['reason']} Enquiries that wait: {$numbers->waiting}.";
        $fix = 'Correct SMTP_USERNAME and SMTP_PASSWORD in .env, and the login is tried again. Otherwise it is tried '
            . 'at ' . LocalTime::at($refused['until'])->format('H:i') . ', or at once by work --now.';
        // Some servers refuse a login now and then.
        $isProblem = $refused['times'] > 1 || $numbers->oldestSeconds > self::MOST_SECONDS_WAITING;

        return [$isProblem ? Finding::problem($what, $fix, 'login') : Finding::warning($what, $fix, 'login')];
    }

    /** @return iterable<Finding> */
    private function ofDeliveries(QueueNumbers $numbers): iterable
    {
        // Then another finding names the cause.
        $isMailOut = $this->ofLogin($numbers) !== []
            || preg_grep('/^(?:SMTP|MAIL)_/', array_keys($this->settings)) !== [];
        foreach ($numbers->waitingFor as $target => [$count, $error, $age]) {
            $isLate = $age > self::MOST_SECONDS_WAITING;
            if ($isMailOut && $target !== Recipients::WEBHOOK || !$isLate && $error === '') {
                continue;
            }
            $enquiries = QueueNumbers::inWords($count);
            $what = ($isLate
                ? "The oldest waiting enquiry for {$target} is " . LocalTime::duration($age) . " old ({$enquiries})"
                : "For {$target}, {$enquiries} must wait for another attempt") . ($error === '' ? '.' : ": {$error}.");
            $fix = 'Fix the error, or let the worker run. work --now then delivers everything that waits. list waiting '
                . 'shows more. Otherwise it is retried within an hour, or within 12 hours if the mail server did not '
                . 'answer.';
            $name = "waiting:{$target}";
            yield $isLate ? Finding::problem($what, $fix, $name) : Finding::warning($what, $fix, $name);
        }
        foreach ($numbers->failedFor as $target => [$count, $error]) {
            yield Finding::problem(
                ($count === 1 ? 'One enquiry has' : "{$count} enquiries have") . " failed for {$target}: {$error}.",
                'Fix the error and run retry --all, or answer the visitors (list failed) and run dismiss for each.',
                "failed:{$target}",
            );
        }
        if ($this->perHour > 0 && $numbers->mailed >= $this->perHour && $numbers->waiting > 0) {
            $spam = $numbers->marked === 0 ? '' : " Open ones that may be spam: {$numbers->marked}. They go last.";
            yield Finding::warning(
                "DELIVERY_PER_HOUR ({$this->perHour}) is reached. Enquiries that wait: {$numbers->waiting}.{$spam}",
                ($spam === '' ? '' : 'If they are spam, dismiss --flagged ends their delivery. ')
                    . 'Raise DELIVERY_PER_HOUR to what your mail provider allows.',
                'limit',
            );
        }
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
                    "form:{$name}",
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
            ? Finding::problem($what, $fix, 'worker')
            : Finding::warning($what, $fix, 'worker');
    }

    /** @return list<Finding> while the database can be used: otherwise that is the problem, and is told */
    private function refusals(): array
    {
        $refused = NoteFile::ofEvent(self::NOT_STORED, $this->folder, $this->clock);
        $reason = $refused->read(self::SECONDS_REFUSED);
        $ago = LocalTime::duration(max(0, $refused->age() ?? 0));

        return $reason === null ? [] : [Finding::problem(
            "An enquiry was refused {$ago} ago: " . ($reason === '' ? 'the log says why.' : $reason),
            'The visitor was asked to phone or to try again. Fix the error.',
            'refused',
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
                    'The program failed ' . LocalTime::duration(max(0, $ago)) . ' ago: ' . rtrim($reason, '.') . '.',
                    'If a file is named, upload it again, or run npm run deploy. See the log, and PHP\'s error log.',
                    'program',
                );
            }
        }
    }

    private static function damagedFile(string $reason): ?string
    {
        foreach (self::DAMAGED as $pattern) {
            if (preg_match($pattern, $reason, $found) === 1) {
                return str_contains($found[1], '.')
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
            || (is_file($file) && (int) @filectime($file) > $time);
    }
}
