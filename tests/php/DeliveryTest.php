<?php

declare(strict_types=1);

namespace Enquiry\Tests;

use Enquiry\Configuration;
use Enquiry\ContactMessage;
use Enquiry\Enquiry;
use Enquiry\Mail\EnquiryMail;
use Enquiry\Mail\SmtpMailer;
use Enquiry\Reference;
use Enquiry\Rules\ContactRules;
use Enquiry\Tests\Support\Answer;
use Enquiry\Tests\Support\Certificate;
use Enquiry\Tests\Support\Contract;
use Enquiry\Tests\Support\Desk;
use Enquiry\Tests\Support\Environment;
use Enquiry\Tests\Support\MailServer;
use PHPUnit\Framework\Attributes\TestWith;
use PHPUnit\Framework\TestCase;
use Psr\Log\NullLogger;

/** How the endpoint gets on with mail servers of every kind. */
final class DeliveryTest extends TestCase
{
    private const LOGIN = ['SMTP_USERNAME' => 'website', 'SMTP_PASSWORD' => 'hunter2'];

    private static Certificate $certificate;
    private static Certificate $certificateOfAnother;
    private string $log;
    /** @var array<string, string> */
    private array $environment = [];
    private ?MailServer $server = null;

    public static function setUpBeforeClass(): void
    {
        self::$certificate = Certificate::for('IP:127.0.0.1');
        self::$certificateOfAnother = Certificate::for('DNS:mail.example');
    }

    public static function tearDownAfterClass(): void
    {
        self::$certificate->delete();
        self::$certificateOfAnother->delete();
    }

    protected function setUp(): void
    {
        $this->log = (string) tempnam(sys_get_temp_dir(), 'delivery-');
    }

    protected function tearDown(): void
    {
        $this->server?->stop();
        unlink($this->log);
    }

    #[TestWith(['starttls'])]
    #[TestWith(['tls'])]
    public function test_a_server_whose_certificate_is_trusted_gets_the_mail_encrypted(string $encryption): void
    {
        $server = $this->tlsServer($encryption, self::$certificate);

        $this->assertSent($this->post(['SMTP_ENCRYPTION' => $encryption, 'SMTP_CA_FILE' => self::$certificate->certFile]));
        self::assertTrue($server->next()['secure']);
    }

    #[TestWith(['starttls'])]
    #[TestWith(['tls'])]
    public function test_a_server_whose_certificate_is_not_trusted_gets_nothing(string $encryption): void
    {
        $this->tlsServer($encryption, self::$certificate);

        $this->assertWaits($this->post(['SMTP_ENCRYPTION' => $encryption]), 'certificate verify failed');
    }

    #[TestWith(['starttls'])]
    #[TestWith(['tls'])]
    public function test_a_server_with_the_certificate_of_another_gets_nothing(string $encryption): void
    {
        $this->tlsServer($encryption, self::$certificateOfAnother);
        $settings = ['SMTP_ENCRYPTION' => $encryption, 'SMTP_CA_FILE' => self::$certificateOfAnother->certFile];

        $this->assertWaits($this->post($settings), 'Peer certificate');
    }

    public function test_a_server_that_offers_no_starttls_gets_nothing(): void
    {
        $this->server = MailServer::start();

        $this->assertWaits($this->post(['SMTP_ENCRYPTION' => 'starttls']), 'STARTTLS command failed');
    }

    public function test_the_login_is_used(): void
    {
        $server = $this->server = MailServer::start(['auth' => ['user' => 'website', 'pass' => 'hunter2']]);

        $this->assertSent($this->post(self::LOGIN));
        self::assertSame('website', $server->next()['user']);
    }

    public function test_a_wrong_password_is_logged_without_the_password(): void
    {
        $this->server = MailServer::start(['auth' => ['user' => 'website', 'pass' => 'another']]);

        $log = $this->assertWaits($this->post(self::LOGIN), '535');
        self::assertStringNotContainsString('hunter2', $log);
        self::assertStringNotContainsString(base64_encode('hunter2'), $log);
    }

    public function test_a_dead_server_is_logged_without_a_word_of_the_visitor_s(): void
    {
        $log = $this->assertWaits($this->post(['SMTP_PORT' => (string) Environment::deadPort()]), 'Connection refused');

        foreach (Contract::answers()['message'] as $value) {
            self::assertStringNotContainsString($value, $log);
        }
    }

    public function test_a_server_that_quotes_the_visitor_does_not_get_quoted_in_the_log(): void
    {
        $this->server = MailServer::start(['refuseData' => 'I do not like zoe@example.co.za']);

        $log = $this->assertWaits($this->post(), '554');
        self::assertStringNotContainsString('zoe@', $log);
    }

