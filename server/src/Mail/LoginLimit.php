<?php

declare(strict_types=1);

namespace Enquiry\Mail;

/** Decides whether the mail server may be asked to log in now. The login is that of SmtpServer::login(). */
interface LoginLimit
{
    /** @throws MailServerUnavailable if nobody may log in now */
    public function begin(string $login): void;

    public function accepted(): void;

    public function refused(string $login, string $reason): void;
}
