<?php

declare(strict_types=1);

namespace Enquiry\Tests;

use Enquiry\Tests\Support\Answer;
use Enquiry\Tests\Support\Contract;
use Enquiry\Tests\Support\DataFolders;
use Enquiry\Tests\Support\Desk;
use Enquiry\Tests\Support\Environment;
use Enquiry\Tests\Support\FixedClock;
use Enquiry\Tests\Support\MailServer;
use Enquiry\Tests\Support\Operator;
use PHPUnit\Framework\TestCase;

/** A second form, without email address, subject and message, with a select and a consent. */
final class CallBackTest extends TestCase
{
    private const TYPED = ['name' => 'Zoë', 'contactNumber' => '0821234567', 'time' => 'Afternoon', 'note' => '', 'consent' => 'yes', 'news' => ''];
    private const CONSENT = 'You may call me on this number, and keep it until you have.';
    private const PAGE = '<select><option></option><option data-chosen="{{chosen.time.0}}">Morning<option data-chosen="{{chosen.time.1}}">Afternoon'
        . '<option data-chosen="{{chosen.time.2}}">Evening</select><input data-chosen="{{chosen.consent}}">{{error.time}}|{{error.consent}}|{{invalid.consent}}|{{failure}}|';

    private MailServer $mail;
    /** @var array<string, string> */
    private array $environment;

    protected function setUp(): void
    {
        $this->mail = MailServer::start();
        $pages = DataFolders::made();
        file_put_contents("{$pages}/callback.html", self::PAGE);
        $this->environment = Environment::for($this->mail->port, ['TEST_PAGES_DIR' => $pages, 'IDENTITY' => 'tests/identity']);
    }

    public function test_a_second_request_from_a_number_says_so(): void
    {
        $this->post(self::TYPED);
        $this->mail->next();
        $this->post(['time' => 'Morning'] + self::TYPED);
        $second = $this->mail->next();

        self::assertMatchesRegularExpression('/^Second enquiry from this phone number\. Earlier: [0-9A-Z-]{11}, /', $second['text']);
    }

    public function test_a_form_has_recipients_of_its_own_and_each_mail_names_its_form(): void
    {
        $this->environment = ['MAIL_TO_CALLBACK' => 'Calls@kokerboom.example, owner@kokerboom.example', 'MAIL_TO_QOUTE' => 'quotes@kokerboom.example'] + $this->environment;
        $clock = new FixedClock(Desk::TIME);
        self::assertSame(200, Desk::post($this->environment)->status);
        $mails = [$this->mail->next()];
        $reference = $this->post(self::TYPED)->headers['enquiry-reference'] ?? '';
        array_push($mails, $this->mail->next(), $this->mail->next());

        self::assertSame([['sales@kokerboom.example'], ['calls@kokerboom.example'], ['owner@kokerboom.example']], array_column(array_column($mails, 'envelope'), 'to'));
        $header = static fn(string $name): array => array_map(static fn(array $mail): string => array_column($mail['headers'], 'line', 'key')[$name] ?? '', $mails);
        self::assertSame(['X-Enquiry-Form: contact', 'X-Enquiry-Form: callback', 'X-Enquiry-Form: callback'], $header('x-enquiry-form'));
        self::assertSame('To: website@kokerboom.example, calls@kokerboom.example, owner@kokerboom.example', $header('to')[1]);
        $retry = fn(string $to, int $code): string => Operator::call($this->environment, $clock, 'retry', ['reference' => $reference, '--to' => $to, '--force' => true], $code);
        self::assertStringContainsString('gets no enquiries of the form callback', $retry('sales@kokerboom.example', 1));
        self::assertStringContainsString('owner@kokerboom.example: 1 again', $retry('owner@kokerboom.example', 0));
        self::assertMatchesRegularExpression('/MAIL_TO_QOUTE\s+names\s+no\s+form.*The\s+forms\s+are:[^.]*\bcallback\b/s', Operator::call($this->environment, $clock, 'status'));
    }

