<?php

declare(strict_types=1);

namespace Enquiry\Mail;

final class DeliveryFailed extends \RuntimeException
{
    /** @param string $fault as SmtpSession reports it */
    public static function because(string $fault, \Throwable $previous): self
    {
        return new self("The mail server did not take the mail: {$fault}.", previous: $previous);
    }

    /** @param string $fault as SmtpSession reports it */
    public static function beforeAnyMail(string $fault, \Throwable $previous): self
    {
        return new self("The mail server cannot be used: {$fault}.", previous: $previous);
    }
}
