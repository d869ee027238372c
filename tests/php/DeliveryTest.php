<?php

declare(strict_types=1);

namespace Enquiry\Tests;

use Enquiry\Enquiry\Enquiry;
use Enquiry\Enquiry\Message;
use Enquiry\Enquiry\Reference;
use Enquiry\Mail\Answer as MailAnswer;
use Enquiry\Mail\MailServerUnavailable;
use Enquiry\Mail\SmtpMailer;
use Enquiry\Mail\SmtpServer;
use Enquiry\Shared\Clock;
use Enquiry\Tests\Support\Answer;
use Enquiry\Tests\Support\Certificate;
use Enquiry\Tests\Support\Contract;
use Enquiry\Tests\Support\DataFolders;
use Enquiry\Tests\Support\Desk;
use Enquiry\Tests\Support\Environment;
use Enquiry\Tests\Support\FixedClock;
use Enquiry\Tests\Support\MailServer;
use Enquiry\Tests\Support\Operator;
use Enquiry\Tests\Support\Queue;
use Enquiry\Tests\Support\WebServer;
use PHPUnit\Framework\Attributes\TestWith;
use PHPUnit\Framework\TestCase;

final class DeliveryTest extends TestCase
{
    private const LOGIN = ['SMTP_USERNAME' => 'website', 'SMTP_PASSWORD' => 'hunter2'];

    /** The request that reaches the token server. */
    private const REFRESH_TOKEN = ['grant_type' => 'refresh_token', 'refresh_token' => 'agreed once', 'client_id' => 'site', 'client_secret' => 'hunter2'];
    private const CLIENT_CREDENTIALS = ['grant_type' => 'client_credentials', 'scope' => 'https://outlook.office365.com/.default', 'client_id' => 'site', 'client_secret' => 'hunter2'];

    private static Certificate $certificate;
    private static Certificate $certificateOfAnother;
    /** @var array<string, string> */
    private array $environment = [];
    private ?MailServer $server = null;

    public static function setUpBeforeClass(): void
    {
        self::$certificate = Certificate::for('IP:127.0.0.1');
        self::$certificateOfAnother = Certificate::for('DNS:mail.example');
    }

    #[TestWith(['starttls'])]
    #[TestWith(['tls'])]
    public function test_only_a_server_whose_certificate_is_its_own_and_trusted_gets_the_mail(string $encryption): void
    {
        $settings = ['SMTP_ENCRYPTION' => $encryption];
        $this->tlsServer($encryption, self::$certificateOfAnother);
        $this->assertWaits($this->postTrusting(self::$certificateOfAnother, $settings), 'Peer certificate');

        $server = $this->tlsServer($encryption, self::$certificate);
        $this->assertWaits($this->post($settings), 'certificate verify failed');
        $this->assertSent($this->postTrusting(self::$certificate, $settings));
        self::assertTrue($server->next()['secure']);
    }

    public function test_a_server_without_starttls_gets_neither_login_nor_mail(): void
    {
        $server = $this->server = MailServer::scripted(['STARTTLS' => ['say' => "502 unknown\r\n"]]);

        $this->assertWaits($this->post(['SMTP_ENCRYPTION' => 'starttls'] + self::LOGIN), 'STARTTLS failed');
        self::assertSame(['EHLO kokerboom.example', 'STARTTLS'], $server->heardUntil('/STARTTLS/'));
    }

    public function test_a_wrong_password_is_logged_without_the_password_and_the_visitor_s_words(): void
    {
        $this->server = MailServer::start(['auth' => ['user' => 'website', 'pass' => 'another']]);

        $log = $this->assertWaits($this->post(self::LOGIN), '535');
        foreach (['hunter2', base64_encode('hunter2'), ...array_values(Contract::answers()['message'])] as $value) {
            self::assertStringNotContainsString($value, $log);
        }
    }

    /** @param array<string, string> $grant */
    #[TestWith([self::REFRESH_TOKEN])]
    #[TestWith([self::CLIENT_CREDENTIALS])]
    public function test_a_provider_without_passwords_gets_an_oauth_token(array $grant): void
    {
        $server = $this->server = MailServer::start(['auth' => ['user' => 'website', 'pass' => str_repeat('t', 1500)]]);

        $this->assertSent($this->post($this->oauth($grant)));
        self::assertSame('website', $server->next()['user']);
    }

