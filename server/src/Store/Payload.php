<?php

declare(strict_types=1);

namespace Enquiry\Store;

use Enquiry\Shared\ContactMessage;
use Enquiry\Shared\ContactRules;
use Enquiry\Shared\Enquiry;
use Enquiry\Shared\Reference;

/** The fields of an enquiry as JSON. The object is flat and has only strings, because release 1.0.0 reads nothing else. */
final class Payload
{
    private const FLAGS = \JSON_UNESCAPED_UNICODE | \JSON_UNESCAPED_SLASHES | \JSON_THROW_ON_ERROR;

    private const NOTES = [ContactRules::REPLACES => true, ContactRules::REPEATS => true];

    /**
     * @param list<string> $replaces references of earlier attempts to send the same message
     * @param ?string      $repeats  reference of an earlier enquiry with the same text
     */
    public static function encode(ContactMessage $message, array $replaces = [], ?string $repeats = null): string
    {
        $notes = array_filter([ContactRules::REPLACES => implode(' ', $replaces), ContactRules::REPEATS => $repeats ?? ''], static fn(string $note): bool => $note !== '');

        return json_encode($message->values + $notes, self::FLAGS);
    }

    /** The part of encode() that is the same for every enquiry with this message. */
    public static function encodeMessage(ContactMessage $message): string
    {
        return substr(json_encode(['message' => $message->values['message']], self::FLAGS), 1, -1);
    }

    /** @param list<string> $list */
    public static function encodeList(array $list): string
    {
        return json_encode($list, self::FLAGS);
    }

    /** @throws \UnexpectedValueException */
    public static function decode(string $reference, int $receivedAt, string $payload, string $flags, ?int $resentAt = null): Enquiry
    {
        try {
            $stored = json_decode($payload, true, 2, \JSON_THROW_ON_ERROR);
            $fields = \is_array($stored) ? $stored : [];
            $list = json_decode($flags);

            return new Enquiry(
                Reference::parse($reference),
                new \DateTimeImmutable("@{$receivedAt}"),
                ContactMessage::stored(array_diff_key($fields, self::NOTES)),
                array_values(array_filter(\is_array($list) ? $list : [], \is_string(...))),
                self::references($fields[ContactRules::REPLACES] ?? ''),
                self::references($fields[ContactRules::REPEATS] ?? '')[0] ?? null,
                $resentAt === null ? null : new \DateTimeImmutable("@{$resentAt}"),
            );
        } catch (\JsonException|\InvalidArgumentException|\UnexpectedValueException $error) {
            throw new \UnexpectedValueException("The stored enquiry cannot be decoded: {$error->getMessage()}.", previous: $error);
        }
    }

    /** Missing fields count as empty, because the rules may have changed since. */
    public static function holds(string $payload, ContactMessage $message): bool
    {
        $stored = json_decode($payload, true);
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

    /** @return list<string> references */
    public static function replacesIn(string $payload): array
    {
        return self::referencesIn($payload, ContactRules::REPLACES);
    }

    /** @return ?string a reference */
    public static function repeatsIn(string $payload): ?string
    {
        return self::referencesIn($payload, ContactRules::REPEATS)[0] ?? null;
    }

    /** @return list<string> */
    private static function referencesIn(string $payload, string $note): array
    {
        $fields = json_decode($payload, true);

        return array_map(strval(...), self::references(\is_array($fields) ? $fields[$note] ?? '' : ''));
    }

    /** @return list<Reference> the valid ones */
    private static function references(mixed $noted): array
    {
        $references = [];
        foreach (\is_string($noted) ? explode(' ', $noted) : [] as $reference) {
            try {
                $references[] = Reference::parse($reference);
            } catch (\InvalidArgumentException) {
            }
        }

        return $references;
    }
}
