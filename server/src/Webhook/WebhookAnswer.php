<?php

declare(strict_types=1);

namespace Enquiry\Webhook;

/** The receiver's answer: its status, and when it wants to be asked again. */
final readonly class WebhookAnswer
{
    private const GONE = 410;
    private const TOO_MANY = 429;

    /**
     * @param int     $status     0 without an answer
     * @param string  $fault      why there is no answer
     * @param ?string $retryAfter the header: seconds or a date
     */
    public function __construct(private int $status, private string $fault = '', private ?string $retryAfter = null) {}

    public function isDelivered(): bool
    {
        return $this->status >= 200 && $this->status < 300;
    }

    /** The receiver wants no more requests. */
    public function isGone(): bool
    {
        return $this->status === self::GONE;
    }

    /** Whether the receiver would refuse other enquiries too. */
    public function isOutage(): bool
    {
        return $this->status === 0 || $this->status === self::TOO_MANY || $this->status >= 500;
    }

    /** @return int 0 without one */
    public function secondsToWait(int $now): int
    {
        $value = trim($this->retryAfter ?? '');
        $seconds = preg_match('/^\d{1,9}$/D', $value) === 1 ? (int) $value : (int) strtotime($value) - $now;

        return $value === '' ? 0 : max(0, $seconds);
    }

    public function reason(): string
    {
        return match (true) {
            $this->status === 0 => "The webhook gave no answer: {$this->fault}.",
            $this->status >= 300 && $this->status < 400
                => "The webhook answered {$this->status}. Redirects are not followed: set WEBHOOK_URL to the final "
                    . 'address.',
            $this->isGone() => 'The webhook answered 410: it wants no more. Change WEBHOOK_URL, then run retry.',
            default => "The webhook answered {$this->status}.",
        };
    }
}
