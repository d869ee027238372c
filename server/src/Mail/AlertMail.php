<?php

declare(strict_types=1);

namespace Enquiry\Mail;

use Enquiry\Queue\Alerts;

/** Tells the operator that enquiries do not reach a destination, or that all is well again. */
final readonly class AlertMail extends Mail
{
    /**
     * @param Alerts::MAIL|Alerts::WEBHOOK $about
     * @param list<string>                 $reasons empty if all is well again
     */
    public function __construct(string $about, array $reasons, \DateTimeImmutable $now)
    {
        $what = $about === Alerts::WEBHOOK ? 'The webhook of the website' : 'The website';
        $subject = $reasons === [] ? "{$what} works again" : "{$what} needs your attention";
        $list = implode("\n", array_map(static fn(string $reason): string => "- {$reason}", $reasons));
        parent::__construct(
            ($reasons === [] ? 'well' : 'failing') . ".{$about}.{$now->getTimestamp()}",
            $now,
            $subject,
            $reasons === [] ? "{$subject}, and nothing needs your attention." : <<<TEXT
                {$subject}:

                {$list}

                Accepted enquiries are stored, and are sent as soon as it is possible. To see more, run on the server:

                    php server/console status

                You get this email once in six hours at most, and another one when all is well again.
                TEXT,
        );
    }
}
