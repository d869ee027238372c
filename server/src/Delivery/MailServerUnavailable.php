<?php

declare(strict_types=1);

namespace Enquiry\Delivery;

/** The mail server accepts no mail: no connection, encryption or login, or it refuses the sender. */
final class MailServerUnavailable extends \RuntimeException
{
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
