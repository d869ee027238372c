<?php

declare(strict_types=1);

namespace Enquiry\Intake;

/** The reference or the Idempotency-Key of a new enquiry is another's already. */
final class KeyTaken extends \RuntimeException
{
    public static function reference(): self
    {
        return new self('Another enquiry has the same reference, or the same id.');
    }
}
