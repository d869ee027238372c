<?php

declare(strict_types=1);

namespace Enquiry\Delivery;

/** What became of a mail, for each recipient. */
final readonly class DeliveryReport
{
    private const LONGEST_REPLY = 200;

    /**
     * @param list<string>          $accepted   recipients that have the mail
     * @param array<string, string> $refused    why they do not have it, by recipient; for good or for now
     * @param array<string, string> $unanswered why nobody knows, by recipient: the mail was sent up to its final dot
     */
    public function __construct(public array $accepted = [], public array $refused = [], public array $unanswered = []) {}

    /** The later word about a recipient counts. */
    public function then(self $next): self
    {
        $isKnown = array_fill_keys($next->accepted, true) + $next->unanswered;

        return new self(
            [...$this->accepted, ...$next->accepted],
            array_diff_key(array_replace($this->refused, $next->refused), $isKnown),
            $this->unanswered + $next->unanswered,
        );
    }

    /** @param list<string> $recipients who have no other answer yet */
    public function refusing(array $recipients, string $reason): self
    {
        return new self($this->accepted, $this->refused + array_fill_keys($recipients, $reason), $this->unanswered);
    }

    public function isComplete(): bool
    {
        return $this->refused === [] && $this->unanswered === [];
    }

    /** Who lacks the mail, and why, in sentences. */
    public function shortfall(): string
    {
        $refusals = $sentences = [];
        foreach (self::byReply($this->refused) as $reply => $recipients) {
            $refusals[] = "{$recipients} ({$reply})";
        }
        if ($refusals !== []) {
            $sentences[] = 'Not taken for ' . implode('; ', $refusals) . '.';
        }
        foreach (self::byReply($this->unanswered) as $reply => $recipients) {
            $sentences[] = "The mail server was sent the whole mail for {$recipients} and did not say whether it took it, so it may have arrived there: {$reply}.";
        }

        return implode(' ', $sentences);
    }

    /**
     * @param array<string, string> $replies
     *
     * @return array<string, string> the recipients of each, with commas between
     */
    private static function byReply(array $replies): array
    {
        $recipients = [];
        foreach ($replies as $recipient => $reply) {
            $recipients[mb_strimwidth($reply, 0, self::LONGEST_REPLY, '…', 'UTF-8')][] = $recipient;
        }

        return array_map(static fn(array $those): string => implode(', ', $those), $recipients);
    }
}
