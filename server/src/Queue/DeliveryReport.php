<?php

declare(strict_types=1);

namespace Enquiry\Queue;

/** Which recipients have the mail, and why the others do not. */
final readonly class DeliveryReport
{
    private const LONGEST_REPLY = 200;

    /**
     * @param list<string>          $accepted   recipients who have the mail
     * @param array<string, string> $refused    reasons by recipient
     * @param array<string, string> $unanswered reasons by recipient: the whole mail was sent, but no answer came
     * @param array<string, bool>   $refusedText by recipient whose mail was refused after its text: whether for good
     */
    public function __construct(
        public array $accepted = [],
        public array $refused = [],
        public array $unanswered = [],
        private array $refusedText = [],
    ) {}

    /** The later answer for a recipient counts. */
    public function then(self $next): self
    {
        $isKnown = array_fill_keys($next->accepted, true) + $next->unanswered;

        return new self(
            [...$this->accepted, ...$next->accepted],
            array_diff_key(array_replace($this->refused, $next->refused), $isKnown),
            $this->unanswered + $next->unanswered,
            array_diff_key($this->refusedText, $next->refused, $isKnown) + $next->refusedText,
        );
    }

    /** @param list<string> $recipients who have no other answer */
    public function refusing(array $recipients, string $reason): self
    {
        return new self(
            $this->accepted,
            $this->refused + array_fill_keys($recipients, $reason),
            $this->unanswered,
            $this->refusedText,
        );
    }

    public function isComplete(): bool
    {
        return $this->refused === [] && $this->unanswered === [];
    }

    /** Whether the server refused recipients, and has not answered to the text. */
    public function isTextUnjudged(): bool
    {
        return $this->refusedText === [] && $this->unanswered === [];
    }

    /** Whether each recipient without the mail was refused after its text, with a permanent error. */
    public function isTextRefusedForGood(): bool
    {
        return $this->unanswered === [] && array_diff_key($this->refused, array_filter($this->refusedText)) === [];
    }

    /** Sentences that say who did not get the mail, and why. */
    public function shortfall(): string
    {
        $refusals = $sentences = [];
        foreach (self::byReply($this->refused) as $reply => $recipients) {
            $refusals[] = "{$recipients} ({$reply})";
        }
        if ($refusals !== []) {
            $sentences[] = 'Not accepted for ' . implode('; ', $refusals) . '.';
        }
        foreach (self::byReply($this->unanswered) as $reply => $recipients) {
            $sentences[] = "The whole mail was sent for {$recipients}, but the mail server did not confirm it, so it "
                . "may have arrived: {$reply}.";
        }

        return implode(' ', $sentences);
    }

    /**
     * For mails and web pages: the codes of a shortfall() or of another error, without the words of the mail server.
     * @param list<string> $addresses may be named
     */
    public static function withoutWords(string $error, array $addresses): string
    {
        [$error] = explode(' Arrived at ', $error, 2);
        // This server got nothing of an enquiry, so it cannot quote a visitor.
        if (str_starts_with($error, MailServerUnavailable::WORDS)) {
            return $error;
        }
        preg_match_all('/\b[45]\d\d\b(?: [45]\.\d{1,3}\.\d{1,3}\b)?/', $error, $codes);
        $named = array_filter($addresses, static fn(string $address): bool => str_contains($error, $address));
        $rest
            = ($named === [] ? '' : ' for ' . implode(', ', $named))
            . ($codes[0] === [] ? '' : ', with ' . implode(', ', array_unique($codes[0])));

        return "not accepted{$rest}; the log says more";
    }

    /**
     * @param array<string, string> $replies by recipient
     * @return array<string, string> the recipients, separated by commas, by reply
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
