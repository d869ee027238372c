<?php

declare(strict_types=1);

namespace Enquiry\Mail;

/** Tells the operator what needs attention, or that all is well again. */
final class AlertMail extends Mail
{
    /** @param list<string> $sentences empty if all is well again */
    public function __construct(array $sentences, int $now)
    {
        if ($sentences === []) {
            $subject = 'The website works again';
            $text = "{$subject}, and nothing needs your attention.";
        } else {
            $subject = 'The website needs your attention';
            $list = implode("\n- ", $sentences);
            $text = <<<TEXT
                {$subject}:

                - {$list}

                To see more, run on the server:

                    php server/console status

                You get this email every six hours while this lasts, and another one when all is well again.
                TEXT;
        }
        parent::__construct("alert.{$now}", $subject, $text);
    }
}