    public function test_a_request_is_stored_and_mailed_with_what_its_form_asks(): void
    {
        $answer = $this->post(self::TYPED);
        $reference = $answer->headers['enquiry-reference'] ?? '';
        $mail = $this->mail->next();

        self::assertSame(['status' => 'success'], $answer->json());
        self::assertSame("Call-back request [ref {$reference}]", $mail['subject']);
        self::assertStringContainsString("\nName:      Zoë\nNumber:    082 123 4567\n", $mail['text']);
        self::assertStringContainsString("\nWhat's a good time? Afternoon\nAgreed:    " . self::CONSENT . "\nReceived:  ", $mail['text']);
        self::assertStringNotContainsString('Message:', $mail['text']);
        self::assertStringNotContainsString('reply to this email', $mail['text'] . $mail['html']);
        self::assertStringNotContainsString('mailto:', $mail['html']);
        self::assertStringContainsString('href="tel:+27821234567"', $mail['html']);
        self::assertStringContainsString(self::CONSENT, $mail['html']);
        self::assertSame('Reply-To: sales@kokerboom.example', array_column($mail['headers'], 'line', 'key')['reply-to'] ?? '', 'to the team, not to our own address');
    }

    public function test_without_javascript_the_returned_page_keeps_what_was_chosen(): void
    {
        $number = $this->postForm(['contactNumber' => '1'] + self::TYPED)->body;
        $consent = $this->postForm(['name' => 'Z', 'contactNumber' => '082 123 4567', 'time' => 'Evening'])->body;

        self::assertStringContainsString('<option >Morning<option selected="">Afternoon<option >Evening</select><input checked="">||false|', $number);
        self::assertStringContainsString('<option >Afternoon<option selected="">Evening</select><input >||false|Your message was not sent. Please fix', $consent);
        self::assertStringContainsString(': What&apos;s a good time.|', $this->postForm(['time' => ''] + self::TYPED)->body);
        self::assertSame(303, $this->postForm(['contactNumber' => '+27 82 123 4567'] + self::TYPED)->status);
    }

    public function test_an_operator_finds_exports_and_erases_it_by_its_number(): void
    {
        $reference = $this->post(self::TYPED)->headers['enquiry-reference'] ?? '';
        $this->post(['contactNumber' => '0831112222', 'note' => 'Not on Monday'] + self::TYPED);

        $list = $this->call('list', ['--search' => '+27 (0)82 123 4567']);
        self::assertStringContainsString("{$reference}  sent", $list);
        self::assertStringContainsString('Call-back request', $list);
        $exported = (array) json_decode($this->call('export', ['who' => '082 123 4567']), true);
        self::assertSame([$reference], array_column($exported, 'reference'));
        self::assertSame(['callback'], array_column($exported, 'form'));
        self::assertSame([self::TYPED], array_column($exported, 'fields'));
        self::assertStringContainsString("\"Not on Monday\";\"What's a good time? Afternoon\nAgreed: " . self::CONSENT . '"', $this->call('export', ['--csv' => true]));
        self::assertStringContainsString('Deleted 1 enquiry.', $this->call('erase', ['who' => '+27 82 123 4567', '--force' => true]));
        self::assertStringContainsString('No enquiry matches', $this->call('export', ['who' => $reference], 1));
    }

    public function test_a_key_of_another_form_is_not_compared(): void
    {
        $key = ['Idempotency-Key' => 'same'];
        self::assertSame(200, $this->post(self::TYPED, $key)->status);
        self::assertSame('key_reused', Desk::post($this->environment, headers: $key)->json()['code'] ?? null);
    }

    /**
     * @param array<string, string> $typed
     * @param array<string, string> $headers
     */
    private function post(array $typed, array $headers = []): Answer
    {
        return Desk::send($this->environment, Contract::json($typed), $headers + ['X-XSRF-TOKEN' => '0123456789abcdef'], form: 'callback');
    }

    /** @param array<string, string> $typed */
    private function postForm(array $typed): Answer
    {
        return Desk::send($this->environment, http_build_query($typed), ['Content-Type' => 'application/x-www-form-urlencoded'], form: 'callback');
    }

    /** @param array<string, mixed> $arguments */
    private function call(string $command, array $arguments, int $exitCode = 0): string
    {
        return Operator::call($this->environment, new FixedClock(Desk::TIME), $command, $arguments, $exitCode);
    }
}
