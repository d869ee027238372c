<?php

declare(strict_types=1);

namespace Enquiry\Queue;

use Enquiry\Database\Row;
use Enquiry\Database\State;
use Enquiry\Enquiry\Enquiry;
use Enquiry\Enquiry\Forms;
use Enquiry\Enquiry\InvalidForm;
use Enquiry\Enquiry\Message;
use Enquiry\Enquiry\Reference;
use Enquiry\Shared\Text;

/** A row of the table enquiry. Its payload is JSON: one flat object of strings, the fields. */
final readonly class StoredEnquiry implements \JsonSerializable
{
    public int $id;
    public string $reference;
    public string $form;
    public int $receivedAt;
    public string $email;
    public string $state;
    public ?int $resentAt;
    public ?int $promisedBy;

    /** Whether a notice was mailed, because a mail server refused its text. */
    public bool $isNoticed;
    private string $payload;

    /** @var list<string> why it may be spam */
    public array $flags;

    /** @param list<Row> $deliveries its rows of the table delivery, if they are wanted */
    public function __construct(Row $row, public array $deliveries = [])
    {
        $this->id = $row->number('id');
        $this->reference = $row->text('reference');
        $this->form = $row->text('form');
        $this->receivedAt = $row->number('received_at');
        $this->email = $row->text('email');
        $this->state = $row->text('state');
        $this->resentAt = $row->numberOrNull('resent_at');
        $this->promisedBy = $row->numberOrNull('promised_by');
        $this->isNoticed = $row->numberOrNull('noticed_at') !== null;
        $this->payload = $row->text('payload');
        $this->flags = $row->list('flags');
    }

    /** @throws \UnexpectedValueException|InvalidForm */
    public function decode(Forms $forms): Enquiry
    {
        $form = $forms->get($this->form);
        try {
            $stored = json_decode($this->payload, true, 2, \JSON_THROW_ON_ERROR);
            if (!\is_array($stored) || $stored === []) {
                throw new \UnexpectedValueException('it has no fields');
            }

            return new Enquiry(
                Reference::parse($this->reference),
                $this->receivedAt,
                Message::stored($stored, $form),
                $this->flags,
                $this->resentAt,
                $this->promisedBy,
            );
        } catch (\JsonException|\InvalidArgumentException|\UnexpectedValueException $error) {
            throw new \UnexpectedValueException(
                "The stored enquiry cannot be decoded: {$error->getMessage()}.",
                previous: $error,
            );
        }
    }

    /** Missing fields count as empty, because a release may have changed the form since. */
    public function holds(Message $message): bool
    {
        $texts = $this->texts();
        foreach ($message->values as $name => $value) {
            if (($texts[$name] ?? '') !== $value) {
                return false;
            }
        }

        return $this->form === $message->form->name;
    }

    /** @return array<mixed>|string the fields, or the payload if it is not JSON */
    public function fields(): array|string
    {
        $stored = json_decode($this->payload, true);

        return \is_array($stored) ? $stored : $this->payload;
    }

    /** For searches. */
    public function text(): string
    {
        return Text::searchable("{$this->reference} {$this->email} " . implode(' ', $this->texts()));
    }

    /** @return array<string> what was typed, whatever the form is */
    public function texts(): array
    {
        return array_filter((array) $this->fields(), \is_string(...));
    }

    /** @return array<string, string> why each target still lacks it, by target: its last error, or an empty string */
    public function lacking(): array
    {
        $lacking = [];
        foreach ($this->deliveries as $row) {
            if (\in_array($row->text('state'), [State::Waiting->value, State::Failed->value], true)) {
                $lacking[$row->text('target')] = $row->textOrNull('error') ?? '';
            }
        }

        return $lacking;
    }

    /**
     * @param string $target empty for any
     * @return ?int null if it does not have the enquiry
     */
    public function deliveredAt(string $target = ''): ?int
    {
        $last = null;
        foreach ($this->deliveries as $row) {
            if (\in_array($target, ['', $row->text('target')], true)) {
                $last = max($last, $row->numberOrNull('delivered_at'));
            }
        }

        return $last;
    }

    /** @return array<string, mixed> */
    public function jsonSerialize(): array
    {
        return [
            'reference' => $this->reference,
            'form' => $this->form,
            'receivedAt' => self::time($this->receivedAt),
            'promisedBy' => self::time($this->promisedBy),
            'email' => $this->email,
            'fields' => $this->fields(),
            'flags' => $this->flags,
            'state' => $this->state,
            'resentAt' => self::time($this->resentAt),
            'deliveries' => array_map(static fn(Row $row): array => [
                'target' => $row->text('target'),
                'state' => $row->text('state'),
                'refusals' => $row->number('attempts'),
                'unanswered' => $row->number('unanswered'),
                'deliveredAt' => self::time($row->numberOrNull('delivered_at')),
                'error' => $row->textOrNull('error'),
            ], $this->deliveries),
        ];
    }

    private static function time(?int $time): ?string
    {
        return $time === null ? null : gmdate(\DATE_RFC3339, $time);
    }
}
