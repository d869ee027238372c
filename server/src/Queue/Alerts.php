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
    /** Between two mails of the same kind, and between two messages of cron. */
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
        $isWell = Finding::sorted($findings)[Finding::PROBLEM] === [];
        $never = $this->clock->time();
        [$failing, $well] = [$this->failing->age() ?? $never, $this->well->age() ?? $never];
        $note = $isWell ? $this->well : $this->failing;
        if (($isWell && $failing >= $well) || !$note->isDue(self::PAUSE_SECONDS)) {
            return;
        }
        // Otherwise the mail would go out every minute.
        if ($note->read(self::PAUSE_SECONDS) === null) {
            throw StoreUnavailable::notWritable($this->folder->path);
        }
        if (!$this->mailer->sendAlert($isWell ? [] : array_map(strval(...), $findings), $this->operators)) {
            $note->renew($isWell ? $well : $failing);
        }
        $this->mailer->close();
    }
}
