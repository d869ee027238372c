<?php

declare(strict_types=1);

namespace Enquiry\Mail;

use Enquiry\Queue\Alerts;

/** Tells the operator that enquiries do not reach a destination, or that all is well again. */
final readonly class AlertMail extends Mail
{
    /** Subject and text. */
    private const FAILING = [
        Alerts::MAIL => [
            'Enquiries of the website need your attention',
            'The website cannot deliver all of its enquiries:',
        ],
        Alerts::WEBHOOK => [
            'The webhook of the website needs your attention',
            'Enquiries are not posted to the webhook. It does not delay their emails:',
        ],
    ];
    private const WELL = [
        Alerts::MAIL => [
            'Enquiries are delivered again',
            'The website delivers its enquiries again, and nothing needs your attention.',
        ],
        Alerts::WEBHOOK => [
            'The webhook of the website works again',
            'No enquiry waits too long for the webhook, and nothing needs your attention.',
        ],
    ];

    /**
     * @param Alerts::MAIL|Alerts::WEBHOOK $about
     * @param list<string>                 $reasons empty if all is well again
     */
    public function __construct(string $about, array $reasons, \DateTimeImmutable $now)
    {
        [$subject, $text] = $reasons === [] ? self::WELL[$about] : self::FAILING[$about];
        $list = implode("\n", array_map(static fn(string $reason): string => "- {$reason}", $reasons));
        parent::__construct(
            ($reasons === [] ? 'well' : 'failing') . ".{$about}.{$now->getTimestamp()}",
            $now,
            $subject,
            $reasons === [] ? $text : <<<TEXT
                {$text}

                {$list}

                They are stored, and are sent as soon as it is possible. To see more, run this on the server:

                    php server/console status

                You get this email once in six hours at most, and another one when all is well again.
                TEXT,
        );
    }
}
