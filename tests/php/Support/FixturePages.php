<?php

declare(strict_types=1);

namespace Enquiry\Tests\Support;

use Enquiry\Rules\Field;
use PHPUnit\Framework\Assert;

/** Pages with the placeholders of the real ones and nothing else, in a folder for PAGES_DIR; and what was put in them. */
final class FixturePages
{
    public static function folder(): string
    {
        $folder = DataFolders::fresh();
        mkdir($folder);
        file_put_contents("{$folder}/contact-us.html", self::contact());
        file_put_contents("{$folder}/message-sent.html", "<!doctype html><title>Sent</title><p id=\"reference\">{{reference}}</p>\n");

        return $folder;
    }

    private static function contact(): string
    {
        $controls = '';
        foreach (Field::cases() as $field) {
            $name = $field->value;
            $controls .= $field === Field::Message
                ? "<textarea name=\"{$name}\" aria-invalid=\"{{invalid.{$name}}}\">{{field.{$name}}}</textarea>"
                : "<input name=\"{$name}\" aria-invalid=\"{{invalid.{$name}}}\" value=\"{{field.{$name}}}\">";
            $controls .= "<p id=\"error-{$name}\">{{error.{$name}}}</p><p id=\"advice-{$name}\">{{advice.{$name}}}</p>\n";
        }
        $encoded = static fn(Field $field): string => rawurlencode("{{field.{$field->value}}}");
        $signature = "{$encoded(Field::Name)}%20{$encoded(Field::Surname)}%2C%20{$encoded(Field::ContactNumber)}";

        return <<<HTML
            <!doctype html><title>Contact us</title>
            <form method="post" action="/api/contact_process.php">
            <p id="failure">{{failure}}</p>
            {$controls}</form>
            <p id="quoted">{{field.message}}</p>
            <a id="mail" href="mailto:hello@kokerboom.example?subject={$encoded(Field::Subject)}&amp;body={$encoded(Field::Message)}%0A%0A{$signature}">mail</a>
            <a id="whatsapp" href="https://wa.me/27210000000?text={$encoded(Field::Subject)}%0A%0A{$encoded(Field::Message)}%0A%0A{$signature}">WhatsApp</a>

            HTML;
    }

    /** @return array<string, string> what a browser would have in the fields */
    public static function values(Answer $page): array
    {
        $values = [];
        foreach (Field::cases() as $field) {
            $name = $field->value;
            $values[$name] = $field === Field::Message
                // HTML: the first line break of a textarea is not part of its text.
                ? self::found("~<textarea name=\"{$name}\"[^>]*>\n?([^<]*)</textarea>~", $page)
                : self::found("~<input name=\"{$name}\"[^>]* value=\"([^\"]*)\">~", $page);
        }

        return $values;
    }

    /** @return array<string, string> the errors that show, by field */
    public static function errors(Answer $page): array
    {
        $errors = [];
        foreach (Field::cases() as $field) {
            $error = self::found("~<p id=\"error-{$field->value}\">([^<]*)</p>~", $page);
            $isInvalid = self::found("~name=\"{$field->value}\" aria-invalid=\"([a-z]+)\"~", $page);
            Assert::assertSame($error === '' ? 'false' : 'true', $isInvalid);
            if ($error !== '') {
                $errors[$field->value] = $error;
            }
        }

        return $errors;
    }

    /** @return array<string, string> the advice that shows, by field */
    public static function advice(Answer $page): array
    {
        $advice = [];
        foreach (Field::cases() as $field) {
            $text = self::text($page, "advice-{$field->value}");
            if ($text !== '') {
                $advice[$field->value] = $text;
            }
        }

        return $advice;
    }

    public static function text(Answer $page, string $id): string
    {
        return self::found("~<p id=\"{$id}\">([^<]*)</p>~", $page);
    }

    public static function link(Answer $page, string $id): string
    {
        return self::found("~<a id=\"{$id}\" href=\"([^\"]*)\"~", $page);
    }

    private static function found(string $pattern, Answer $page): string
    {
        if (preg_match($pattern, $page->body, $found) !== 1) {
            throw new \RuntimeException("The page has nothing like {$pattern}:\n{$page->body}");
        }

        return html_entity_decode($found[1] ?? '', \ENT_QUOTES | \ENT_HTML5, 'UTF-8');
    }
}
