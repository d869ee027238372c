<?php

declare(strict_types=1);

namespace Enquiry\Tests;

use Enquiry\Enquiry\Enquiry;
use Enquiry\Enquiry\Message;
use Enquiry\Enquiry\Reference;
use Enquiry\Mail\Letterhead;
use Enquiry\Shared\Clock;
use Enquiry\Tests\Support\Contract;
use Enquiry\Tests\Support\Desk;
use Enquiry\Tests\Support\Environment;
use Enquiry\Tests\Support\FixturePages;
use Enquiry\Tests\Support\MailServer;
use Enquiry\Tests\Support\Queue;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\TestWith;
use PHPUnit\Framework\TestCase;
use Random\Randomizer;

/**
 * The mail as a mail server received and decoded it.
 *
 * @phpstan-import-type Mail from MailServer
 */
final class MailTest extends TestCase
{
    private const HEADERS = ['content-type', 'date', 'from', 'message-id', 'mime-version', 'reply-to', 'subject', 'to', 'x-enquiry-form', 'x-enquiry-reference'];

    private static MailServer $server;

    public static function setUpBeforeClass(): void
    {
        self::$server = MailServer::start();
    }

    public function test_it_goes_from_the_site_to_the_sales_team_and_a_reply_goes_to_the_prospect(): void
    {
        $mail = self::mailOf([], ['MAIL_TO' => 'sales@kokerboom.example, owner@kokerboom.example', 'SITE_URL' => 'https://kokerboom.example']);

        self::assertSame(['from' => 'website@kokerboom.example', 'to' => ['sales@kokerboom.example']], $mail['envelope']);
        self::assertSame(['owner@kokerboom.example'], self::$server->next()['envelope']['to']);
        self::assertSame("From: =?utf-8?B?Wm/Dqw==?= O'Brien via\r\n =?utf-8?B?a29rZXJib29tLmV4YW1wbGU=?= <website@kokerboom.example>", self::header($mail, 'from'));
        self::assertSame('To: website@kokerboom.example, sales@kokerboom.example, owner@kokerboom.example', self::header($mail, 'to'));
        self::assertSame([['address' => 'zoe@example.co.za', 'name' => "Zoë O'Brien"]], $mail['replyTo']);
    }

    #[TestWith(['"ceo@bank.com" <ceo@bank.com>', 'ceo bank com ceo bank com'])]
    #[TestWith(['Mokoena, Thandi', 'Mokoena Thandi'])]
    #[TestWith(["Eve\r\nBcc: all@bank.com\r\n\r\nHello", 'Eve Bcc all bank com Hello'])]
    #[TestWith(['=?utf-8?Q?ceo=40bank.com?= =?utf-8?B?Y2VvQGJhbmsuY29t?=', 'utf-8 Q ceo 40bank com utf-8 B Y2VvQGJhbmsuY29t'])]
    #[TestWith(["Sales\u{202E}moc.knab@oec", 'Salesmoc knab oec'])]
    #[TestWith(["ceo\u{FF20}bank\u{FF0E}com", 'ceo bank com'])]
    #[TestWith(["Zo\u{65}\u{308} 🌍 O’Brien-Dube", "Zo\u{65}\u{308} O’Brien-Dube"])]
    #[TestWith(["\u{2764}\u{FE0F}", 'A visitor'])]
    #[TestWith(["\u{200B}\u{3164} '-’", 'A visitor'])]
    #[TestWith(['', 'A visitor'])]
    public function test_no_name_of_a_visitor_imitates_another_sender(string $typed, string $shown): void
    {
        $mail = $this->mailFrom($typed);

        self::assertSame([['address' => 'website@kokerboom.example', 'name' => "{$shown} via kokerboom.example"]], $mail['from']);
        self::assertSame(1, substr_count(strtolower(implode("\n", array_column($mail['headers'], 'key'))), 'from'));
        self::assertSame([['address' => 'zoe@example.co.za', 'name' => $shown]], $mail['replyTo']);
        self::assertSame(['sales@kokerboom.example'], $mail['envelope']['to']);
        self::assertNotContains('bcc', array_column($mail['headers'], 'key'));
    }

