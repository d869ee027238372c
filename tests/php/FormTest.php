<?php

declare(strict_types=1);

namespace Enquiry\Tests;

use Enquiry\Application;
use Enquiry\Enquiry\Field;
use Enquiry\Tests\Support\Answer;
use Enquiry\Tests\Support\Contract;
use Enquiry\Tests\Support\Desk;
use Enquiry\Tests\Support\Environment;
use Enquiry\Tests\Support\FixedClock;
use Enquiry\Tests\Support\FixturePages;
use Enquiry\Tests\Support\Operator;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\TestWith;
use PHPUnit\Framework\TestCase;
use Symfony\Component\HttpFoundation\Request;

/** @phpstan-import-type Value from Contract */
final class FormTest extends TestCase
{
    private const COOKIE = ['Cookie' => 'XSRF-TOKEN=0123456789abcdef'];

    private static string $pages;

    public static function setUpBeforeClass(): void
    {
        self::$pages = FixturePages::folder();
    }

    public function test_a_message_is_stored_without_unknown_fields_and_the_visitor_is_redirected_to_its_confirmation(): void
    {
        $environment = self::environment(['SERVICE_PREFIX' => '/service/v1']);
        $message = http_build_query(Contract::answers()['message']);
        $more = str_repeat('&more=1', 1_000);
        $answer = Desk::postFormBody($environment, "&&==%zz=%\xFF&unknown[]=%FF&{$message}{$more}");
        $reference = $answer->headers['enquiry-reference'] ?? '';

        self::assertSame(303, $answer->status);
        self::assertSame('/service/v1/contact_sent.php?form=contact', $answer->headers['location'] ?? null);
        self::assertSame("enquiry-reference={$reference}; path=/service/v1/; httponly; samesite=lax", $answer->headers['set-cookie'] ?? null);
        self::assertStringContainsString('no-store', $answer->headers['cache-control'] ?? '');
        $stored = Desk::stored($environment);
        self::assertSame([$reference, 'waiting'], [$stored['reference'], $stored['state']]);
        self::assertSame(Contract::message(), $stored['fields']);
    }

    public function test_over_https_the_cookie_with_the_reference_is_secure(): void
    {
        $cookie = Desk::postForm(self::environment(), server: ['HTTPS' => 'on'])->headers['set-cookie'] ?? '';

        self::assertMatchesRegularExpression('~^enquiry-reference=\S+; path=/api/; secure; httponly; samesite=lax$~D', $cookie);
    }

    #[TestWith(['surname', "O-\r\nO"])]
    #[TestWith(['subject', '', 'required'])]
    #[TestWith(['message', "A\r\rB\v\fC", 'maxLength', 2_500])]
    public function test_an_error_is_shown_at_its_field_and_the_text_is_kept(
        string $field,
        string $text,
        string $rule = 'pattern',
        int $times = 1,
    ): void {
        $typed = [$field => str_repeat($text, $times), 'contactNumber' => '082 123 4567'];
        $answer = Desk::postForm(self::environment(), $typed);
        $shown = str_repeat(strtr($text, ["\r\n" => "\n", "\r" => "\n", "\v" => "\n", "\f" => "\n"]), $times);

        self::assertSame([422, 'no-cache, private'], [$answer->status, $answer->headers['cache-control'] ?? null]);
        self::assertSame(self::toFix($field), FixturePages::text($answer, 'failure'));
        self::assertSame([$field => self::errorAt($field, $rule)], FixturePages::errors($answer));
        self::assertSame(Contract::message([$field => $shown]), FixturePages::values($answer));
    }

    public function test_a_rejected_value_gets_the_same_advice_in_the_page_and_in_json(): void
    {
        $environment = self::environment();
        $ofNumbers = array_map(static fn(array $case): array => ['field' => 'contactNumber'] + $case, Contract::numbers()['contact']['cases']['advice'] ?? []);
        foreach ([...Contract::cases()['advice'], ...$ofNumbers] as $case) {
            ['field' => $field, 'is' => $description, 'value' => $value, 'expected' => $expected] = $case;
            $typed = [$field => Contract::expand($value)] + ['subject' => ' '];
            $page = Desk::postForm($environment, $typed);
            $json = Desk::post($environment, $typed);
            $shown = preg_replace('/ Did you mean \S+$/D', '', FixturePages::advice($page));
            $advice = $expected === null ? [] : [$field => self::adviceAt($field, $expected, $case['digits'] ?? 0)];

            self::assertSame([422, 422], [$page->status, $json->status]);
            self::assertSame($advice, $shown, "{$field}: {$description}");
            self::assertSame(FixturePages::advice($page), $json->json()['advice'] ?? [], "{$field}: {$description}");
        }
    }

