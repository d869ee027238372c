<?php

declare(strict_types=1);

namespace Enquiry\Queue;

use Enquiry\Database\Row;
use Enquiry\Enquiry\Enquiry;
use Enquiry\Enquiry\Form;
use Enquiry\Enquiry\Forms;
use Enquiry\Enquiry\InvalidForm;
use Enquiry\Enquiry\Message;
use Enquiry\Enquiry\Reference;

/** The fields of an enquiry as JSON: one flat object of strings. */
final class Payload
{
    private const FLAGS = \JSON_UNESCAPED_UNICODE | \JSON_UNESCAPED_SLASHES | \JSON_THROW_ON_ERROR;

    private const NOTES = [Form::REPLACES => true, Form::REPEATS => true];

    /**
     * @param list<string> $replaces references of earlier attempts to send the same message
     * @param ?string      $repeats  reference of an earlier enquiry with the same text
     */
    public static function encode(Message $message, array $replaces = [], ?string $repeats = null): string
    {
        $notes = array_filter(
            [Form::REPLACES => implode(' ', $replaces), Form::REPEATS => $repeats ?? ''],
            static fn(string $note): bool => $note !== '',
        );

        return json_encode($message->values + $notes, self::FLAGS);
    }

    /**
     * @return ?string the part of encode() that is the same for every enquiry with this text; null if the form has none
     */
    public static function encodeText(Message $message): ?string
    {
        $field = $message->form->fieldsFor('message')[0] ?? null;

        return $field === null ? null : substr(json_encode([$field => $message->values[$field]], self::FLAGS), 1, -1);
    }

    /** @param list<string> $list */
    public static function encodeList(array $list): string
    {
        return json_encode($list, self::FLAGS);
    }

    /** @throws \UnexpectedValueException|InvalidForm */
    public static function decode(Row $row, Forms $forms): Enquiry
    {
        $form = $forms->get($row->text('form'));
        $resentAt = $row->numberOrNull('resent_at');
        try {
            $stored = json_decode($row->text('payload'), true, 2, \JSON_THROW_ON_ERROR);
            if (!\is_array($stored) || $stored === []) {
                throw new \UnexpectedValueException('it has no fields');
            }

            return new Enquiry(
                Reference::parse($row->text('reference')),
                new \DateTimeImmutable("@{$row->number('received_at')}"),
                self::known(Message::stored(array_diff_key($stored, self::NOTES), $form)),
                $row->list('flags'),
                self::references($stored[Form::REPLACES] ?? ''),
                self::references($stored[Form::REPEATS] ?? '')[0] ?? null,
                $resentAt === null ? null : new \DateTimeImmutable("@{$resentAt}"),
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
    public static function holds(Row $row, Message $message): bool
    {
        $stored = $row->text('form') === $message->form->name ? json_decode($row->text('payload'), true) : null;
        if ($stored === null) {
            return false;
        }
        $fields = \is_array($stored) ? $stored : [];
        foreach ($message->values as $name => $value) {
            if (($fields[$name] ?? '') !== $value) {
                return false;
            }
        }

        return true;
    }

    /** @return array<mixed>|string the fields, or the payload if it is not JSON */
    public static function fieldsIn(string $payload): array|string
    {
        $fields = json_decode($payload, true);

        return \is_array($fields) ? array_diff_key($fields, self::NOTES) : $payload;
    }

    /**
     * @param Form::REPLACES|Form::REPEATS $note
     * @return list<string>
     */
    public static function referencesIn(string $payload, string $note): array
    {
        $fields = json_decode($payload, true);

        return self::references(\is_array($fields) ? $fields[$note] ?? '' : '');
    }

    /** @return list<string> */
    private static function references(mixed $noted): array
    {
        return \is_string($noted) && $noted !== '' ? explode(' ', $noted) : [];
    }
}
