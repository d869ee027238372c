<?php

declare(strict_types=1);

namespace Enquiry\Tests\Support;

use PHPUnit\Framework\Assert;

/** Pages for TEST_PAGES_DIR that contain only the placeholders of the real ones. */
final class FixturePages
{
    public static function folder(): string
    {
        $folder = DataFolders::made();
        file_put_contents("{$folder}/contact.html", self::contact());
        file_put_contents("{$folder}/contact-sent.html", "<!doctype html><title>Sent</title><p id=\"reference\">{{reference}}</p>\n");
        file_put_contents("{$folder}/contact-promised.html", "<!doctype html><title>Sent</title><p id=\"promised\">{{promised}}</p><p id=\"reference\">{{reference}}</p>\n");

        return $folder;
    }

    /** @param string $firm of tests/contract/promises.json */
    public static function ofFirm(string $firm): string
    {
        ['known' => $known, 'firms' => $firms] = Contract::promises();
        $facts = $firms[$firm] ?? null;
        $folder = self::folder();
        file_put_contents("{$folder}/firm.json", json_encode($facts === null ? [] : ['promise' => $facts + $known, 'light' => ['ink' => '#111111', 'danger' => '#dd1111']], \JSON_THROW_ON_ERROR));

        return $folder;
    }

    /** The folder of a firm whose privacy notice promises these days. */
    public static function promising(int $enquiries, int $backups): string
    {
        $folder = DataFolders::made();
        file_put_contents("{$folder}/firm.json", json_encode(['days' => ['enquiries' => $enquiries, 'backups' => $backups]]));

        return $folder;
    }

    private static function contact(): string
    {
        $controls = '';
        foreach (Contract::fields() as $name) {
            $start = "name=\"{$name}\" aria-invalid=\"{{invalid.{$name}}}\"";
            $controls .= match (true) {
                self::isCheckbox($name) => "<input {$start} value=\"yes\" data-chosen=\"{{chosen.{$name}}}\">",
                $name === 'message' => "<textarea {$start}>{{field.{$name}}}</textarea>",
                default => "<input {$start} value=\"{{field.{$name}}}\">",
            };
            $controls .= "<p id=\"error-{$name}\">{{error.{$name}}}</p><p id=\"advice-{$name}\">{{advice.{$name}}}</p>\n";
        }

        return <<<HTML
            <!doctype html><title>Contact us</title>
            <form method="post" action="/api/contact_process.php">
            <p id="failure">{{failure}}</p>
            {$controls}</form>
            <p id="quoted">{{field.message}}</p>

            HTML;
    }

    /** @return array<string, string> what a browser would have in the fields */
    public static function values(Answer $page): array
    {
        $values = [];
        foreach (self::names($page) as $name) {
            $values[$name] = match (true) {
                self::isCheckbox($name) => self::found("~<input name=\"{$name}\"[^>]* value=\"yes\" ([^>]*)>~", $page) === 'checked=""' ? 'yes' : '',
                // HTML ignores the first line break of a textarea.
                $name === 'message' => self::found("~<textarea name=\"{$name}\"[^>]*>\n?([^<]*)</textarea>~", $page),
                default => self::found("~<input name=\"{$name}\"[^>]* value=\"([^\"]*)\">~", $page),
            };
        }

        return $values;
    }

    public static function isCheckbox(string $name): bool
    {
        return (Contract::form()->fields[$name] ?? null)?->control === 'checkbox';
    }

    /** @return array<string, string> the errors that show, by field */
    public static function errors(Answer $page): array
    {
        $errors = self::shown('error', $page);
        foreach (self::names($page) as $name) {
            Assert::assertSame(isset($errors[$name]) ? 'true' : 'false', self::found("~name=\"{$name}\" aria-invalid=\"([a-z]*)\"~", $page));
        }

        return $errors;
    }

    /** @return array<string, string> the advice that shows, by field */
    public static function advice(Answer $page): array
    {
        return self::shown('advice', $page);
    }

    /** @return array<string, string> */
    private static function shown(string $kind, Answer $page): array
    {
        $texts = [];
        foreach (self::names($page) as $name) {
            $texts[$name] = self::text($page, "{$kind}-{$name}");
        }

        return array_filter($texts, static fn(string $text): bool => $text !== '');
    }

    public static function text(Answer $page, string $id): string
    {
        return self::found("~<p id=\"{$id}\">([^<]*)</p>~", $page);
    }

    /** @return list<string> of the fields, in the order of the page */
    private static function names(Answer $page): array
    {
        preg_match_all('~<(?:input|textarea) name="(\w+)"~', $page->body, $found);

        return $found[1];
    }

    private static function found(string $pattern, Answer $page): string
    {
        if (preg_match($pattern, $page->body, $found) !== 1) {
            throw new \RuntimeException("The page has nothing like {$pattern}:\n{$page->body}");
        }

        return html_entity_decode($found[1] ?? '', \ENT_QUOTES | \ENT_HTML5, 'UTF-8');
    }
}