    public function test_an_address_that_breaks_the_rule_gets_the_form_s_suggestion(): void
    {
        $environment = self::environment();
        foreach (Contract::cases()['suggestions'] as ['value' => $value, 'expected' => $expected]) {
            $answer = Desk::postForm($environment, ['email' => $value, 'subject' => ' ']);
            $advice = FixturePages::advice($answer)['email'] ?? null;

            // The form's script also questions some addresses that keep the rule.
            if ($advice !== null) {
                self::assertSame($expected, preg_match('/ Did you mean (\S+)\?$/D', $advice, $found) === 1 ? $found[1] : null, $value);
            }
        }
    }

    public function test_a_name_is_read_as_in_the_form(): void
    {
        $environment = self::environment();
        $answer = Desk::post($environment, ['name' => '‘Mathabo', 'surname' => "van\u{A0}‘t Wout–Zuma"]);

        self::assertSame(200, $answer->status);
        self::assertSame(Contract::message(['name' => "'Mathabo", 'surname' => "van 't Wout-Zuma"]), Desk::stored($environment)['fields']);
        self::assertSame(422, Desk::post($environment, ['contactNumber' => '082 123 4567'])->status, 'a number is not');
    }

    private static function errorAt(string $field, string $rule): string
    {
        /** @phpstan-ignore offsetAccess.nonOffsetAccessible, return.type (form.json) */
        return Contract::rules()['fields'][$field][$rule]['message'];
    }

    private static function adviceAt(string $field, int $index, int $digits): string
    {
        /** @phpstan-ignore offsetAccess.nonOffsetAccessible, offsetAccess.nonOffsetAccessible, argument.type (form.json) */
        return strtr(Contract::rules()['fields'][$field]['advice'][$index]['text'], ['{digits}' => (string) $digits]);
    }

    public function test_every_error_page_explains_the_error_and_keeps_the_text(): void
    {
        $environment = self::environment();
        $limited = self::environment(['RATE_LIMIT' => '1']);
        Desk::postForm($limited, ['subject' => 'The first']);

        $late = Desk::postForm($limited);
        self::assertStopped(429, self::tooMany('more', 10), $late);
        self::assertSame('600', $late->headers['retry-after'] ?? null);
        self::assertStopped(503, Contract::failure('server'), Desk::postForm(self::environment(['DATA_DIR' => '/dev/null/data'])));
        self::assertStopped(500, Contract::failure('server'), Desk::postForm($environment, time: 'a clock that is broken'));
        self::assertStopped(403, Contract::failure('withoutScript', 'refused'), Desk::postForm($environment, headers: ['Cookie' => 'XSRF-TOKEN=0123456789abcdef']));
        self::assertSame(0, self::waiting($environment));
    }

    public function test_text_from_another_site_s_form_is_not_shown_and_gets_no_advice(): void
    {
        $typed = ['subject' => 'Not mine', 'contactNumber' => '0210000000'];
        $answer = Desk::postForm(self::environment(), $typed, headers: ['Sec-Fetch-Site' => 'cross-site']);

        self::assertSame(403, $answer->status);
        self::assertSame(Contract::failure('withoutScript', 'refused'), FixturePages::text($answer, 'failure'));
        self::assertStringNotContainsString('Not mine', $answer->body);
        self::assertSame([], FixturePages::advice($answer));
        self::assertSame("frame-ancestors 'none'", $answer->headers['content-security-policy'] ?? null);
    }

    public function test_a_body_over_the_limit_is_not_read(): void
    {
        $answer = Desk::postFormBody(self::environment(), http_build_query(Contract::answers()['message']), ['Content-Length' => '196609']);

        self::assertSame(413, $answer->status);
        self::assertStringStartsWith(Contract::failure('withoutScript', 'tooLarge') . "\nPlease go back in your browser", $answer->body);
    }

    #[TestWith(['name[]=Zo%C3%AB', ''])]
    #[TestWith(['name=Zo%C3%28', "Zo\u{FFFD}("])]
    public function test_a_field_that_is_not_a_single_text_is_rejected_and_shown(string $name, string $shown): void
    {
        $message = Contract::answers()['message'];
        unset($message['name']);
        $environment = self::environment();
        $answer = Desk::postFormBody($environment, "{$name}&" . http_build_query($message));

        self::assertSame(400, $answer->status);
        self::assertSame(Contract::failure('withoutScript', 'malformed'), FixturePages::text($answer, 'failure'));
        self::assertSame(Contract::message(['name' => $shown]), FixturePages::values($answer));
        self::assertSame(0, self::waiting($environment));
    }

    private static function toFix(string ...$fields): string
    {
        $labels = array_map(static fn(string $field): string => rtrim(Contract::form()->fields[$field]->label, '.?!:'), $fields);

        return strtr(Contract::failure('invalid'), ['{fields}' => (string) preg_replace('/, (?!.*, )/', ' and ', implode(', ', $labels))]);
    }

