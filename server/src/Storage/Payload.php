<?php

declare(strict_types=1);

namespace Enquiry\Storage;

use Enquiry\ContactMessage;
use Enquiry\Enquiry;
use Enquiry\InvalidReference;
use Enquiry\Reference;

/**
 * What of an enquiry is stored as JSON, and back. The object is flat and holds nothing but texts: an
 * earlier release, which may have to deliver the row, reads no other, and ignores what it does not know.
 */
final class Payload
{
    private const FLAGS = \JSON_UNESCAPED_UNICODE | \JSON_UNESCAPED_SLASHES | \JSON_THROW_ON_ERROR;

    private const REPLACES = 'replaces';

    /** @param list<string> $replaces references of earlier attempts at the same message */
    public static function encode(ContactMessage $message, array $replaces = []): string
    {
        return json_encode($replaces === [] ? $message : [...(array) $message, self::REPLACES => implode(' ', $replaces)], self::FLAGS);
    }

    /** @param list<string> $flags */
    public static function encodeFlags(array $flags): string
    {
        return json_encode($flags, self::FLAGS);
    }

    /** @throws UndecodableEnquiry */
    public static function decode(string $reference, int $receivedAt, string $payload, string $flags): Enquiry
    {
        try {
            $fields = json_decode($payload, true, 2, \JSON_THROW_ON_ERROR);
            $list = json_decode($flags, true, 2, \JSON_THROW_ON_ERROR);

            return new Enquiry(
                Reference::parse($reference),
                new \DateTimeImmutable("@{$receivedAt}"),
                ContactMessage::stored(\is_array($fields) ? $fields : []),
                array_values(array_filter(\is_array($list) ? $list : [], \is_string(...))),
                self::references(\is_array($fields) ? $fields[self::REPLACES] ?? '' : ''),
            );
        } catch (\JsonException|InvalidReference|\UnexpectedValueException $fault) {
            throw UndecodableEnquiry::because($fault->getMessage(), $fault);
        }
    }

    /** Whether it is this message that is stored. A field that it knows nothing of counts as empty. */
    public static function holds(string $payload, ContactMessage $message): bool
    {
        $fields = json_decode($payload, true);
        foreach (get_object_vars($message) as $name => $value) {
            if (!\is_array($fields) || ($fields[$name] ?? '') !== $value) {
                return false;
            }
        }

        return true;
    }

    /** @return array<mixed>|string as they are, also where they are not JSON */
    public static function fieldsIn(string $payload): array|string
    {
        $fields = json_decode($payload, true);

        return \is_array($fields) ? array_diff_key($fields, [self::REPLACES => true]) : $payload;
    }

    /** @return list<string> references */
    public static function replacesIn(string $payload): array
    {
        $fields = json_decode($payload, true);

        return array_map(strval(...), self::references(\is_array($fields) ? $fields[self::REPLACES] ?? '' : ''));
    }

    /** @return list<Reference> no enquiry is lost for a note about it: what is no reference is left out */
    private static function references(mixed $replaces): array
    {
        $references = [];
        foreach (\is_string($replaces) ? explode(' ', $replaces) : [] as $reference) {
            try {
                $references[] = Reference::parse($reference);
            } catch (InvalidReference) {
            }
        }

        return $references;
    }
}