    public function test_the_secret_goes_to_no_other_address(): void
    {
        $this->server = MailServer::start(['auth' => ['user' => 'website', 'pass' => 'token']]);
        $router = DataFolders::file("<?php \$_SERVER['REQUEST_URI'] === '/token' ? header('Location: /elsewhere', true, 307) : print '{\"access_token\":\"token\"}';");
        $tokens = WebServer::start([], shown: $router);

        $this->assertWaits($this->post(['SMTP_OAUTH_TOKEN_URL' => "http://127.0.0.1:{$tokens->port}/token"] + $this->oauth(self::REFRESH_TOKEN)), 'returned no token');
    }

    public function test_a_rejected_token_is_reported_with_its_code_only(): void
    {
        $this->server = MailServer::start(['auth' => ['user' => 'website', 'pass' => 'token']]);

        $log = $this->assertWaits($this->post(['SMTP_OAUTH_REFRESH_TOKEN' => 'withdrawn'] + $this->oauth(self::REFRESH_TOKEN)), 'returned no token (invalid_grant)');
        self::assertStringNotContainsString('withdrawn', $log);
        self::assertStringNotContainsString('hunter2', $log);
    }

    public function test_an_answer_to_a_whole_mail_is_kept_with_its_codes_only(): void
    {
        $this->server = MailServer::scripted(['dot' => ['say' => "554-5.7.1 Message from <zoe@example.co.za> rejected\r\n554 5.7.1 See https://postmaster.test/help\r\n"]]);
        $told = $this->assertWaits($this->post(), 'DATA END failed 554 5.7.1', 60);
        $told .= Operator::call($this->environment, new FixedClock(Desk::TIME), 'list', ['state' => 'waiting']);

        self::assertStringNotContainsString('rejected', $told);
        self::assertStringNotContainsString('postmaster', $told);
    }

    public function test_all_recipients_get_the_mail_even_if_they_do_not_fit_on_a_line(): void
    {
        $server = $this->server = MailServer::start();
        $everybody = array_map(static fn(int $number): string => "sales-representative-{$number}@kokerboom.example", range(1, 30));

        $this->assertSent($this->post(['MAIL_TO' => implode(',', $everybody), 'DELIVERY_PER_HOUR' => '0']));
        $mail = $server->next();
        self::assertSame([$everybody[0]], $mail['envelope']['to']);
        self::assertLessThanOrEqual(998, max(array_map(strlen(...), explode("\r\n", $mail['raw']))));
        self::assertSame(30, preg_match_all('/sales-representative-\d+@/', (string) strstr($mail['raw'], "\r\n\r\n", true)));
    }

    public function test_two_mails_share_a_connection_and_nothing_else(): void
    {
        $this->server = MailServer::start();
        $mailer = self::mailerTo($this->server);
        self::send($mailer, 'sales@kokerboom.example');
        self::send($mailer, 'owner@kokerboom.example', '22222-22222', 'second@example.com');
        $mailer->close();
        $first = $this->server->next();
        $second = $this->server->next();

        self::assertSame($first['session'], $second['session']);
        self::assertStringNotContainsString('first@example.com', $second['raw']);
        self::assertStringNotContainsString('11111-11111', $second['raw']);
        self::assertContains('To: website@kokerboom.example, owner@kokerboom.example', array_column($second['headers'], 'line'));
    }

    public function test_a_server_may_be_slow_after_the_final_dot(): void
    {
        $this->server = MailServer::scripted(['dot' => ['after' => 2_500]]);

        $this->assertSent($this->post(['TEST_SMTP_TIMEOUT' => '1']));
        $smtp = Environment::configuration(['TEST_SMTP_TIMEOUT' => ''] + $this->environment)->mail()->smtp;
        self::assertSame(600, $smtp->verdictSeconds(), 'RFC 5321 section 4.5.3.2.6');
        self::assertGreaterThan(600, $smtp->leaseSeconds());
    }

    /** PHPMailer alone would continue line by line, and wait after each line. */
    public function test_a_server_that_stops_reading_does_not_get_the_rest_of_the_mail(): void
    {
        $this->server = MailServer::scripted(['DATA' => ['say' => "354 go ahead\r\n", 'then' => 'stall']]);
        $message = Message::stored(['message' => str_repeat('far more than fits a buffer ', 200_000)] + Contract::answers()['message'], Contract::form());
        $mail = new Enquiry(Reference::parse('11111-11111'), strtotime(Desk::TIME), $message);
        $answer = self::mailerTo($this->server)->send($mail, 'sales@kokerboom.example', ['sales@kokerboom.example']);

        self::assertStringEndsWith('the server stopped reading', $answer->reason);
    }

