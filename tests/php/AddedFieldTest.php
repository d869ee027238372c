<?php

declare(strict_types=1);

namespace Enquiry\Tests;

use Enquiry\Shared\Clock;
use Enquiry\Tests\Support\Contract;
use Enquiry\Tests\Support\Environment;
use Enquiry\Tests\Support\Host;
use Enquiry\Tests\Support\MailServer;
use Enquiry\Tests\Support\Operator;
use Enquiry\Tests\Support\ServerCopy;
use Enquiry\Tests\Support\WebServer;
use PHPUnit\Framework\TestCase;

/**
 * An optional field that is added to form.json and later removed.
 *
 * @phpstan-import-type Exported from Operator
 * @phpstan-import-type Mail from MailServer
 */
final class AddedFieldTest extends TestCase
{
    private const RULES = 'forms/contact/form.json';
    private const WHATSAPP = ['whatsApp' => ['label' => 'You may answer me on WhatsApp.', 'control' => 'checkbox']];
    private const TEXTAREA = ['label' => 'What else', 'control' => 'textarea'];

    private static ServerCopy $copy;
    private static WebServer $site;
    private MailServer $mail;
    /** @var array<string, string> */
    private array $environment;

    public static function setUpBeforeClass(): void
    {
        self::$copy = ServerCopy::make();
        self::$site = WebServer::start([], server: self::$copy->server);
    }

    protected function setUp(): void
    {
        self::$copy->replace(self::RULES, Contract::rulesWithAddedField());
        $this->mail = MailServer::start();
        $this->environment = Environment::for($this->mail->port);
        self::$copy->configure($this->environment);
    }

    public function test_its_text_is_stored_exported_and_mailed_in_its_place(): void
    {
        $answer = self::$site->postMessage(['testersField' => " Ærø & \"Søn\"\r\n"]);
        $mail = $this->mail->next();

        self::assertSame(['status' => 'success'], $answer->json());
        self::assertStringContainsString("\nName:      Zoë O'Brien\nTester:    Ærø & \"Søn\"\nEmail:     zoe@example.co.za\nNumber:", $mail['text']);
        self::assertSame(['Tester' => 'Ærø & "Søn"', 'Email' => 'zoe@example.co.za', 'Number' => '082 123 4567'], \array_slice(self::details($mail), 0, 3));
        $stored = Contract::message(['testersField' => 'Ærø & "Søn"'], Contract::rulesWithAddedField());
        self::assertSame($stored, $this->exported()['fields']);
        self::assertStringContainsString('"testersField": "Ærø & \"Søn\""', Operator::call($this->environment, new Clock(), 'export', ['who' => $answer->headers['enquiry-reference'] ?? '']));
    }

