<?php

declare(strict_types=1);

namespace Enquiry\Http;

use Enquiry\Enquiry\Field;
use Enquiry\Enquiry\Form;
use Enquiry\Enquiry\Reading;
use Enquiry\Shared\Text;

/** The page of a form after a refused message: the typed values, the errors and one sentence. */
final readonly class RefusedPage
{
    /** Some mail programs and phones cut links after 2,000 characters. The page's own text takes 200 of them. */
    private const LINK = 1800;

    /** How many characters a link may have of all fields except the message. */
    private const LINK_FIELDS = 1000;

    /** HTML does not keep \v and \f, which the rules count as white space. */
    private const LINE_BREAKS = ["\r\n" => "\n", "\r" => "\n", "\v" => "\n", "\f" => "\n"];

    private const MORE = '%20%E2%80%A6';

    /**
     * @param array<string, string> $typed  by field
     * @param array<string, string> $errors by field
     */
    public function __construct(private Form $form, private array $typed, private array $errors) {}

    /** @return array<string, string> HTML by placeholder */
    public function replacements(string $failure): array
    {
        $replacements = ['{{failure}}' => Text::html($failure)];
        foreach ($this->form->fields as $name => $field) {
            $isWrong = isset($this->errors[$name]);
            $advice = $isWrong ? $field->adviceOn(Reading::trimmed($this->typed[$name] ?? '')) : null;
            $replacements += $this->inField($name, $field) + [
                "{{error.{$name}}}" => Text::html($this->errors[$name] ?? ''),
                "{{advice.{$name}}}" => Text::html($advice ?? ''),
                "{{invalid.{$name}}}" => $isWrong ? 'true' : 'false',
            ];
        }

        return $replacements + $this->inLinks();
    }

    /** @return array<string, string> */
    private function inField(string $name, Field $field): array
    {
        $value = $this->value($name);
        if ($field->control === Field::CHECKBOX) {
            return ["data-chosen=\"{{chosen.{$name}}}\"" => $value === Field::TICKED ? 'checked=""' : ''];
        }
        $replacements = [];
        foreach ($field->options as $index => $option) {
            $replacements["data-chosen=\"{{chosen.{$name}.{$index}}}\""] = $value === $option ? 'selected=""' : '';
        }
        $escaped = Text::html($value);

        return $replacements + [
            "{{field.{$name}}}" => $escaped,
            // HTML drops the first line break in a textarea.
            "{{field.{$name}}}</textarea>" => (str_starts_with($value, "\n") ? "\n" : '') . "{$escaped}</textarea>",
        ];
    }

    /**
     * The links to send the message another way.
     * @return array<string, string>
     */
    private function inLinks(): array
    {
        $replacements = [];
        $room = self::LINK;
        $names = array_keys($this->form->fields);
        $message = $this->form->fieldsFor('message');
        $roomForOthers = intdiv(self::LINK_FIELDS, max(1, \count($names) - 1));
        // The message comes last and gets the remaining room.
        foreach ([...array_diff($names, $message), ...$message] as $name) {
            $inLink = self::inLink(
                $this->value($name),
                \in_array($name, $message, true) ? max(0, $room) : $roomForOthers,
            );
            $line = self::line($this->form->fields[$name], $inLink);
            $room -= \strlen($line);
            $replacements += self::replaced(', ', "{{field.{$name}}}", $inLink)
                + self::replaced("\n", "{{line.{$name}}}", $line);
        }

        return $replacements;
    }

    /** @return array<string, string> an empty text leaves out the separator before it */
    private static function replaced(string $separator, string $placeholder, string $text): array
    {
        [$before, $encoded] = [rawurlencode($separator), rawurlencode($placeholder)];

        return [$encoded => $text, $before . $encoded => $text === '' ? '' : $before . $text];
    }

    /** The field with its label, percent-encoded. The label of a ticked box is a sentence of its own. */
    private static function line(Field $field, string $inLink): string
    {
        return match (true) {
            $field->control === Field::CHECKBOX => $inLink === Field::TICKED ? rawurlencode($field->label) : '',
            $inLink === '' => '',
            default => rawurlencode(Field::heading($field->label) . ' ') . $inLink,
        };
    }

    private function value(string $name): string
    {
        return strtr($this->typed[$name] ?? '', self::LINE_BREAKS);
    }

    /** @return string percent-encoded, and cut between two characters */
    private static function inLink(string $text, int $limit): string
    {
        $encoded = $kept = '';
        $shown = mb_substr(mb_scrub($text, 'UTF-8'), 0, $limit + 1, 'UTF-8');
        foreach (mb_str_split($shown, encoding: 'UTF-8') as $character) {
            $encoded .= rawurlencode($character);
            if (\strlen($encoded) > $limit) {
                return $kept . self::MORE;
            }
            $kept = \strlen($encoded . self::MORE) > $limit ? $kept : $encoded;
        }

        return $encoded;
    }
}