    public function test_a_long_name_leaves_room_for_the_firm_s(): void
    {
        self::assertSame(str_repeat('ë', 59) . '… via kokerboom.example', $this->mailFrom(str_repeat('ë', 200))['from'][0]['name'] ?? '');
    }

    public function test_its_headers_reveal_neither_the_software_nor_the_request(): void
    {
        $mail = self::mailOf([]);
        $reference = substr(self::header($mail, 'x-enquiry-reference'), -11);

        self::assertMatchesRegularExpression('/^[0-9A-Z]{5}-[0-9A-Z]{5}$/D', $reference);
        self::assertSame("Message-ID: <{$reference}@kokerboom.example>", self::header($mail, 'message-id'));
        self::assertSame('Date: Sat, 7 Mar 2026 00:42:07 +0200', self::header($mail, 'date'));
        self::assertSame("A quote for a mobile app [ref {$reference}]", $mail['subject']);
        self::assertSame('kokerboom.example', $mail['hello']);
        self::assertEqualsCanonicalizing(self::HEADERS, array_column($mail['headers'], 'key'));
        self::assertStringNotContainsString('attacker.example', $mail['raw']);
    }

    #[TestWith([1_200, false])]
    #[TestWith([1_201, true])]
    #[TestWith([172_800, true])]
    public function test_a_late_mail_has_the_date_of_its_sending_and_says_when_the_enquiry_arrived(int $seconds, bool $isTold): void
    {
        $queue = new Queue(Environment::for(self::$server->port));
        $queue->add();
        $queue->now += $seconds;
        $queue->visit();
        $mail = self::$server->next();
        $note = 'This enquiry of Saturday 7 March 2026 at 00:42 SAST could not be emailed until now.';

        self::assertSame($queue->now, strtotime(substr(self::header($mail, 'date'), 6)));
        self::assertSame([$isTold, $isTold], [str_contains($mail['text'], $note), str_contains($mail['html'], $note)]);
        self::assertStringContainsString("\nReceived:  Saturday 7 March 2026 at 00:42 SAST\n", $mail['text']);
    }

    public function test_its_links_call_and_answer(): void
    {
        $mail = self::mailOf(['email' => 'zoe+a&b@example.co.za']);
        $reference = substr(self::header($mail, 'x-enquiry-reference'), -11);
        $document = self::documentOf($mail);
        $links = [];
        foreach ($document->getElementsByTagName('a') as $link) {
            $links[$link->textContent] = $link->getAttribute('href');
        }

        self::assertSame([
            'Call' => 'tel:+27821234567',
            'zoe+a&b@example.co.za' => 'mailto:zoe%2Ba%26b@example.co.za',
            '082 123 4567' => 'tel:+27821234567',
        ], $links);
        self::assertSame(['zoe+a&b@example.co.za', '082 123 4567', $reference], self::untranslated($document));
        self::assertSame('en-ZA', $document->documentElement?->getAttribute('lang'));
        self::assertStringContainsString('<meta name="color-scheme" content="light dark">', $mail['html']);
        self::assertSame(0, $document->getElementsByTagName('img')->length);
        self::assertStringNotContainsString('http://', $mail['html']);
    }

    public function test_it_follows_firm_json(): void
    {
        $pages = FixturePages::folder();
        $colours = static fn(string $start): array => array_map(static fn(int $number): string => "{$start}{$number}", array_flip(Letterhead::COLOURS));
        [$light, $dark] = [$colours('#11111'), $colours('#ddddd')];
        file_put_contents("{$pages}/firm.json", Contract::json(['name' => 'Brandwacht & Søn', 'mark' => 'iVBORw0KGgo=', 'light' => $light, 'dark' => $dark]));
        $mail = self::mailOf([], ['TEST_PAGES_DIR' => $pages, 'SITE_URL' => 'https://www.brandwacht.example']);

        self::assertStringContainsString("sent an enquiry to Brandwacht & Søn from www.brandwacht.example.", $mail['text']);
        self::assertContains('Brandwacht & Søn', self::untranslated(self::documentOf($mail)));
        [$style, $body] = explode('</style>', $mail['html']) + ['', ''];
        preg_match_all('/#[0-9a-f]{6}/', $style, $found);
        self::assertEqualsCanonicalizing(array_values($dark), array_values(array_unique($found[0])), 'in dark mode');
        self::assertSame([true, false], [str_contains($body, "color:{$light['rust']};"), str_contains($body, '#ddddd')]);
        // the mark comes with the mail: mail programs fetch no pictures
        self::assertMatchesRegularExpression('~<img src="(?:cid:mark|data:image/png;base64,iVBORw0KGgo=)"~', $mail['html']);
    }

