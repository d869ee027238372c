<?php

declare(strict_types=1);

namespace Enquiry\Mail;

/** The mail server accepts no mail: no connection, encryption or login, or it refuses the sender. */
final class MailServerUnavailable extends \RuntimeException
{
    public function __construct(string $message, public readonly bool $isLoginRefused = false)
    {
        parent::__construct($message);
    }
}
