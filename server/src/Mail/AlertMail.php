<?php

declare(strict_types=1);

namespace Enquiry\Mail;

/** Tells the operator that enquiries are not delivered, or that all is well again. */
final readonly class AlertMail extends Mail
{
    /** @param list<string> $reasons empty if all is well again */
    public function __construct(array $reasons, \DateTimeImmutable $now)
    {
        $list = implode("\n", array_map(static fn(string $reason): string => "- {$reason}", $reasons));
        [$subject, $text] = $reasons === []
            ? ['Enquiries are delivered again', 'The website delivers its enquiries again, and nothing needs your attention.']
            : [
                'Enquiries of the website need your attention',
                <<<TEXT
                    The website cannot deliver all of its enquiries:

                    {$list}

                    They are stored, and are sent as soon as it is possible. To see more, run this on the server:

                        php server/console status

                    You get this email once in six hours at most, and another one when all is well again.
                    TEXT,
            ];
        parent::__construct(
            ($reasons === [] ? 'well' : 'failing') . ".alert.{$now->getTimestamp()}",
            $now,
            $subject,
            $text,
        );
    }
}