    public function test_right_to_left_text_keeps_its_direction(): void
    {
        $document = self::documentOf(self::mailOf(['name' => 'مريم', 'subject' => 'عرض سعر', 'message' => 'مرحبا']));
        foreach (['مريم O\'Brien', 'عرض سعر', 'مرحبا', '082 123 4567'] as $written) {
            $found = (new \DOMXPath($document))->query("//*[@dir='auto'][normalize-space(.)=concat('', \"{$written}\")]");
            self::assertGreaterThan(0, $found === false ? 0 : $found->length, $written);
        }
    }

    /** Filters penalise needless encoding. */
    #[TestWith(['Bo', 'A quote', '~^Subject: A quote \[~m'])]
    #[TestWith(['Zoë', 'A quote', '~^From: =\?UTF-8\?B\?Wm/Dqw==\?= Nel via ~mi'])]
    #[TestWith(['山田', '見積もりのお願い、山田商店より', '~^Subject: =\?UTF-8\?B\?~mi'])]
    public function test_a_subject_is_encoded_only_if_necessary(string $name, string $subject, string $header): void
    {
        $mail = self::mailOf(['name' => $name, 'surname' => 'Nel', 'subject' => $subject]);

        self::assertMatchesRegularExpression($header, $mail['raw']);
        self::assertStringStartsWith("{$subject} [", $mail['subject']);
    }

    #[DataProvider('hostileTexts')]
    public function test_any_message_arrives_as_typed_but_for_control_characters(string $message): void
    {
        $mail = self::mailOf(['message' => $message]);
        $expected = str_replace(["\x7F", "\u{9F}", "\0", "\x07", "\x1B", "\x0B", "\x0C", "\u{85}"], "\u{FFFD}", $message);

        self::assertStringEndsWith("Message:\n\n" . rtrim($expected, "\n") . "\n", rtrim($mail['text'], "\n") . "\n");
        self::assertSame($expected, self::messageInHtml($mail));
        self::assertTravelsAnywhere($mail);
    }

    #[DataProvider('hostileTexts')]
    public function test_a_subject_stays_one_line_and_adds_no_header(string $subject): void
    {
        $subject = rtrim(mb_substr($subject, 0, 200, 'UTF-8'));
        $mail = self::mailOf(['name' => 'Bo', 'surname' => 'Nel', 'subject' => $subject]);
        $line = (string) preg_replace('/[\p{Cc}\p{Zl}\p{Zp}]+/u', ' ', $subject);
        $reference = substr(self::header($mail, 'x-enquiry-reference'), -11);

        $inHeader = mb_strlen($line, 'UTF-8') > 100 ? rtrim(mb_substr($line, 0, 97, 'UTF-8')) . '...' : $line;
        self::assertSame("{$inHeader} [ref {$reference}]", $mail['subject']);
        self::assertEqualsCanonicalizing(self::HEADERS, array_column($mail['headers'], 'key'));
        self::assertSame(['sales@kokerboom.example'], $mail['envelope']['to']);
        self::assertStringContainsString("Subject:   {$line}\n", $mail['text']);
        self::assertSame($line, self::documentOf($mail)->getElementsByTagName('strong')->item(0)?->textContent);
        self::assertTravelsAnywhere($mail);
    }

