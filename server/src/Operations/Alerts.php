<?php

declare(strict_types=1);

namespace Enquiry\Operations;

use Enquiry\Database\DataFolder;
use Enquiry\Database\NoteFile;
use Enquiry\Database\StoreUnavailable;
use Enquiry\Mail\SmtpMailer;
use Enquiry\Shared\Clock;

/** Mails the operator while something needs attention, and when all is well again. */
final readonly class Alerts
{
    /** Between two reports, by mail or by cron, unless there are more problems. */
    private const PAUSE_SECONDS = 21_600;

    /** How many problems were last mailed. Not in the database, because that may be what has failed. */
    private NoteFile $note;

    /** When a mail last said that all is well: problems may come and go. */
    private NoteFile $well;

    /** @param list<string> $operators */
    public function __construct(
        private DataFolder $folder,
        private SmtpMailer $mailer,
        private array $operators,
        Clock $clock,
    ) {
        $this->note = new NoteFile($folder, 'alert.note', $clock);
        $this->well = new NoteFile($folder, 'alert-well.note', $clock);
    }

    /** Whether there are more problems than were reported in the last six hours. */
    public static function isNews(NoteFile $note, int $problems): bool
    {
        $reported = $note->read(self::PAUSE_SECONDS - 1);

        // A full disk had no room for the number.
        return $reported !== '' && $problems > (int) $reported;
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
        $isDue = $problems === 0
            ? (int) $this->note->read(\PHP_INT_MAX) > 0 && $this->well->isDue(self::PAUSE_SECONDS)
            : self::isNews($this->note, $problems);
        if (!$isDue) {
            return;
        }
        $before = $this->note->read(\PHP_INT_MAX) ?? '0';
        // Without it, the mail would go out every minute.
        $this->note->write('0');
        if ($this->note->read(self::PAUSE_SECONDS) === null) {
            throw StoreUnavailable::notWritable($this->folder->path);
        }
        if ($this->mailer->sendAlert($problems === 0 ? [] : array_map(strval(...), $findings), $this->operators)) {
            $this->note->write((string) $problems);
        } elseif ($problems === 0) {
            // So that it is tried again in six hours. A refused alert is tried again at once.
            $this->note->write($before);
        }
        $this->mailer->close();
    }
}
