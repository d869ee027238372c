<?php

declare(strict_types=1);

namespace Enquiry\Tests;

use Enquiry\Configuration\Configuration;
use Enquiry\Configuration\InvalidConfiguration;
use Enquiry\Tests\Support\Contract;
use Enquiry\Tests\Support\Desk;
use Enquiry\Tests\Support\Environment;
use Enquiry\Tests\Support\Lines;
use Enquiry\Tests\Support\MailServer;
use Enquiry\Tests\Support\Programs;
use Enquiry\Tests\Support\SigningKey;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\TestCase;
use Symfony\Component\Process\InputStream;
use Symfony\Component\Process\Process;

final class SigningTest extends TestCase
{
    private static MailServer $server;
    private static InputStream $mails;
    private static Lines $verdicts;
    private static SigningKey $key;

    public static function setUpBeforeClass(): void
    {
        self::$server = MailServer::start();
        self::$mails = new InputStream();
        self::$verdicts = Programs::start(new Process(['node', __DIR__ . '/../support/dkim-verifier.mjs'], input: self::$mails, timeout: 120));
        self::$key = SigningKey::rsa();
    }

    /** @param array<string, mixed> $fields */
    #[DataProvider('enquiries')]
    public function test_the_signature_of_the_received_mail_is_valid(array $fields): void
    {
        self::assertSame('pass', self::verdictOn(self::mailOf($fields), self::$key));
    }

    /** @return iterable<string, array{array<string, mixed>}> */
    public static function enquiries(): iterable
    {
        yield 'ordinary' => [[]];
        yield 'names and subject in other scripts' => [['name' => 'Ngũgĩ', 'surname' => 'wa Thiong’o', 'subject' => str_repeat('अनुप्रयोग ', 20)]];
        yield 'suspected of spam' => [['message' => 'Good day https://a https://b https://c https://d']];
        foreach (MailTest::hostileTexts() as $name => [$text]) {
            yield "message with {$name}" => [['message' => $text]];
            yield "subject with {$name}" => [['subject' => rtrim(mb_substr($text, 0, 200, 'UTF-8'))]];
        }
    }

    #[DataProvider('changes')]
    public function test_a_change_on_the_way_breaks_the_signature(string $pattern, string $replacement): void
    {
        $mail = self::mailOf(['message' => 'Good day https://a https://b https://c https://d']);
        $changed = preg_replace($pattern, $replacement, $mail, 1);

        self::assertIsString($changed);
        self::assertNotSame($mail, $changed);
        self::assertNotSame('pass', self::verdictOn($changed, self::$key));
    }

    /** @return iterable<string, array{string, string}> */
    public static function changes(): iterable
    {
        foreach (['From', 'To', 'Reply-To', 'Subject', 'Date', 'Message-ID', 'MIME-Version', 'Content-Type', 'X-Enquiry-Reference', 'X-Enquiry-Flags'] as $header) {
            yield $header => ["/^{$header}: \\K/m", 'changed '];
        }
        yield 'the text' => ['/Good day/', 'Good night'];
        yield 'the HTML' => ['/tel:\+27/', 'tel:+29'];
    }

    public function test_an_unusable_key_is_a_configuration_error(): void
    {
        $keys = ['too short' => SigningKey::rsa(512), 'of another kind' => SigningKey::elliptic(), 'with a passphrase' => SigningKey::rsa(passphrase: 'open')];
        foreach ($keys as $what => $key) {
            try {
                Configuration::fromArray(Environment::for(1, $key->settings()));
                self::fail("A key {$what} was taken.");
            } catch (InvalidConfiguration $invalid) {
                self::assertCount(1, $invalid->errors);
                self::assertStringStartsWith('DKIM_KEY_FILE must be', $invalid->errors[0]);
            }
        }
    }

    /** @return string "pass" is the only good verdict; "none" means that there is no signature */
    private static function verdictOn(string $mail, SigningKey $published): string
    {
        self::$mails->write(Contract::json(['mail' => $mail, 'records' => [$published->recordName() => $published->record]]) . "\n");

        return trim(self::$verdicts->next(), '"');
    }

    /**
     * @param array<string, mixed>  $fields
     * @param array<string, string> $settings
     */
    private static function mailOf(array $fields, array $settings = []): string
    {
        $answer = Desk::post(Environment::for(self::$server->port, $settings + self::$key->settings()), $fields);
        self::assertSame(['status' => 'success'], $answer->json());

        return self::$server->next()['raw'];
    }
}