    /** @return iterable<string, array{string}> */
    public static function hostileTexts(): iterable
    {
        yield 'a header smuggled in' => ["Quote\nBcc: victim@example.com\nX-Injected: yes\n\nbody"];
        yield 'quotation marks and mark-up' => ['"Quote" <script>alert(\'1\')</script> </pre></td> &amp; <!--'];
        yield 'emoji and scripts' => ['💩👩‍👩‍👧 山田 हिन्दी مرحبا ' . str_repeat('💩', 100)];
        yield 'something like an encoded word' => ['=?UTF-8?Q?Bcc=3A_victim?= =?x?='];
        yield 'an encoded word that turns text around' => ['=?utf-8?Q?Invoice_=E2=80=AEfdp.exe?='];
        yield 'words of both kinds between spaces' => ['é  é plain =?é  ? plain'];
        yield 'something like quoted-printable' => ["soft=\nbreak =3D =0A"];
        yield 'a line far longer than SMTP allows' => [str_repeat('abcdefghi ', 300) . str_repeat('x', 3000)];
        yield 'lone dots' => ["one\n.\n..\n.two\nQUIT"];
        yield 'trailing spaces, indentation and blank lines' => ["one  \n\n\n    two\t\n\tthree   x   y\n  z"];
        yield 'control characters' => ["a\0b\x07c\x1B[31md\x7Fe\u{9F}f"];
        yield 'line breaks of other kinds' => ["a\u{2028}b\u{2029}c\u{85}d\x0Be\x0Cf"];
    }

    /** U+202E turns the rest of the line around, U+2066 begins an isolated direction, U+200B to U+2060 are invisible. */
    public function test_a_subject_is_not_turned_around(): void
    {
        $mail = self::mailOf(['subject' => "Invoice \u{202E}gpj\u{2066}.\u{200F}e\u{2060}xe", 'message' => "\u{202E}First"]);

        self::assertStringStartsWith("Invoice gpj.exe [", $mail['subject']);
        self::assertStringContainsString("\nSubject:   Invoice gpj.exe\n", $mail['text']);
        self::assertSame("\u{202E}First", self::messageInHtml($mail));
        self::assertSame(1, substr_count($mail['html'], "\u{202E}"), 'not in the preview, the subject or a link');
    }

    /** Blank letters count as letters, so the rule for names accepts them. */
    public function test_what_cannot_be_seen_is_replaced(): void
    {
        $mail = self::mailOf(['name' => "\u{3164}\u{3164}", 'surname' => "\u{1160}\u{115F}", 'subject' => "\u{2800}\u{AD}\u{3164}"]);

        self::assertStringStartsWith('Contact form [', $mail['subject']);
        self::assertSame([['address' => 'zoe@example.co.za', 'name' => 'A visitor']], $mail['replyTo']);
        self::assertStringStartsWith('A visitor sent an enquiry', $mail['text']);
    }

    public function test_a_reply_reaches_an_address_that_only_our_rules_accept(): void
    {
        $mail = self::mailOf(['email' => 'a@-firm-.example']);

        self::assertSame([['address' => 'a@-firm-.example', 'name' => "Zoë O'Brien"]], $mail['replyTo']);
    }

    /**
     * @param array<string, string> $extras
     * @param list<string>         $reasons
     */
    #[DataProvider('suspicions')]
    public function test_a_suspected_enquiry_arrives_marked_with_the_reasons(array $extras, array $reasons): void
    {
        $mail = self::mailOf($extras, ['SITE_URL' => 'https://www.kokerboom.example']);
        $said = implode('; ', $reasons);

        self::assertSame("X-Enquiry-Flags: {$said}", self::header($mail, 'x-enquiry-flags'));
        self::assertStringStartsWith("For sales only: this may be spam ({$said}).", $mail['text']);
        // Nothing hidden is left in a reply from which the line was deleted.
        self::assertSame(1, substr_count(strtolower($mail['html']), 'this may be spam'));
        self::assertTravelsAnywhere($mail);
    }

