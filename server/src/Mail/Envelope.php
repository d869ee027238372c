<?php

declare(strict_types=1);

namespace Enquiry\Mail;

/** Who gets a mail, and in which way. */
final readonly class Envelope
{
    /** @var list<string> for the To header: everyone, with those who have the mail already */
    public array $to;

    /**
     * @param list<string>  $recipients
     * @param ?list<string> $to
     * @param bool          $isEachAlone each recipient gets a mail of their own
     */
    public function __construct(public array $recipients, ?array $to = null, public bool $isEachAlone = false)
    {
        $this->to = $to ?? $recipients;
    }
}