    /** The privacy notice says so. */
    public function test_the_mail_offers_whatsapp_only_if_the_form_asked_and_the_visitor_agreed(): void
    {
        if (!\in_array('whatsApp', Contract::fields(), true)) {
            self::$site->postMessage(['whatsApp' => 'yes']);
            self::assertStringNotContainsString('WhatsApp', $this->mail->next()['raw'], 'the form does not ask');
        }
        self::$copy->replace(self::RULES, Contract::rulesWith(self::WHATSAPP));
        self::$site->postMessage(['whatsApp' => '']);
        self::assertStringNotContainsString('WhatsApp', $this->mail->next()['raw'], 'the box is empty');
        self::$site->postMessage(['whatsApp' => 'yes']);
        $mail = $this->mail->next();

        self::assertStringContainsString('"https://wa.me/27821234567"', $mail['html']);
        self::assertStringContainsString("
WhatsApp:  https://wa.me/27821234567
", $mail['text']);
    }

    public function test_a_message_repeated_after_the_field_was_added_or_removed_is_the_same(): void
    {
        $key = ['Idempotency-Key' => 'first'];
        self::$copy->replace(self::RULES, Contract::rulesWith([]));
        $first = self::$site->postMessage(headers: $key);
        self::$copy->replace(self::RULES, Contract::rulesWithAddedField());
        $again = self::$site->postMessage(['testersField' => ' '], $key);
        self::assertSame($first->headers['enquiry-reference'] ?? '', $again->headers['enquiry-reference'] ?? null);
        self::assertSame('key_reused', self::$site->postMessage(['testersField' => 'Ærø'], $key)->json()['code'] ?? null);

        $key = ['Idempotency-Key' => 'second'];
        $second = self::$site->postMessage(['testersField' => 'Ærø'], $key);
        self::$copy->replace(self::RULES, Contract::rulesWith([]));
        $again = self::$site->postMessage(['testersField' => 'Ærø'], $key);
        self::assertSame($second->headers['enquiry-reference'] ?? '', $again->headers['enquiry-reference'] ?? null);
    }

    public function test_an_enquiry_waits_until_its_form_can_be_read_again_and_keeps_a_field_that_is_gone(): void
    {
        self::$copy->configure(['SMTP_PORT' => (string) Environment::deadPort()] + $this->environment);
        self::assertSame(200, self::$site->postMessage(['testersField' => 'Ærø'])->status);
        self::$site->waitUntilIdle();
        self::$copy->configure($this->environment);
        self::$copy->replace(self::RULES, '{');
        $host = new Host(self::$copy->root);
        $host->console('work', new Clock(), ['--now' => true]);
        // The terminal breaks lines anywhere in a path.
        self::assertStringContainsString('form.jsonismissingordamaged', (string) preg_replace('/\s+/', '', $host->console('status', new Clock())[1]));
        self::assertSame('waiting', $this->exported()['state']);

        self::$copy->replace(self::RULES, Contract::rulesWith([]));
        $host->console('work', new Clock(), ['--now' => true]);
        self::assertSame('Ærø', self::details($this->mail->next())['testersField'] ?? null);
    }

    public function test_its_text_cannot_imitate_other_lines_or_markup(): void
    {
        self::$copy->replace(self::RULES, Contract::rulesWith(['testersText' => self::TEXTAREA, 'testersNumber' => ['label' => 'Registered for VAT?'] + self::TEXTAREA]));
        $typed = "one\nSubject:   Free\n\nMessage:\u{2028}Pay\n<b>\"&amp;";
        self::$site->postMessage(['testersText' => $typed, 'testersNumber' => '7']);
        $mail = $this->mail->next();

        self::assertStringMatchesFormat(<<<'TEXT'
            %A
            What else: one
                       Subject:   Free

                       Message: Pay
                       <b>"&amp;
            Registered for VAT? 7%A
            Received:  %s SAST
            Form:      %s
            Reference: %s
            Subject:   A quote for a mobile app

            Message:%A
            TEXT, $mail['text']);
        self::assertSame(['What else' => "one\nSubject:   Free\n\nMessage: Pay\n<b>\"&amp;", 'Registered for VAT?' => '7'], array_intersect_key(self::details($mail), ['What else' => 0, 'Registered for VAT?' => 0]));
    }

    /** @return Exported the oldest one */
    private function exported(): array
    {
        return Operator::export($this->environment, new Clock(), 'zoe@example.co.za')[0];
    }

    /**
     * @param Mail $mail
     *
     * @return array<string, string> what stands beside the message in the HTML part, by label
     */
    private static function details(array $mail): array
    {
        $document = new \DOMDocument();
        self::assertTrue($document->loadHTML(strtr($mail['html'], ['<br>' => "\n", "\n" => ' ']), \LIBXML_NOERROR));
        $details = [];
        foreach ($document->getElementsByTagName('td') as $cell) {
            $value = $cell->nextElementSibling;
            if ($cell->getAttribute('width') === '92' && $value !== null) {
                $details[$cell->textContent] = $value->textContent;
            }
        }

        return $details;
    }
}
