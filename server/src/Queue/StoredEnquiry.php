<?php

declare(strict_types=1);

namespace Enquiry\Queue;

use Enquiry\Database\Row;
use Enquiry\Enquiry\Enquiry;
use Enquiry\Enquiry\Form;
use Enquiry\Enquiry\Forms;
use Enquiry\Enquiry\InvalidForm;
use Enquiry\Enquiry\Message;
use Enquiry\Enquiry\Pattern;
use Enquiry\Enquiry\Reference;

/** A row of the table enquiry. Its payload is JSON: one flat object of strings, the fields. */
final readonly class StoredEnquiry implements \JsonSerializable
{
    public string $reference;
    public string $form;
    public int $receivedAt;
    public string $email;
    public string $state;
    public int $attempts;

    /** Attempts that may have arrived. */
    public int $unanswered;

    public int $dueAt;
    public ?int $sentAt;
    public ?string $lastError;

    /** @var list<string> recipients who have the mail */
    public array $deliveredTo;

    /** Pattern::networkOf() the client. */
    public ?string $network;

    /** The decoded payload. */
    private mixed $stored;

    public function __construct(public Row $row)
    {
        $this->reference = $row->text('reference');
        $this->form = $row->text('form');
        $this->receivedAt = $row->number('received_at');
        $this->email = $row->text('email');
        $this->state = $row->text('state');
        $this->attempts = $row->number('attempts');
        $this->unanswered = $row->number('unanswered');
        $this->dueAt = $row->number('due_at');
        $this->sentAt = $row->numberOrNull('sent_at');
        $this->lastError = $row->textOrNull('last_error');
        $this->deliveredTo = $row->list('delivered_to');
        $this->network = $row->textOrNull('network');
        $this->stored = json_decode($row->text('payload'), true);
    }

    /** @param array<mixed> $values for a column with JSON */
    public static function encode(array $values): string
    {
        return json_encode($values, \JSON_UNESCAPED_UNICODE | \JSON_UNESCAPED_SLASHES | \JSON_THROW_ON_ERROR);
    }

    /** @throws \UnexpectedValueException|InvalidForm */
    public function decode(Forms $forms): Enquiry
    {
        $form = $forms->get($this->form);
        try {
            $stored = json_decode($this->row->text('payload'), true, 2, \JSON_THROW_ON_ERROR);
            if (!\is_array($stored) || $stored === []) {
                throw new \UnexpectedValueException('it has no fields');
            }

            return new Enquiry(
                Reference::parse($this->reference),
                $this->receivedAt,
                self::known(Message::stored((array) $this->fields(), $form)),
                $this->reasons(),
                $this->row->numberOrNull('resent_at'),
            );
        } catch (\JsonException|\InvalidArgumentException|\UnexpectedValueException $error) {
            throw new \UnexpectedValueException(
                "The stored enquiry cannot be decoded: {$error->getMessage()}.",
                previous: $error,
            );
        }
    }

    /** @throws InvalidForm if a later release added a field, whose text this release would mail without its label */
    private static function known(Message $message): Message
    {
        foreach (array_diff_key($message->values, $message->form->fields) as $name => $value) {
            if ($value !== '') {
                throw new InvalidForm(
                    "The form {$message->form->name} of this release has no field {$name}, which waiting enquiries "
                        . 'have. They wait: upload the release that has it, or add the field to form.json again.',
                );
            }
        }

        return $message;
    }

    /** Missing fields count as empty, because the rules may have changed since. */
    public function holds(Message $message): bool
    {
        $fields = $this->fields();
        if ($this->form !== $message->form->name || !\is_array($fields)) {
            return false;
        }
        foreach ($message->values as $name => $value) {
            if (($fields[$name] ?? '') !== $value) {
                return false;
            }
        }

        return true;
    }

    /** @return array<mixed>|string the fields, or the payload if it is not JSON */
    public function fields(): array|string
    {
        return \is_array($this->stored) ? $this->stored : $this->row->text('payload');
    }

    /** An empty string if the form has no such field, or if the payload cannot be decoded. */
    public function inRole(string $role, Form $form): string
    {
        $fields = $this->fields();

        return \is_array($fields) ? Message::stored($fields, $form)->inRole($role) : '';
    }

    /** Pattern::textOf() it, or of the payload if that cannot be decoded. */
    public function text(): string
    {
        return Pattern::textOf((array) $this->fields(), $this->email);
    }

    /** @return list<string> why it may be spam */
    public function reasons(): array
    {
        return $this->row->list('flags');
    }

    /** @return array<string, mixed> */
    public function jsonSerialize(): array
    {
        return [
            'reference' => $this->reference,
            'form' => $this->form,
            'receivedAt' => self::time($this->receivedAt),
            'email' => $this->email,
            'fields' => $this->fields(),
            'network' => $this->network,
            'flags' => $this->reasons(),
            'state' => $this->state,
            'attempts' => $this->attempts,
            'unanswered' => $this->unanswered,
            'sentAt' => self::time($this->sentAt),
            'resentAt' => self::time($this->row->numberOrNull('resent_at')),
            'deliveredTo' => $this->deliveredTo,
            'lastError' => $this->lastError,
        ];
    }

    private static function time(?int $time): ?string
    {
        return $time === null ? null : gmdate(\DATE_RFC3339, $time);
    }
}
