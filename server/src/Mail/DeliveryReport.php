<?php

declare(strict_types=1);

namespace Enquiry\Mail;

/** The mail server's verdict on each recipient in one attempt. */
final readonly class DeliveryReport
{
    /** @param array<string, array{Verdict, string}> $answers verdict and reason, by recipient */
    public function __construct(private array $answers = []) {}

    /** @param list<string> $recipients */
    public static function of(Verdict $verdict, array $recipients, string $reason = ''): self
    {
        return new self(array_fill_keys($recipients, [$verdict, $reason]));
    }

    /** The later answer for a recipient counts. */
    public function then(self $later): self
    {
        return new self(array_replace($this->answers, $later->answers));
    }

    /**
     * Adds a refusal for each of these recipients who has no verdict yet.
     * @param list<string> $recipients all of them, in their order
     */
    public function withRefused(array $recipients, string $reason): self
    {
        return self::of(Verdict::Refused, $recipients, $reason)->then($this);
    }

    /** @return list<string> recipients who have the mail */
    public function accepted(): array
    {
        return array_keys($this->reasons(Verdict::Accepted));
    }

    /** @return array<string, string> reasons by recipient */
    public function refused(): array
    {
        return $this->reasons(Verdict::Refused, Verdict::TextDeferred, Verdict::TextRefused);
    }

    /** @return array<string, string> reasons by recipient, who may have the mail */
    public function unanswered(): array
    {
        return $this->reasons(Verdict::Unanswered);
    }

    public function isComplete(): bool
    {
        return $this->has(Verdict::Accepted);
    }

    /** Whether the text may be the reason: once the server had it, it refused the mail or did not answer. */
    public function isTextSuspected(): bool
    {
        return $this->reasons(Verdict::TextDeferred, Verdict::TextRefused, Verdict::Unanswered) !== [];
    }

    /** Whether each recipient without the mail was refused after its text, with a permanent error. */
    public function isTextRefusedForGood(): bool
    {
        return $this->has(Verdict::Accepted, Verdict::TextRefused);
    }

    /** Sentences that say who did not get the mail, and why. */
    public function shortfall(): string
    {
        $refusals = [];
        foreach ($this->refused() as $recipient => $reason) {
            $refusals[] = "{$recipient} ({$reason})";
        }
        $sentences = $refusals === [] ? [] : ['Not accepted for ' . implode('; ', $refusals) . '.'];
        $unanswered = $this->unanswered();
        if ($unanswered !== []) {
            $sentences[] = 'The whole mail was sent for ' . implode(', ', array_keys($unanswered))
                . ', but the mail server did not confirm it, so it may have arrived: '
                . implode('; ', array_unique($unanswered)) . '.';
        }

        return implode(' ', $sentences);
    }

    /** Whether there are no other verdicts than these. */
    private function has(Verdict ...$verdicts): bool
    {
        return \count($this->reasons(...$verdicts)) === \count($this->answers);
    }

    /** @return array<string, string> by recipient */
    private function reasons(Verdict ...$verdicts): array
    {
        return array_map(
            static fn(array $answer): string => $answer[1],
            array_filter($this->answers, static fn(array $answer): bool => \in_array($answer[0], $verdicts, true)),
        );
    }
}
