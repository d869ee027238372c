<?php

declare(strict_types=1);

namespace Enquiry\Mail;

/** Tells the operator that enquiries do not reach a destination, or that all is well again. */
final class AlertMail extends Mail
{
    public const SITE = 'alert';
    public const WEBHOOK = 'webhook_alert';

    /**
     * @param self::SITE|self::WEBHOOK $about
     * @param list<string>             $reasons empty if all is well again
     */
    public function __construct(string $about, array $reasons, int $now)
    {
        $what = $about === self::WEBHOOK ? 'The webhook of the website' : 'The website';
        if ($reasons === []) {
            $subject = "{$what} works again";
            $text = "{$subject}, and nothing needs your attention.";
        } else {
            $subject = "{$what} needs your attention";
            $list = implode("\n- ", $reasons);
            $text = <<<TEXT
                {$subject}:

                - {$list}

                Accepted enquiries are stored, and are sent as soon as it is possible. To see more, run on the server:

                    php server/console status

                You get this email once in six hours at most, and another one when all is well again.
                TEXT;
        }
        parent::__construct("{$about}.{$now}", $subject, $text);
    }
}