    /** @param array<string, string> $answer */
    #[TestWith(['greeting', ['say' => "554 not you\r\n"], 'unreachable'])]
    #[TestWith(['EHLO', ['then' => 'close'], 'unreachable'])]
    #[TestWith(['password', ['say' => "454 4.7.0 not now\r\n"], 'unreachable'])]
    #[TestWith(['MAIL', ['say' => "550 5.7.1 not from you\r\n"], 'unreachable'])]
    #[TestWith(['RCPT', ['say' => "421 4.7.0 I do not like that\r\n", 'then' => 'close'], 'refused'])]
    #[TestWith(['RCPT', ['then' => 'close'], 'refused'])]
    #[TestWith(['DATA', ['then' => 'close'], 'refused'])]
    #[TestWith(['DATA', ['say' => "354 go ahead\r\n250 taken\r\n"], 'refused'])]
    #[TestWith(['dot', ['say' => "421 4.7.0 I do not like that\r\n", 'then' => 'close'], 'refused'])]
    #[TestWith(['dot', ['say' => "451 4.7.1 greylisted\r\n"], 'refused'])]
    #[TestWith(['dot', ['say' => "550-no\r\n550 never\r\n"], MailAnswer::TEXT_REFUSED])]
    #[TestWith(['dot', ['then' => 'close'], 'unanswered'])]
    #[TestWith(['dot', ['say' => "taken\r\n"], 'unanswered'])]
    #[TestWith(['dot', ['then' => 'stall'], 'unanswered'])]
    #[TestWith(['dot', ['say' => "259 taken\r\n"], 'unanswered'])]
    public function test_a_failure_is_classified_as_server_unavailable_refused_or_unanswered(string $step, array $answer, string $fate): void
    {
        $server = $this->server = MailServer::scripted([$step => $answer + ['times' => 1]]);
        $mailer = self::mailerTo($server, $step === 'password' ? 'website' : null);
        try {
            self::assertSame($fate, self::send($mailer, 'sales@kokerboom.example')->outcome);
        } catch (MailServerUnavailable) {
            self::assertSame('unreachable', $fate);
        }

        self::assertSame(MailAnswer::ACCEPTED, self::send($mailer, 'sales@kokerboom.example')->outcome, 'the next mail is sent');
    }

    public function test_a_server_s_answer_is_shortened_and_made_printable(): void
    {
        $this->server = MailServer::scripted(['RCPT' => ['say' => "550-no\0such\x07mailbox\u{FF}\r\n550 " . str_repeat('long ', 2_000) . "\r\n"]]);
        $this->assertWaits($this->post(), 'RCPT TO failed 550 no such mailbox', 60);

        $error = Desk::stored($this->environment)['deliveries'][0]['error'] ?? '';
        self::assertSame(0, preg_match('/\p{Cc}/u', $error));
        self::assertLessThan(400, \strlen($error));
    }

    #[TestWith(['EHLO', "250-mail.example\r\n250 HELP\r\n", 'Login failed: the server offers none on this connection'])]
    #[TestWith(['greeting', "554 5.7.1 on a blocklist\r\n", 'Connection failed 554 5.7.1 on a blocklist'])]
    #[TestWith(['greeting', "421 4.7.0 Too many connections\r\n", 'Connection failed 421 4.7.0 Too many connections'])]
    public function test_a_server_that_cannot_be_used_is_reported_with_the_reason(string $step, string $words, string $reason): void
    {
        $this->server = MailServer::scripted([$step => ['say' => $words]]);

        $this->assertWaits($this->post(self::LOGIN), "The mail server cannot be used: {$reason}");
    }

    public function test_an_answer_injected_before_the_encryption_ends_the_connection(): void
    {
        $server = $this->server = MailServer::scripted(['STARTTLS' => ['say' => "220 go ahead\r\n250 injected\r\n"]], self::$certificate->options);

        $this->assertWaits($this->postTrusting(self::$certificate, ['SMTP_ENCRYPTION' => 'starttls']), 'the server sent an unexpected answer');
        self::assertSame(['EHLO kokerboom.example', 'STARTTLS'], $server->heardUntil('/STARTTLS/'));
    }

