<?php

declare(strict_types=1);

namespace Enquiry\Queue;

use Enquiry\Database\DataFolder;
use Enquiry\Database\StoreUnavailable;
use Enquiry\Mail\SmtpMailer;
use Enquiry\Shared\Clock;

/** Mails the operator when something needs attention, and when all is well again. */
final readonly class Alerts
{
    /** Between two mails of the same kind. */
    private const PAUSE_SECONDS = 21_600;

    /** When each kind was last mailed, as JSON. Not in the database, because that may be what has failed. */
    private const FILE = 'alerts.json';
    private const FAILING = 'failing';
    private const WELL = 'well';

    /** @param list<string> $operators */
    public function __construct(
        private DataFolder $folder,
        private SmtpMailer $mailer,
        private array $operators,
        private Clock $clock,
    ) {}

    /**
     * @param list<Finding> $findings none of them OK
     * @throws StoreUnavailable if the time of the mail cannot be kept
     */
    public function tell(array $findings): void
    {
        $problems = Finding::sorted($findings)[Finding::PROBLEM];
        $file = $this->folder->openPrivate(self::FILE);
        // Of several workers, only one mails.
        if (!flock($file, \LOCK_EX | \LOCK_NB)) {
            return;
        }
        $told = array_filter((array) json_decode((string) stream_get_contents($file), true), \is_int(...));
        $kind = $problems === [] ? self::WELL : self::FAILING;
        $knowsOfFailure = ($told[self::FAILING] ?? 0) > ($told[self::WELL] ?? 0);
        $now = $this->clock->time();
        if (($problems !== []) === $knowsOfFailure || abs($now - ($told[$kind] ?? 0)) < self::PAUSE_SECONDS) {
            return;
        }
        // First the time, because on a full disk the mail would go out every minute.
        $this->folder->save(self::FILE, (string) json_encode([$kind => $now] + $told));
        $sentences = array_map(
            static fn(Finding $finding): string => "{$finding->what} {$finding->fix}",
            $problems === [] ? [] : $findings,
        );
        if (!$this->mailer->sendAlert($sentences, $this->operators)) {
            $this->folder->save(self::FILE, (string) json_encode($told));
        }
        $this->mailer->close();
    }
}
