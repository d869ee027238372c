<?php

declare(strict_types=1);

namespace Enquiry\Delivery;

/** The mail server has refused the login, and nobody tries it again until the end of a pause. */
final readonly class RefusedLogin
{
    /** @param int $times in succession */
    public function __construct(public int $times, public int $until, public string $reason) {}
}
