<?php

declare(strict_types=1);

namespace Enquiry\Mail;

/** The mail server's answer for one recipient. */
final readonly class Answer
{
    /** @param string $reason without a full stop; empty if the mail was accepted */
    public function __construct(public Verdict $verdict, public string $reason = '') {}
}