    /** @return iterable<string, array{array<string, string>, list<string>}> */
    public static function suspicions(): iterable
    {
        $links = 'https://a.example http://b.example www.c.example HTTPS://WWW.d.example';
        $hasty = ['X-Form-Elapsed' => '2999'];
        $haste = 'it was sent 2.9 seconds after the page was opened';
        $toFour = [$haste, 'it has links to 4 other sites'];

        yield 'the hidden field' => [['X-Form-Trap' => 'https://spam.example'], ['a field that only programs see was filled in']];
        yield 'text turned around' => [['subject' => "Invoice \u{202E}gpj.exe"], ['it has characters that turn text around']];
        yield 'a file server' => [['message' => 'See \\\\203.0.113.7\share\quote.docx'], ['it has a path to a file']];
        yield 'a link to a file' => [['message' => 'See FILE://203.0.113.7/share'], ['it has a path to a file']];
        yield 'haste to the millisecond, and links' => [['X-Form-Elapsed' => '0.5', 'message' => $links], ['it was sent 0.0 seconds after the page was opened', 'it has links to 4 other sites']];
        yield 'links' => [$hasty + ['message' => "Look:\n{$links}"], $toFour];
        yield 'links that touch' => [$hasty + ['message' => str_replace(' ', ',', $links)], $toFour];
        yield 'links with invisible characters' => [$hasty + ['message' => "ht\u{200B}tps://a.example b\u{AD}.com c.c\u{200B}om \u{FF57}\u{FF57}\u{FF57}.d.example"], $toFour];
        yield 'links, one of them in the subject' => [$hasty + ['subject' => 'www.e.example', 'message' => 'https://a http://b https://c'], $toFour];
        yield 'bare domains' => [$hasty + ['message' => 'best.com, cheap-loans.co.za/now; a.b.org or "win.info".'], $toFour];
        yield 'a bare domain after a long row of dots' => [$hasty + ['message' => str_repeat('a.', 4_900) . ' e.com b.com c.com d.com'], $toFour];
        yield 'no trace of our page' => [['X-XSRF-TOKEN' => '', 'message' => $links], ['nothing shows that it came from our page', 'it has links to 4 other sites']];
        yield 'a strong sign and a weak one' => [
            $hasty + ['X-Form-Trap' => "x\r\nBcc: victim@example.com"],
            ['a field that only programs see was filled in', $haste],
        ];
    }

    /** @param array<string, string> $extras */
    #[DataProvider('innocence')]
    public function test_an_enquiry_without_signs_of_spam_arrives_unmarked(array $extras): void
    {
        $mail = self::mailOf($extras, ['SITE_URL' => 'https://www.kokerboom.example']);

        self::assertEqualsCanonicalizing(self::HEADERS, array_column($mail['headers'], 'key'));
        // Not in the whole mail, whose random boundaries may have any letters.
        self::assertStringNotContainsString('spam', $mail['text'] . $mail['html']);
    }

