<?php

declare(strict_types=1);

namespace Enquiry\Http;

use Enquiry\Shared\ContactRules;
use Enquiry\Shared\Field;
use Enquiry\Shared\Html;

/** Fills in the contact page if a message was not sent: what was typed, the errors and one sentence. */
final readonly class ContactPage
{
    /** Some mail programs and phones cut links after 2,000 characters. The page's own text takes 200 of them. */
    private const LINK = 1800;

    /** How many characters a link may have of each field except the message, and of all these fields together. */
    private const LINK_FIELD = 200;
    private const LINK_FIELDS = 1000;

    private const MESSAGE = 'message';

    /** The page's links were made with encodeURIComponent, which does not encode these characters. */
    private const UNENCODED = ['%21' => '!', '%28' => '(', '%29' => ')', '%2A' => '*'];

    /** HTML does not keep \v and \f, which the rules count as white space. */
    private const LINE_BREAKS = ["\r\n" => "\n", "\r" => "\n", "\v" => "\n", "\f" => "\n"];

    private const MORE = '%20%E2%80%A6';

    /** @param string $sentences path of forms/contact/failures.json */
    public function __construct(private string $sentences) {}

    /**
     * @param array<string, Field>  $fields by name
     * @param array<string, string> $typed  by field
     * @param array<string, string> $errors by field
     * @param array<string, string> $advice shown below an error, by field
     * @return array<string, string> HTML by placeholder
     */
    public static function replacements(array $fields, array $typed, array $errors, array $advice, string $failure): array
    {
        $replacements = ['{{failure}}' => Html::escape($failure)];
        $room = self::LINK;
        $roomForOthers = min(self::LINK_FIELD, intdiv(self::LINK_FIELDS, max(1, \count($fields) - 1)));
        // The message comes last and gets the remaining room.
        foreach ([...array_diff(array_keys($fields), [self::MESSAGE]), self::MESSAGE] as $name) {
            $value = strtr($typed[$name] ?? '', self::LINE_BREAKS);
            $inLink = self::inLink($value, $name === self::MESSAGE ? max(0, $room) : $roomForOthers);
            $room -= \strlen($inLink);
            // The link leaves out added fields that are empty, and their labels.
            foreach (\in_array($name, ContactRules::FIXED, true) ? [] : ["\n{$fields[$name]->label}: ", ', '] as $before) {
                $encoded = strtr(rawurlencode($before), self::UNENCODED);
                $replacements[$encoded . rawurlencode("{{field.{$name}}}")] = $value === '' ? '' : $encoded . $inLink;
                $room -= $value === '' ? 0 : \strlen($encoded);
            }
            $escaped = Html::escape($value);
            $replacements += [
                "{{field.{$name}}}" => $escaped,
                // HTML drops the first line break in a textarea.
                "{{field.{$name}}}</textarea>" => (str_starts_with($value, "\n") ? "\n" : '') . "{$escaped}</textarea>",
                rawurlencode("{{field.{$name}}}") => $inLink,
                "{{error.{$name}}}" => Html::escape($errors[$name] ?? ''),
                "{{advice.{$name}}}" => Html::escape($advice[$name] ?? ''),
                "{{invalid.{$name}}}" => isset($errors[$name]) ? 'true' : 'false',
            ];
        }

        return $replacements;
    }

    /** @return string percent-encoded, and cut between two characters */
    private static function inLink(string $text, int $limit): string
    {
        $characters = mb_str_split(mb_substr(mb_scrub($text, 'UTF-8'), 0, $limit + 1, 'UTF-8'), encoding: 'UTF-8');
        $encoded = array_map(rawurlencode(...), $characters);
        if (\strlen(implode('', $encoded)) <= $limit) {
            return implode('', $encoded);
        }
        $kept = '';
        foreach ($encoded as $character) {
            if (\strlen($kept . $character . self::MORE) > $limit) {
                break;
            }
            $kept .= $character;
        }

        return $kept . self::MORE;
    }

    public function sentenceAbout(HttpError $refusal): string
    {
        $sentence = $this->find($refusal->errorCode->sentence()) ?? $refusal->errorCode->message();

        return strtr($sentence, ['{wait}' => $this->wait((int) ($refusal->headers['Retry-After'] ?? 0))]);
    }

    /** @return ?string null if the file is damaged: the visitor must still get an answer */
    private function find(string $path): ?string
    {
        $found = json_decode((string) @file_get_contents($this->sentences), true);
        foreach (explode('.', $path) as $key) {
            $found = \is_array($found) ? $found[$key] ?? null : null;
        }

        return \is_string($found) ? $found : null;
    }

    private function wait(int $seconds): string
    {
        $minutes = (int) ceil($seconds / 60);
        $words = $this->find(match ($minutes) {
            0 => 'wait.unknown',
            1 => 'wait.one',
            default => 'wait.more',
        });

        return strtr((string) $words, ['{minutes}' => (string) $minutes]);
    }
}