    public function test_a_server_that_limits_the_mails_per_connection_gets_the_next_mail_over_a_new_one(): void
    {
        $server = $this->server = MailServer::scripted(['MAIL' => ['say' => "452 4.5.3 too many mails\r\n", 'times' => 1]]);
        $mailer = self::mailerTo($server);
        $mailer->connect();

        self::assertSame(MailAnswer::ACCEPTED, self::send($mailer, 'sales@kokerboom.example')->outcome);
    }

    private static function mailerTo(MailServer $server, ?string $username = null, Clock $clock = new Clock()): SmtpMailer
    {
        $smtp = new SmtpServer('127.0.0.1', $server->port, SmtpServer::NONE, 1, username: $username, password: new \SensitiveParameterValue('hunter2'), verdict: 1);

        return new SmtpMailer($smtp, 'website@kokerboom.example', $clock);
    }

    private static function send(SmtpMailer $mailer, string $recipient, string $reference = '11111-11111', string $email = 'first@example.com'): MailAnswer
    {
        return $mailer->send(self::mail($reference, $email), $recipient, [$recipient]);
    }

    private function tlsServer(string $encryption, Certificate $certificate): MailServer
    {
        return $this->server = MailServer::start(['secure' => $encryption === 'tls'] + $certificate->options);
    }

    /**
     * Starts a server that gives tokens for this grant.
     *
     * @param array<string, string> $grant
     *
     * @return array<string, string> its settings
     */
    private function oauth(array $grant): array
    {
        $expected = var_export($grant, true);
        $router = DataFolders::file("<?php header('Content-Type: application/json');
            if (\$_POST == {$expected}) { echo json_encode(['access_token' => str_repeat('t', 1500), 'expires_in' => 3599]); return; }
            http_response_code(400); echo json_encode(['error' => 'invalid_grant', 'error_description' => implode(' ', \$_POST)]);");
        $tokens = WebServer::start([], shown: $router);

        return array_filter([
            'SMTP_USERNAME' => 'website',
            'SMTP_OAUTH_TOKEN_URL' => "http://127.0.0.1:{$tokens->port}/token",
            'SMTP_OAUTH_CLIENT_ID' => $grant['client_id'] ?? '',
            'SMTP_OAUTH_CLIENT_SECRET' => $grant['client_secret'] ?? '',
            'SMTP_OAUTH_REFRESH_TOKEN' => $grant['refresh_token'] ?? '',
        ], static fn(string $value): bool => $value !== '');
    }

    /**
     * @param array<string, string> $settings
     * @param array<string, string> $fields
     */
    private function post(array $settings = [], array $fields = []): Answer
    {
        $this->environment = Environment::for($this->server->port ?? 0, $settings);

        return Desk::post($this->environment, $fields);
    }

    /** @param array<string, string> $settings */
    private function postTrusting(Certificate $certificate, array $settings): Answer
    {
        putenv("SSL_CERT_FILE={$certificate->file}");
        try {
            return $this->post($settings);
        } finally {
            putenv('SSL_CERT_FILE');
        }
    }

    private static function mail(string $reference, string $email): Enquiry
    {
        $message = Message::from(['email' => $email] + Contract::answers()['message'], Contract::form());

        return new Enquiry(Reference::parse($reference), strtotime(Desk::TIME), $message);
    }

    private function assertSent(Answer $answer): void
    {
        self::assertSame(['status' => 'success'], $answer->json());
        self::assertSame('sent', Desk::stored($this->environment)['state']);
    }

    private function assertWaits(Answer $answer, string $reason, int $seconds = 120): string
    {
        self::assertSame(['status' => 'success'], $answer->json());
        $enquiry = Desk::stored($this->environment);
        $error = $enquiry['deliveries'][0]['error'] ?? '';
        self::assertSame('waiting', $enquiry['state']);
        self::assertSame(strtotime(Desk::TIME) + $seconds, (new Queue($this->environment))->dueAt($enquiry['reference']));
        self::assertStringContainsString($reason, $error);
        self::assertDoesNotMatchRegularExpression('/\w\(\)/', $error, 'no name of a function');
        $log = Environment::log($this->environment);
        self::assertStringContainsString($reason, $log);
        self::assertSame([], array_filter(explode("\n", trim($log)), static fn(string $line): bool => !\is_array(json_decode($line, true))));

        return $log . $error;
    }
}
