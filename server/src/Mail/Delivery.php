<?php

declare(strict_types=1);

namespace Enquiry\Mail;

/** Who took a mail and who did not. */
final readonly class Delivery
{
    /**
     * @param list<string>          $accepted recipients
     * @param array<string, string> $refused  the reply by recipient, for good or for now
     */
    public function __construct(public array $accepted, public array $refused = []) {}
}
