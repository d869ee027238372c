<?php

declare(strict_types=1);

namespace Enquiry\Mail;

final class DeliveryFailed extends \RuntimeException
{
    private function __construct(string $message, public readonly bool $unreachable, \Throwable $previous, public readonly bool $unanswered = false)
    {
        parent::__construct($message, previous: $previous);
    }

    /** @param string $fault as SmtpSession reports it */
    public static function refused(string $fault, \Throwable $previous): self
    {
        return new self("The mail server did not take the mail: {$fault}.", false, $previous);
    }

    /** The fault is not this mail's: there is no connection, no encryption, no login, or it broke. */
    public static function unreachable(string $fault, \Throwable $previous): self
    {
        return new self("The mail server cannot be used: {$fault}.", true, $previous);
    }

    /** The mail was sent up to the final dot, and no answer came: it may have arrived. */
    public static function unanswered(string $fault, \Throwable $previous): self
    {
        return new self("The mail server cannot be used: {$fault}.", true, $previous, true);
    }
}