    #[DataProvider('hostileTexts')]
    public function test_any_text_is_shown_as_it_was_typed(string $text, ?string $shown = null): void
    {
        // An email address is shown as it was read.
        $typed = array_map(static fn(Field $field): string => $field->control === 'email' ? 'none' : $text, Contract::form()->fields);
        $answer = Desk::postForm(self::environment(), $typed);
        $shown ??= $text;

        self::assertSame(422, $answer->status);
        foreach (FixturePages::values($answer) as $field => $value) {
            self::assertSame(['email' => 'none', 'checkbox' => ''][Contract::form()->fields[$field]->control] ?? $shown, $value);
        }
        self::assertSame($shown, FixturePages::text($answer, 'quoted'));
        self::assertSame(self::toFix(...array_keys(FixturePages::errors($answer))), FixturePages::text($answer, 'failure'));
        self::assertSame(1, substr_count($answer->body, '</form>'));
        self::assertTrue(mb_check_encoding($answer->body, 'UTF-8'));
        self::assertDoesNotMatchRegularExpression('/[\x00-\x08\x0B-\x1F]/', $answer->body);
    }

    /** @return iterable<string, array{0: string, 1?: string}> */
    public static function hostileTexts(): iterable
    {
        yield 'markup' => ['</textarea></form><script>alert(1)</script><!--'];
        yield 'the end of an attribute' => ['" autofocus onfocus="alert(1)'];
        yield 'entities' => ['&amp; &lt;b&gt; &#34; & &notanentity'];
        yield 'placeholders' => ['{{error.name}} {{failure}} {{field.message}} {{invalid.name}} {{reference}}'];
        yield 'emoji' => ['👩‍👩‍👧 💩'];
        yield 'two leading line breaks' => ["\n\nabc"];
        yield 'line breaks as browsers send them' => ["\r\na\r\nb\rc", "\na\nb\nc"];
        yield 'line breaks that no browser sends' => ["a\vb\fc", "a\nb\nc"];
        yield 'control characters' => ["a\0b\x08c\x1Fd\x1Be", "a\u{FFFD}b\u{FFFD}c\u{FFFD}d\u{FFFD}e"];
        yield 'replacement patterns' => ['$1 \\1 \\0 %s {$x} ${x}'];
        yield 'a zero' => ['0'];
    }

    /** If the key depended on the address, the whole address could be guessed from the stored key and address.key. */
    public function test_a_button_pressed_twice_sends_one_message_over_the_limit_and_from_another_address_too(): void
    {
        $environment = self::environment(['RATE_LIMIT' => '1']);
        $first = Desk::postForm($environment);
        self::assertSame(429, Desk::postForm($environment, ['subject' => 'Another'])->status);
        $again = Desk::postForm($environment, ['message' => str_replace("\n", "\r\n", Contract::answers()['message']['message'] ?? ''), 'contactNumber' => ' 082 123 4567']);
        $later = Desk::postForm($environment, server: ['REMOTE_ADDR' => '192.0.2.7'], time: '2026-03-06 22:59:59 UTC');

        foreach ([$again, $later] as $answer) {
            self::assertSame([303, $first->headers['enquiry-reference'] ?? ''], [$answer->status, $answer->headers['enquiry-reference'] ?? null]);
        }
        self::assertSame(1, self::waiting($environment));
    }

    /**
     * @param array<string, string> $fields
     */
    #[TestWith([['message' => 'Another']])]
    #[TestWith([['name' => 'ZoëO', 'surname' => "'Brien"]])]
    #[TestWith([[], '2026-03-06 23:00:00 UTC'])]
    public function test_a_different_text_or_hour_is_a_different_message(array $fields, string $time = Desk::TIME): void
    {
        $environment = self::environment();
        $first = Desk::postForm($environment);
        $other = Desk::postForm($environment, $fields, time: $time);

        self::assertSame(2, self::waiting($environment));
        self::assertNotSame($first->headers['enquiry-reference'] ?? null, $other->headers['enquiry-reference'] ?? null);
    }

    /** @param list<string> $flags */
    #[TestWith([' ', []])]
    #[TestWith(['https://spam.example', ['a field that only programs see was filled in']])]
    public function test_a_filled_in_hidden_field_marks_the_message(string $website, array $flags): void
    {
        $environment = self::environment();

        self::assertSame(303, Desk::postForm($environment, ['website' => $website], ['Sec-Fetch-Site' => 'same-origin'])->status);
        self::assertSame($flags, Desk::stored($environment)['flags']);
    }

