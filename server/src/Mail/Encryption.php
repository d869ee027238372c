<?php

declare(strict_types=1);

namespace Enquiry\Mail;

enum Encryption: string
{
    case Starttls = 'starttls';
    case Tls = 'tls';
    case None = 'none';

    public function defaultPort(): int
    {
        return match ($this) {
            self::Starttls => 587,
            self::Tls => 465,
            self::None => 25,
        };
    }
}