    /** @return iterable<string, array{array<string, string>}> */
    public static function innocence(): iterable
    {
        yield 'a hidden field left empty' => [['X-Form-Trap' => '']];
        yield 'a hidden field with a space' => [['X-Form-Trap' => ' ']];
        // Many links are one weak sign; a second sign would mark the enquiry.
        $links = ['message' => 'https://a.example www.b.example http://www.c.example d.com e.com'];
        yield 'three seconds' => [['X-Form-Elapsed' => '3000'] + $links];
        yield 'a day' => [['X-Form-Elapsed' => '86400000'] + $links];
        yield 'a clock that was set back' => [['X-Form-Elapsed' => '-5'] + $links];
        yield 'haste alone' => [['X-Form-Elapsed' => '0']];
        yield 'no trace of our page alone' => [['X-XSRF-TOKEN' => '']];
        yield 'many links alone' => [$links];
        yield 'three links' => [['X-Form-Elapsed' => '5', 'message' => 'https://a.example www.b.example http://www.c.example']];
        yield 'three links, and an email address that looks like one' => [['X-Form-Elapsed' => '5', 'message' => 'https://a https://b https://c', 'email' => 'www.me@www.example.com']];
        yield 'words that only look like links' => [['X-Form-Elapsed' => '5', 'message' => str_repeat('https:// http is not www. at all, wwww.x ', 5)]];
        yield 'no more than the time on the page shows where it came from' => [
            ['X-XSRF-TOKEN' => '', 'X-Form-Elapsed' => '3000'] + $links,
        ];
        yield 'addresses, packages and missing spaces' => [['X-Form-Elapsed' => '5', 'message' => 'a@b.com c.d@e.co.za Node.js Vue.js Nuxt.js Next.js done.We call.me it.is e.g. i.e. v1.2.3']];
        yield 'four sites of one name, name servers and networks' => [['X-Form-Elapsed' => '5', 'message' => 'a.com a.co.za https://www.a.org b.com/x b.com/y ns1.c.com ns2.c.com facebook.com x.com https://youtu.be/1']];
        yield 'the visitor\'s own domains' => [['X-Form-Elapsed' => '5', 'email' => 'zoe@zoe-shop.co.za', 'message' => 'a.com b.com c.com zoe-shop.co.za zoe-shop.com']];
        yield 'names of technology' => [['X-Form-Elapsed' => '5', 'message' => 'VB.NET ASP.NET ADO.NET ML.NET Socket.io Draw.io window.top this.store index.php 8.2.12 config.inc.php']];
        yield 'a number that a phone copied' => [['message' => "\u{202A}082 123 4567\u{202C} \u{2066}\u{5D0}\u{2069}"]];
        yield 'slashes of other kinds' => [['message' => 'C:\Users\zoe, and/or, 1//2, \\\\ , profile: /x']];
        foreach (['', 'soon', '2 s', '0x10', 'NAN'] as $value) {
            yield "a time that is '{$value}'" => [['X-Form-Elapsed' => $value] + $links];
        }
    }

    /** Texts of enquiries.json, typed in the page without haste: only the text can mark them. */
    public function test_no_ordinary_enquiry_is_marked_and_most_spam_is(): void
    {
        $texts = json_decode((string) file_get_contents(__DIR__ . '/enquiries.json'), true, 16, \JSON_THROW_ON_ERROR);
        \assert(\is_array($texts));
        $marked = ['ordinary' => [], 'spam' => []];
        foreach (array_keys($marked) as $kind) {
            foreach ((array) $texts[$kind] as $from => $message) {
                $fields = [...array_combine(['email', 'subject'], explode(': ', (string) $from, 2)), 'message' => $message];
                $environment = Environment::for(Environment::deadPort());
                self::assertSame(200, Desk::ask($environment, $fields, ['X-Form-Elapsed' => '60000', 'X-XSRF-TOKEN' => '0123456789abcdef'])->status);
                array_push($marked[$kind], ...Desk::stored($environment)['flags'] === [] ? [] : [$fields['subject']]);
            }
        }

        self::assertSame([], $marked['ordinary']);
        self::assertCount(10, $marked['spam'], Contract::json($marked) . ': docs/code.md has the number.');
    }

    public function test_a_second_enquiry_from_the_same_address_joins_the_conversation(): void
    {
        $environment = Environment::for(self::$server->port);
        $post = static function (string $email, string $number, string $subject) use ($environment): array {
            $fields = ['email' => $email, 'contactNumber' => $number, 'subject' => $subject];
            $reference = Desk::post($environment, $fields)->headers['enquiry-reference'] ?? '';

            return [self::$server->next(), $reference];
        };
        [$first, $reference] = $post('zoe@example.co.za', '0821234567', 'A new website');
        [$second, $another] = $post('ZOE@example.co.za', '0837654321', 'Something else');
        [$third] = $post('other@example.com', '0821234567', 'A third subject');
        [$stranger] = $post('stranger@example.com', '0831112222', 'A fourth subject');

        self::assertNotContains('references', array_column($first['headers'], 'key'));
        self::assertSame("References: <{$reference}@kokerboom.example>", self::header($second, 'references'));
        self::assertStringStartsWith("Second enquiry from this address. Earlier: {$reference}, 7 March 2026: “A new website”.\n\nZoë", $second['text']);
        self::assertNotContains('references', array_column($third['headers'], 'key'), 'A mail program would show it below the name of the other person.');
        self::assertStringNotContainsString('A new website', $third['raw'], 'A reply would quote it to another person.');
        self::assertNotContains('references', array_column($stranger['headers'], 'key'));

        $six = [$another];
        foreach (['Third', 'Fourth', 'Fifth', 'Sixth', 'Another'] as $ordinal) {
            [$mail, $six[]] = $post('zoe@example.co.za', '0821234567', "The subject of {$ordinal}");
            self::assertStringStartsWith("{$ordinal} enquiry from this address.", $mail['text']);
        }
        [$last] = $post('zoe@example.co.za', '0821234567', 'The eighth');
        self::assertSame(['References:', ...array_map(static fn(string $one): string => "<{$one}@kokerboom.example>", $six)], preg_split('/\s+/', self::header($last, 'references')), 'the oldest first');
        self::assertStringStartsWith("Another enquiry from this address. Earlier: {$six[5]}, 7 March 2026: “The subject of Another”; {$six[4]}, ", $last['text']);
    }

