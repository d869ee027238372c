<?php

declare(strict_types=1);

namespace Enquiry\Queue;

use Enquiry\Database\Row;
use Enquiry\Enquiry\Form;
use Enquiry\Enquiry\Message;
use Enquiry\Enquiry\Pattern;

/** A row of the table enquiry. */
final readonly class StoredEnquiry implements \JsonSerializable
{
    /**
     * @param list<string> $deliveredTo recipients who have the mail
     * @param int          $unanswered  attempts that may have arrived
     * @param ?int         $resentAt    when an operator asked to send it again
     * @param ?string      $network     Pattern::networkOf() the client
     */
    private function __construct(
        public string $reference,
        public string $form,
        public int $receivedAt,
        public string $email,
        public string $payload,
        public string $flags,
        public string $state,
        public int $attempts,
        public int $dueAt,
        public ?int $sentAt,
        public ?string $lastError,
        public array $deliveredTo,
        public int $unanswered,
        public ?int $resentAt,
        public ?string $network,
    ) {}

    public static function of(Row $row): self
    {
        return new self(
            $row->text('reference'),
            $row->text('form'),
            $row->number('received_at'),
            $row->text('email'),
            $row->text('payload'),
            $row->text('flags'),
            $row->text('state'),
            $row->number('attempts'),
            $row->number('due_at'),
            $row->numberOrNull('sent_at'),
            $row->textOrNull('last_error'),
            $row->list('delivered_to'),
            $row->number('unanswered'),
            $row->numberOrNull('resent_at'),
            $row->textOrNull('network'),
        );
    }

    /** An empty string if the form has no such field, or if the payload cannot be decoded. */
    public function inRole(string $role, Form $form): string
    {
        $fields = Payload::fieldsIn($this->payload);

        return \is_array($fields) ? Message::stored($fields, $form)->inRole($role) : '';
    }

    /** Pattern::textOf() it, or of the payload if that cannot be decoded. */
    public function text(): string
    {
        return Pattern::textOf((array) Payload::fieldsIn($this->payload), $this->email);
    }

    /** @return list<string> why it may be spam */
    public function reasons(): array
    {
        return (new Row(['flags' => $this->flags]))->list('flags');
    }

    /** @return array<string, mixed> */
    public function jsonSerialize(): array
    {
        return [
            'reference' => $this->reference,
            'form' => $this->form,
            'receivedAt' => self::time($this->receivedAt),
            'email' => $this->email,
            'fields' => Payload::fieldsIn($this->payload),
            'replaces' => Payload::referencesIn($this->payload, Form::REPLACES),
            'repeats' => Payload::referencesIn($this->payload, Form::REPEATS)[0] ?? null,
            'network' => $this->network,
            'flags' => json_decode($this->flags) ?? $this->flags,
            'state' => $this->state,
            'attempts' => $this->attempts,
            'unanswered' => $this->unanswered,
            'sentAt' => self::time($this->sentAt),
            'resentAt' => self::time($this->resentAt),
            'deliveredTo' => $this->deliveredTo,
            'lastError' => $this->lastError,
        ];
    }

    private static function time(?int $time): ?string
    {
        return $time === null ? null : gmdate(\DATE_RFC3339, $time);
    }
}
