<?php

declare(strict_types=1);

namespace Enquiry\Queue;

use Enquiry\Enquiry\Form;
use Enquiry\Enquiry\Message;

/** The fields of an enquiry as JSON: one flat object of strings. StoredEnquiry reads it. */
final class Payload
{
    private const FLAGS = \JSON_UNESCAPED_UNICODE | \JSON_UNESCAPED_SLASHES | \JSON_THROW_ON_ERROR;

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
}
