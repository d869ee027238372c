<?php

declare(strict_types=1);

namespace Enquiry\Mail;

/** Not a single recipient is known to have the mail. */
final class DeliveryFailed extends \RuntimeException
{
    private function __construct(string $message, public readonly bool $unreachable = false, public readonly bool $unanswered = false)
    {
        parent::__construct($message);
    }

    /** @param string $fault as SmtpSession reports it */
    public static function refused(string $fault): self
    {
        return new self("The mail server did not take the mail: {$fault}.");
    }

    /** The fault is not this mail's: there is no connection, no encryption, no login, or no sending for the sender. */
    public static function unreachable(string $fault): self
    {
        return new self("The mail server cannot be used: {$fault}.", unreachable: true);
    }

    /** The mail was sent up to its final dot, and nobody knows what became of it. */
    public static function unanswered(string $fault): self
    {
        return new self("The mail server has the whole mail and did not say whether it took it, so it may have arrived: {$fault}.", unanswered: true);
    }
}
