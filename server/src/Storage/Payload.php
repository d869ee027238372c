<?php

declare(strict_types=1);

namespace Enquiry\Storage;

use Enquiry\ContactMessage;
use Enquiry\Enquiry;
use Enquiry\InvalidReference;
use Enquiry\Reference;

/** What of an enquiry is stored as JSON, and back. */
final class Payload
{
    private const FLAGS = \JSON_UNESCAPED_UNICODE | \JSON_UNESCAPED_SLASHES | \JSON_THROW_ON_ERROR;

    public static function encode(ContactMessage $message): string
    {
        return json_encode($message, self::FLAGS);
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
            );
        } catch (\JsonException|InvalidReference|\UnexpectedValueException $fault) {
            throw UndecodableEnquiry::because($fault->getMessage(), $fault);
        }
    }
}
