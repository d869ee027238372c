<?php

declare(strict_types=1);

namespace Enquiry\Delivery;

/** Nobody was offered the mail, and the fault is not this mail's: no connection, no encryption, no login, or no sending for the sender. */
final class MailServerUnavailable extends \RuntimeException
{
    /** How its message begins. */
    public const WORDS = 'The mail server cannot be used: ';

    private function __construct(public readonly string $fault)
    {
        parent::__construct(self::WORDS . "{$fault}.");
    }

    /** @param string $fault as SmtpConnection reports it */
    public static function unreachable(string $fault): self
    {
        return new self($fault);
    }
}
