<?php

declare(strict_types=1);

namespace Enquiry\Queue;

use Enquiry\Database\DataFolder;
use Enquiry\Database\NoteFile;
use Enquiry\Database\StoreUnavailable;
use Enquiry\Mail\SmtpMailer;
use Enquiry\Shared\Clock;

/** Mails the operator while something needs attention, and when all is well again. */
final readonly class Alerts
{
    /** Between two mails of the same kind, and between two messages of cron, unless there are more problems. */
    public const PAUSE_SECONDS = 21_600;

    /** When each kind was last mailed. Not in the database, because that may be what has failed. */
    private NoteFile $failing;
    private NoteFile $well;

    /** @param list<string> $operators */
    public function __construct(
        private DataFolder $folder,
        private SmtpMailer $mailer,
        private array $operators,
        private Clock $clock,
    ) {
        $this->failing = new NoteFile($folder, 'alert-failing.note', $clock);
        $this->well = new NoteFile($folder, 'alert-well.note', $clock);
    }

    /**
     * @param list<Finding> $findings none of them OK
     * @throws StoreUnavailable if the time of the mail cannot be kept
     */
    public function tell(array $findings): void
    {
        $lock = $this->folder->openPrivate('alert.lock');
        // Of several processes, only one mails.
        if (!flock($lock, \LOCK_EX | \LOCK_NB)) {
            return;
        }
        $problems = \count(Finding::sorted($findings)[Finding::PROBLEM]);
        $note = $problems === 0 ? $this->well : $this->failing;
        $never = $this->clock->time();
        $age = $note->age() ?? $never;
        $isWellMailed = ($this->failing->age() ?? $never) >= ($this->well->age() ?? $never);
        $mailed = $isWellMailed ? '0' : $this->failing->read(self::PAUSE_SECONDS - 1);
        $isDue = $problems === 0
            ? !$isWellMailed && abs($age) >= self::PAUSE_SECONDS
            // A full disk had no room for the number.
            : $mailed !== '' && $problems > (int) $mailed;
        if (!$isDue) {
            return;
        }
        // Otherwise the mail would go out every minute.
        $note->write($note->read(\PHP_INT_MAX) ?? '');
        if ($note->read(self::PAUSE_SECONDS) === null) {
            throw StoreUnavailable::notWritable($this->folder->path);
        }
        $note->renew($age);
        // If this process ends before the answer, nothing was mailed.
        if ($this->mailer->sendAlert($problems === 0 ? [] : array_map(strval(...), $findings), $this->operators)) {
            $note->write((string) $problems);
        }
        $this->mailer->close();
    }
}
