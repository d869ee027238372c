<?php

declare(strict_types=1);

namespace Enquiry\Operations;

use Enquiry\Mail\SmtpMailer;

/** Mails the operator when something needs attention, and when all is well again. */
final readonly class Alerts
{
    /** @param list<string> $operators */
    public function __construct(private Told $told, private SmtpMailer $mailer, private array $operators) {}

    /** @param list<Finding> $findings none of them OK */
    public function tell(array $findings): void
    {
        $this->told->tell($findings, function (array $news): bool {
            $isMailed = $this->mailer->sendAlert(array_map(strval(...), $news), $this->operators);
            $this->mailer->close();

            return $isMailed;
        });
    }
}
