<?php

declare(strict_types=1);

namespace Enquiry\Delivery;

use Enquiry\Shared\ContactMessage;
use Enquiry\Shared\Enquiry;
use Enquiry\Store\Payload;

/** One waiting enquiry that is ours to deliver until the lease runs out. */
final readonly class LeasedEnquiry
{
    /**
     * @param int          $attempts    with this one
     * @param int          $unanswered  how many before it may have arrived
     * @param list<string> $deliveredTo recipients that have it
     * @param ?int         $resentAt    when somebody asked to have it mailed once more
     * @param bool         $isAbandoned whoever had it before let the lease run out, and may have mailed it
     */
    public function __construct(
        public int $id,
        public string $lease,
        public string $reference,
        public int $receivedAt,
        public int $attempts,
        public int $unanswered,
        public array $deliveredTo,
        private ?int $resentAt,
        private string $payload,
        private string $flags,
        public bool $isAbandoned,
    ) {}

    public function waitingSince(): int
    {
        return $this->resentAt ?? $this->receivedAt;
    }

    /** @throws \UnexpectedValueException where what is stored cannot be decoded */
    public function enquiry(): Enquiry
    {
        return Payload::decode($this->reference, $this->receivedAt, $this->payload, $this->flags, $this->resentAt);
    }

    /**
     * @param list<string> $recipients as the configuration has them now
     *
     * @return list<string> those that do not have it yet
     */
    public function missing(array $recipients): array
    {
        $known = array_map(ContactMessage::normaliseEmail(...), $this->deliveredTo);
        $missing = [];
        foreach ($recipients as $recipient) {
            $name = ContactMessage::normaliseEmail($recipient);
            if (!\in_array($name, $known, true)) {
                $missing[] = $recipient;
                $known[] = $name;
            }
        }

        return $missing;
    }

    /** @param list<string> $recipients that have it now as well */
    public function deliveredTo(array $recipients): self
    {
        return $this->with($this->unanswered, [...$this->deliveredTo, ...$recipients]);
    }

    /** After one more attempt that may have arrived. */
    public function unanswered(): self
    {
        return $this->with($this->unanswered + 1, $this->deliveredTo);
    }

    /** @param list<string> $deliveredTo */
    private function with(int $unanswered, array $deliveredTo): self
    {
        return new self($this->id, $this->lease, $this->reference, $this->receivedAt, $this->attempts, $unanswered, $deliveredTo, $this->resentAt, $this->payload, $this->flags, $this->isAbandoned);
    }
}
