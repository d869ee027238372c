<?php

declare(strict_types=1);

namespace Enquiry\Mail;

/** What became of a mail that one recipient's server took, at least. */
final readonly class Delivery
{
    /**
     * @param list<string>          $accepted recipients that have the mail
     * @param array<string, string> $refused  what was answered, by recipient; for good or for now
     */
    public function __construct(public array $accepted, public array $refused = []) {}
}