    /**
     * @param array<string, string> $extras   fields, and headers that begin with X-
     * @param array<string, string> $settings
     *
     * @return Mail
     */
    private static function mailOf(array $extras, array $settings = []): array
    {
        $headers = array_filter($extras, static fn(string $name): bool => str_starts_with($name, 'X-'), \ARRAY_FILTER_USE_KEY);
        $fields = array_diff_key($extras, $headers);
        $answer = Desk::post(Environment::for(self::$server->port, $settings), $fields, $headers);
        self::assertSame(['status' => 'success'], $answer->json());

        return self::$server->next();
    }

    /** @param Mail $mail */
    private static function header(array $mail, string $key): string
    {
        $lines = array_column($mail['headers'], 'line', 'key');

        return $lines[$key] ?? self::fail("No header {$key}.");
    }

    /** @param Mail $mail */
    private static function documentOf(array $mail): \DOMDocument
    {
        $document = new \DOMDocument();
        self::assertTrue($document->loadHTML($mail['html'], \LIBXML_NOERROR));

        return $document;
    }

    /** @return list<string> texts that a mail program must not translate */
    private static function untranslated(\DOMDocument $document): array
    {
        $texts = [];
        foreach ($document->getElementsByTagName('*') as $element) {
            if ($element->getAttribute('translate') === 'no') {
                $texts[] = $element->textContent;
            }
        }

        return $texts;
    }

    /** @param Mail $mail */
    private static function messageInHtml(array $mail): ?string
    {
        return self::documentOf($mail)->getElementsByTagName('pre')->item(0)?->textContent;
    }

    /**
     * Only ASCII, lines within SMTP's limit (RFC 5321 section 4.5.3.1.6), line breaks that are not encoded (RFC
     * 2045 section 6.7), encoded words within MIME's limit (RFC 2047 section 2).
     *
     * @param Mail $mail
     */
    private static function assertTravelsAnywhere(array $mail): void
    {
        self::assertSame(0, preg_match('/[^\t\r\n\x20-\x7E]/', $mail['raw']));
        self::assertSame(0, preg_match('/[^\r\n]{999}/', $mail['raw']));
        self::assertSame(0, preg_match('/(?<!\r)\n|\r(?!\n)/', $mail['raw']));
        self::assertStringNotContainsString('=0A', (string) strstr($mail['raw'], "\r\n\r\n"));
        self::assertSame(0, preg_match('/=\?UTF-8\?[^\s?]\?[^\s?]{64,}\?=/i', $mail['raw'], $long), $long[0] ?? '');
    }

    /** @return Mail of a form that accepts any name */
    private function mailFrom(string $name): array
    {
        $message = Message::stored(['name' => $name, 'surname' => ''] + Contract::answers()['message'], Contract::form());
        $configuration = Environment::configuration(Environment::for(self::$server->port, ['SITE_URL' => 'https://kokerboom.example']));
        $enquiry = new Enquiry(Reference::random(new Randomizer()), strtotime(Desk::TIME), $message);
        $mailer = $configuration->mail()->mailer(new Clock());
        $mailer->send($enquiry, 'sales@kokerboom.example', ['sales@kokerboom.example']);
        $mailer->close();

        return self::$server->next();
    }
}
