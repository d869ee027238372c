<?php

declare(strict_types=1);

namespace Enquiry\Storage;

/** All that is stored about one enquiry. */
final readonly class Record implements \JsonSerializable
{
    private function __construct(
        public string $reference,
        public int $receivedAt,
        public string $email,
        public string $payload,
        public string $flags,
        public string $state,
        public int $attempts,
        public int $dueAt,
        public ?int $sentAt,
        public ?string $lastError,
    ) {}

    public static function of(Row $row): self
    {
        return new self(
            $row->text('reference'),
            $row->number('received_at'),
            $row->text('email'),
            $row->text('payload'),
            $row->text('flags'),
            $row->text('state'),
            $row->number('attempts'),
            $row->number('due_at'),
            $row->numberOrNull('sent_at'),
            $row->textOrNull('last_error'),
        );
    }

    /** @return list<string> references of earlier attempts at the same message */
    public function replaces(): array
    {
        return Payload::replacesIn($this->payload);
    }

    /** @return array<string, mixed> */
    public function jsonSerialize(): array
    {
        return [
            'reference' => $this->reference,
            'receivedAt' => gmdate(\DATE_RFC3339, $this->receivedAt),
            'email' => $this->email,
            'fields' => Payload::fieldsIn($this->payload),
            'replaces' => $this->replaces(),
            'flags' => json_decode($this->flags, true) ?? $this->flags,
            'state' => $this->state,
            'attempts' => $this->attempts,
            'sentAt' => $this->sentAt === null ? null : gmdate(\DATE_RFC3339, $this->sentAt),
            'lastError' => $this->lastError,
        ];
    }
}