    #[TestWith([540, 'one', 1])]
    #[TestWith([539, 'more', 2])]
    public function test_the_waiting_time_is_shown_in_whole_minutes(int $later, string $wait, int $minutes): void
    {
        $environment = self::environment(['RATE_LIMIT' => '1']);
        Desk::postForm($environment);
        $time = gmdate(\DATE_RFC3339, strtotime(Desk::TIME) + $later);

        self::assertSame(self::tooMany($wait, $minutes), FixturePages::text(Desk::postForm($environment, ['subject' => 'Another'], time: $time), 'failure'));
    }

    /**
     * A form without script cannot repeat the token in a header, so its cases differ from those in CrossSiteTest.
     *
     * @param array<string, string> $headers
     */
    #[TestWith([[], 303])]
    #[TestWith([['Origin' => 'https://www.kokerboom.example'] + self::COOKIE, 303])]
    #[TestWith([self::COOKIE, 403])]
    public function test_the_form_must_come_from_our_site(array $headers, int $status): void
    {
        $answer = Desk::postForm(self::environment(), headers: $headers + ['Host' => 'www.kokerboom.example']);

        self::assertSame($status, $answer->status);
        self::assertStringNotContainsString('XSRF', $answer->headers['set-cookie'] ?? '');
    }

    public function test_without_the_built_pages_a_plain_text_is_shown(): void
    {
        $environment = self::environment(['TEST_PAGES_DIR' => '/nowhere/pages']);
        $answer = Desk::postForm($environment, ['email' => '', 'subject' => '<b>']);
        $logged = Environment::log($environment);

        self::assertSame(422, $answer->status);
        self::assertSame('text/plain; charset=utf-8', $answer->headers['content-type'] ?? null);
        self::assertSame(self::toFix('email') . "\nPlease provide your email address.\nPlease go back in your browser: what you typed is still there. You can also call us.\n", $answer->body);
        self::assertStringContainsString('/nowhere/pages/contact.html', stripslashes($logged));
        self::assertSame(303, Desk::postForm($environment)->status);
    }

    #[TestWith(['?form=nowhere'])]
    #[TestWith(['?form[]=contact'])]
    public function test_the_confirmation_shows_the_reference_whatever_form_its_address_names(string $query): void
    {
        $answer = self::confirmation('7K3QM-0XW4T', $query);

        self::assertSame(200, $answer->status);
        self::assertSame('7K3QM-0XW4T', FixturePages::text($answer, 'reference'));
        self::assertSame('text/html; charset=utf-8', $answer->headers['content-type'] ?? null);
        self::assertStringContainsString('no-store', $answer->headers['cache-control'] ?? '');
        self::assertSame('nosniff', $answer->headers['x-content-type-options'] ?? null);
        self::assertSame('noindex', $answer->headers['x-robots-tag'] ?? null);
        self::assertSame($answer->body, self::confirmation('7k3qmoxw4t')->body);
    }

    #[TestWith(['7K3QM-0XW4T<b>'])]
    #[TestWith(["\xFF\0"])]
    public function test_a_confirmation_without_a_valid_reference_is_404_and_repeats_no_input(string $reference): void
    {
        $answer = self::confirmation($reference);

        self::assertSame(404, $answer->status);
        self::assertSame('text/plain; charset=utf-8', $answer->headers['content-type'] ?? null);
        self::assertStringStartsWith('Your browser has kept no reference. If our form led you here, your message has reached us. If you’re not sure, please send it again.', $answer->body);
        self::assertStringNotContainsString('7K3QM', $answer->body);
    }

    private static function confirmation(string $reference, string $query = ''): Answer
    {
        $request = Request::create("/contact_sent.php{$query}", cookies: ['enquiry-reference' => $reference]);

        return Answer::of((new Application(Environment::configuration(self::environment())))->confirmation($request));
    }

    private static function tooMany(string $wait, int $minutes): string
    {
        $words = str_replace('{minutes}', (string) $minutes, Contract::failure('wait', $wait));

        return str_replace('{wait}', $words, Contract::failure('tooMany'));
    }

    private static function assertStopped(int $status, string $failure, Answer $answer): void
    {
        self::assertSame($status, $answer->status);
        self::assertSame($failure, FixturePages::text($answer, 'failure'));
        self::assertSame([], FixturePages::errors($answer));
        self::assertSame(Contract::message(), FixturePages::values($answer));
    }

    /**
     * @param array<string, string> $overrides
     *
     * @return array<string, string>
     */
    private static function environment(array $overrides = []): array
    {
        return Environment::for(1, $overrides + ['TEST_PAGES_DIR' => self::$pages]);
    }

    /** @param array<string, string> $environment */
    private static function waiting(array $environment): int
    {
        return Operator::status($environment, new FixedClock(Desk::TIME))['waiting'];
    }
}