    public function test_a_server_that_says_nothing_is_given_up_in_time(): void
    {
        $silent = stream_socket_server('tcp://127.0.0.1:0');
        self::assertNotFalse($silent);
        $port = substr((string) strrchr((string) stream_socket_get_name($silent, false), ':'), 1);
        $start = hrtime(true);

        $this->assertWaits($this->post(['SMTP_PORT' => $port, 'SMTP_TIMEOUT' => '1']), 'no proper answer in time');
        self::assertLessThan(4, (hrtime(true) - $start) / 1e9);
    }

    public function test_one_refused_recipient_does_not_cost_the_others_the_mail(): void
    {
        $server = $this->server = MailServer::start(['refuse' => ['gone@kokerboom.example']]);

        $this->assertWaits($this->post(['MAIL_TO' => 'gone@kokerboom.example,sales@kokerboom.example']), 'gone@kokerboom.example');
        self::assertSame(['sales@kokerboom.example'], $server->next()['envelope']['to']);
    }

    public function test_more_recipients_than_fit_a_line_all_get_the_mail(): void
    {
        $server = $this->server = MailServer::start();
        $everybody = array_map(static fn(int $number): string => "sales-representative-{$number}@kokerboom.example", range(1, 60));

        $this->assertSent($this->post(['MAIL_TO' => implode(',', $everybody)]));
        $mail = $server->next();
        self::assertSame($everybody, $mail['envelope']['to']);
        self::assertLessThanOrEqual(998, max(array_map(strlen(...), explode("\r\n", $mail['raw']))));
        self::assertSame(60, preg_match_all('/sales-representative-\d+@/', (string) strstr($mail['raw'], "\r\n\r\n", true)));
    }

    public function test_with_every_recipient_refused_the_mail_is_not_sent(): void
    {
        $this->server = MailServer::start(['refuse' => ['gone@kokerboom.example']]);

        $this->assertWaits($this->post(['MAIL_TO' => 'gone@kokerboom.example']), 'RCPT TO command failed 550');
    }

    public function test_two_mails_share_a_connection_and_nothing_else(): void
    {
        $this->server = MailServer::start();
        $configuration = Configuration::fromArray(Environment::for($this->server->port));
        $mailer = new SmtpMailer($configuration->smtp, $configuration->route, new NullLogger());
        $mailer->send(self::mail('11111-11111', 'first@example.com'), $configuration->route->to);
        $mailer->send(self::mail('22222-22222', 'second@example.com'), $configuration->route->to);
        $mailer->close();
        $first = $this->server->next();
        $second = $this->server->next();

        self::assertSame($first['session'], $second['session']);
        self::assertStringNotContainsString('first@example.com', $second['raw']);
        self::assertStringNotContainsString('11111-11111', $second['raw']);
    }

    public function test_a_mailer_that_was_closed_sends_again(): void
    {
        $this->server = MailServer::start();
        $configuration = Configuration::fromArray(Environment::for($this->server->port));
        $mailer = new SmtpMailer($configuration->smtp, $configuration->route, new NullLogger());
        $mailer->send(self::mail('11111-11111', 'first@example.com'), $configuration->route->to);
        $mailer->close();
        $mailer->send(self::mail('22222-22222', 'second@example.com'), $configuration->route->to);

        self::assertNotSame($this->server->next()['session'], $this->server->next()['session']);
    }

    private function tlsServer(string $encryption, Certificate $certificate): MailServer
    {
        return $this->server = MailServer::start([
            'cert' => $certificate->certFile,
            'key' => $certificate->keyFile,
            'secure' => $encryption === 'tls',
            'starttls' => $encryption === 'starttls',
        ]);
    }

    /** @param array<string, string> $settings */
    private function post(array $settings = []): Answer
    {
        $this->environment = Environment::for($this->server->port ?? 0, $settings + ['LOG_FILE' => $this->log]);

        return Desk::post($this->environment);
    }

    private static function mail(string $reference, string $email): EnquiryMail
    {
        $rules = ContactRules::fromFile(__DIR__ . '/../../server/rules/contact.json');
        $message = ContactMessage::from(['email' => $email] + Contract::answers()['message'], $rules);

        return EnquiryMail::about(new Enquiry(Reference::parse($reference), new \DateTimeImmutable(Desk::TIME), $message));
    }

    private function assertSent(Answer $answer): void
    {
        self::assertSame(['status' => 'success'], $answer->json());
        self::assertSame('sent', Desk::record($this->environment)->state);
    }

    /** The visitor is told success, since the enquiry is safe; it is tried again in a minute, and the log says why. */
    private function assertWaits(Answer $answer, string $reason): string
    {
        self::assertSame(['status' => 'success'], $answer->json());
        $record = Desk::record($this->environment);
        self::assertSame('waiting', $record->state);
        self::assertSame((int) $record->receivedAt + 60, $record->dueAt);
        self::assertStringContainsString($reason, (string) $record->lastError);
        $log = (string) file_get_contents($this->log);
        self::assertStringContainsString($reason, $log);
        self::assertSame([], array_filter(explode("\n", trim($log)), static fn(string $line): bool => !\is_array(json_decode($line, true))));

        return $log . $record->lastError;
    }
}
