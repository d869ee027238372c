<?php

declare(strict_types=1);

namespace Enquiry\Queue;

use Enquiry\Database\Database;
use Enquiry\Database\Meta;
use Enquiry\Mail\AlertMail;
use Enquiry\Mail\Envelope;
use Enquiry\Mail\MailServerUnavailable;
use Enquiry\Mail\SmtpMailer;
use Enquiry\Shared\Clock;

/** Mails the operator when a destination starts to need attention, and when it is well again. */
final readonly class Alerts
{
    /** Between two mails of the same kind. */
    private const PAUSE_SECONDS = 21_600;

    /** The times are stored under the subject and one of these. */
    private const FAILING = '_failing_at';
    private const WELL = '_well_at';

    /** @param list<string> $operators */
    public function __construct(
        private Database $database,
        private SmtpMailer $mailer,
        private array $operators,
        private Clock $clock,
    ) {}

    /**
     * @param AlertMail::SITE|AlertMail::WEBHOOK $about
     * @param list<string> $reasons empty if all is well
     */
    public function tell(string $about, array $reasons): void
    {
        $told = $this->database->read(Meta::all(...));
        $knowsOfFailure = ($told[$about . self::FAILING] ?? 0) > ($told[$about . self::WELL] ?? 0);
        $kind = $about . ($reasons === [] ? self::WELL : self::FAILING);
        $last = $told[$kind] ?? 0;
        $now = $this->clock->time();
        // Of several workers, only one mails.
        if (
            ($reasons !== []) === $knowsOfFailure
            || $now - $last < self::PAUSE_SECONDS
            || !Meta::replace($this->database, $kind, $last, $now)
        ) {
            return;
        }
        try {
            $isTold = $this->mailer->sendAlert($about, $reasons, new Envelope($this->operators))->accepted() !== [];
        } catch (MailServerUnavailable) {
            $isTold = false;
        }
        $this->mailer->close();
        if (!$isTold) {
            Meta::replace($this->database, $kind, $now, $last);
        }
    }
}
