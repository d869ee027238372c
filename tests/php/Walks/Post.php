<?php

declare(strict_types=1);

namespace Enquiry\Tests\Walks;

use Enquiry\Delivery\Attempt;
use Enquiry\Delivery\Claim;
use Enquiry\Delivery\Sender;
use Enquiry\Enquiry\Enquiry;

/** A mail server or a webhook that does what a step of the walk says. */
final readonly class Post implements Sender
{
    public const LEASE_SECONDS = 60;

    /** @param \Closure(Claim, Enquiry): Attempt $answer */
    public function __construct(private \Closure $answer) {}

    public function leaseSeconds(): int
    {
        return self::LEASE_SECONDS;
    }

    public function send(Claim $claim, Enquiry $enquiry): Attempt
    {
        return ($this->answer)($claim, $enquiry);
    }

    public function close(): void {}
}
