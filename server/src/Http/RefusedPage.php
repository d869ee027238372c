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
    /** HTML does not keep \v and \f, which the rules count as white space. */
    private const LINE_BREAKS = ["\r\n" => "\n", "\r" => "\n", "\v" => "\n", "\f" => "\n"];

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

        return $replacements;
    }

    /** @return array<string, string> */
    private function inField(string $name, Field $field): array
    {
        $value = strtr($this->typed[$name] ?? '', self::LINE_BREAKS);
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
}
