<?php

declare(strict_types=1);

namespace Enquiry\Delivery;

use Enquiry\Database\Row;
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

    /** waiting, failed, both, sent or dismissed: see DeliveryQueue. */
    private string $state;

    /** Whether it has its deliveries, perhaps for other recipients than those of now. */
    public bool $isPlanned;
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
        $this->isPlanned = $row->number('planned_for') !== 0;
        $this->promisedBy = $row->numberOrNull('promised_by');
        $this->isNoticed = $row->numberOrNull('noticed_at') !== null;
        $this->payload = $row->text('payload');
        $this->flags = $row->list('flags');
    }

    /**
     * @param ?int $resentAt when an operator asked to send it again to one who has it
     * @throws \UnexpectedValueException|InvalidForm
     */
    public function decode(Forms $forms, ?int $resentAt = null): Enquiry
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
                $resentAt,
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

    /** @return string of its delivery; empty if there is none */
    public function stateOf(string $target): string
    {
        return $this->deliveryTo($target)?->text('state') ?? '';
    }

    private function deliveryTo(string $target): ?Row
    {
        foreach ($this->deliveries as $row) {
            if ($row->text('target') === $target) {
                return $row;
            }
        }

        return null;
    }

    /** @return non-empty-list<Status> the most serious first */
    public function statuses(): array
    {
        return Status::of($this->state);
    }

    public function isOpen(): bool
    {
        return !\in_array($this->state, ['sent', 'dismissed'], true);
    }

    /** @return array<string, string> why each target still lacks it, by target: its last error, or an empty string */
    public function lacking(): array
    {
        $lacking = [];
        foreach ($this->deliveries as $row) {
            if (\in_array($row->text('state'), ['waiting', 'failed'], true)) {
                $lacking[$row->text('target')] = $row->textOrNull('error') ?? '';
            }
        }

        return $lacking;
    }

    /** @return ?int null if it does not have the enquiry */
    public function deliveredAt(string $target): ?int
    {
        return $this->deliveryTo($target)?->numberOrNull('delivered_at');
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
            'state' => $this->statuses()[0],
            'deliveries' => array_map(static fn(Row $row): array => [
                'target' => $row->text('target'),
                'state' => $row->text('state'),
                'refusals' => $row->number('attempts'),
                'unanswered' => $row->number('unanswered'),
                'deliveredAt' => self::time($row->numberOrNull('delivered_at')),
                'resentAt' => self::time($row->numberOrNull('resent_at')),
                'error' => $row->textOrNull('error'),
            ], $this->deliveries),
        ];
    }

    private static function time(?int $time): ?string
    {
        return $time === null ? null : gmdate(\DATE_RFC3339, $time);
    }
}
