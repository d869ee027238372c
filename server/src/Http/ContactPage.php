<?php

declare(strict_types=1);

namespace Enquiry\Http;

use Enquiry\Shared\ContactRules;
use Enquiry\Shared\Field;
use Enquiry\Shared\Html;

/** What the contact page says where a message was not sent: what stands in its placeholders, and the sentence. */
final readonly class ContactPage
{
    /**
     * Some mail programs and phones cut off a link after 2,000 characters. A tenth is left for what the
     * page itself puts there; the fields beside the message have a tenth each at most, and half of it all
     * together, and the message has the rest.
     */
    private const LINK = 1800;
    private const LINK_FIELD = 200;
    private const LINK_FIELDS = 1000;

    private const MESSAGE = 'message';

    /** What encodeURIComponent leaves as it is, by which the page's links were made. */
    private const UNENCODED = ['%21' => '!', '%28' => '(', '%29' => ')', '%2A' => '*'];

    /** Those that the rules take for white space must not become anything else by being sent again. */
    private const LINE_BREAKS = ["\r\n" => "\n", "\r" => "\n", "\v" => "\n", "\f" => "\n"];

    private const MORE = '%20%E2%80%A6';

    /** @param string $sentences the file of the sentences; only what the script's form says otherwise is apart in it */
    public function __construct(private string $sentences) {}

    /**
     * @param array<string, Field>  $fields by name
     * @param array<string, string> $typed
     * @param array<string, string> $errors
     * @param array<string, string> $advice to stand below an error
     *
     * @return array<string, string> by placeholder, which the build has put where the site shows the same
     */
    public static function replacements(array $fields, array $typed, array $errors, array $advice, string $failure): array
    {
        $replacements = ['{{failure}}' => Html::escape($failure)];
        $room = self::LINK;
        $roomForOthers = min(self::LINK_FIELD, intdiv(self::LINK_FIELDS, max(1, \count($fields) - 1)));
        // The message comes last, for what the others leave.
        foreach ([...array_diff(array_keys($fields), [self::MESSAGE]), self::MESSAGE] as $name) {
            $value = strtr($typed[$name] ?? '', self::LINE_BREAKS);
            $inLink = self::inLink($value, $name === self::MESSAGE ? max(0, $room) : $roomForOthers);
            $room -= \strlen($inLink);
            // Left empty, an added field is not in the link: neither its label nor what is before it.
            foreach (\in_array($name, ContactRules::FIXED, true) ? [] : ["\n{$fields[$name]->label}: ", ', '] as $before) {
                $encoded = strtr(rawurlencode($before), self::UNENCODED);
                $replacements[$encoded . rawurlencode("{{field.{$name}}}")] = $value === '' ? '' : $encoded . $inLink;
                $room -= $value === '' ? 0 : \strlen($encoded);
            }
            $escaped = Html::escape($value);
            $replacements += [
                "{{field.{$name}}}" => $escaped,
                // The first line break in a textarea is not part of its text.
                "{{field.{$name}}}</textarea>" => (str_starts_with($value, "\n") ? "\n" : '') . "{$escaped}</textarea>",
                rawurlencode("{{field.{$name}}}") => $inLink,
                "{{error.{$name}}}" => Html::escape($errors[$name] ?? ''),
                "{{advice.{$name}}}" => Html::escape($advice[$name] ?? ''),
                "{{invalid.{$name}}}" => isset($errors[$name]) ? 'true' : 'false',
            ];
        }

        return $replacements;
    }

    /** @return string of so many characters at most, cut between two characters of the text */
    private static function inLink(string $text, int $limit): string
    {
        // No character is encoded as less than one.
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

    /** What a visitor reads first. */
    public function sentenceAbout(HttpError $refusal): string
    {
        $sentence = match ($refusal->errorCode) {
            ErrorCode::InvalidFields => $this->find('invalid'),
            ErrorCode::TooManyRequests => $this->find('tooMany'),
            ErrorCode::ServerError, ErrorCode::Unavailable => $this->find('server'),
            ErrorCode::Undecided => $this->find('withoutScript', 'undecided'),
            ErrorCode::CrossSite, ErrorCode::InvalidToken, ErrorCode::KeyReused => $this->find('withoutScript', 'refused'),
            ErrorCode::PayloadTooLarge => $this->find('withoutScript', 'tooLarge'),
            ErrorCode::MalformedJson, ErrorCode::MalformedMessage, ErrorCode::MethodNotAllowed, ErrorCode::UnsupportedMediaType => $this->find('withoutScript', 'malformed'),
        };

        return strtr($sentence ?? $refusal->errorCode->message(), ['{wait}' => $this->wait($refusal->headers['Retry-After'] ?? '')]);
    }

    /** Null where the file is damaged: a failure must not fail to be told. */
    private function find(string ...$path): ?string
    {
        $found = json_decode((string) @file_get_contents($this->sentences), true);
        foreach ($path as $key) {
            $found = \is_array($found) ? $found[$key] ?? null : null;
        }

        return \is_string($found) ? $found : null;
    }

    private function wait(string $seconds): string
    {
        $minutes = (int) ceil((int) $seconds / 60);
        $words = match (true) {
            $minutes < 1 => $this->find('wait', 'unknown'),
            $minutes === 1 => $this->find('wait', 'one'),
            default => $this->find('wait', 'more'),
        };

        return strtr((string) $words, ['{minutes}' => (string) $minutes]);
    }
}
