<?php

declare(strict_types=1);

namespace Enquiry\Delivery;

use Enquiry\Shared\ContactMessage;
use Enquiry\Shared\Enquiry;
use Enquiry\Store\Payload;
use Enquiry\Store\Row;

/** A waiting enquiry that only this process may deliver until the lease runs out. */
final readonly class LeasedEnquiry
{
    /**
     * @param int          $attempts    including this one
     * @param int          $unanswered  earlier attempts that may have arrived
     * @param list<string> $deliveredTo recipients who have the mail
     * @param ?int         $resentAt    when an operator asked to send it again
     * @param bool         $isAbandoned an earlier lease ran out, so the mail may have been sent
     */
    private function __construct(
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

    public static function of(Row $row, string $lease): self
    {
        $isAbandoned = $row->textOrNull('lease') !== null;

        return new self(
            $row->number('id'),
            $lease,
            $row->text('reference'),
            $row->number('received_at'),
            $row->number('attempts') + 1,
            $row->number('unanswered') + (int) $isAbandoned,
            $row->list('delivered_to'),
            $row->numberOrNull('resent_at'),
            $row->text('payload'),
            $row->text('flags'),
            $isAbandoned,
        );
    }

    public function waitingSince(): int
    {
        return $this->resentAt ?? $this->receivedAt;
    }

    /** @throws \UnexpectedValueException if the row cannot be decoded */
    public function enquiry(): Enquiry
    {
        return Payload::decode($this->reference, $this->receivedAt, $this->payload, $this->flags, $this->resentAt);
    }

    /**
     * @param list<string> $recipients
     * @return list<string> the recipients who do not have the mail yet
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

    /** @param list<string> $recipients who now have the mail too */
    public function deliveredTo(array $recipients): self
    {
        return $this->with($this->unanswered, [...$this->deliveredTo, ...$recipients]);
    }

    /** After an attempt that may have arrived. */
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
