<?php

declare(strict_types=1);

namespace Enquiry\Mail;

/** The mail server's answer for one recipient. */
final readonly class Answer
{
    public const ACCEPTED = 'accepted';

    /** The recipient, or the text for now. */
    public const REFUSED = 'refused';

    /** The text, with a permanent error. */
    public const TEXT_REFUSED = 'text refused';

    /** The whole mail was sent, but no answer came, so it may have arrived. */
    public const UNANSWERED = 'unanswered';

    /**
     * @param string $outcome one of the constants above
     * @param string $reason  without a full stop; empty if the mail was accepted
     */
    public function __construct(public string $outcome, public string $reason = '') {}
}
