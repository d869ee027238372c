<?php

declare(strict_types=1);

namespace Enquiry\Tests;

use Enquiry\Configuration\Configuration;
use Enquiry\Delivery\MailServerUnavailable;
use Enquiry\Mail\MailRoute;
use Enquiry\Mail\SmtpMailer;
use Enquiry\Mail\SmtpServer;
use Enquiry\Shared\ContactMessage;
use Enquiry\Shared\ContactRules;
use Enquiry\Shared\Enquiry;
use Enquiry\Shared\Reference;
use Enquiry\Tests\Support\Answer;
use Enquiry\Tests\Support\Certificate;
use Enquiry\Tests\Support\Contract;
use Enquiry\Tests\Support\DataFolders;
use Enquiry\Tests\Support\Desk;
use Enquiry\Tests\Support\Environment;
use Enquiry\Tests\Support\MailServer;
use Enquiry\Tests\Support\Queue;
use Enquiry\Tests\Support\WebServer;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\TestWith;
use PHPUnit\Framework\TestCase;

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

    /** @param array<string, string> $grant what the token server asks for */
    #[TestWith([['grant_type' => 'refresh_token', 'refresh_token' => 'agreed once', 'client_id' => 'site', 'client_secret' => 'hunter2']])]
    #[TestWith([['grant_type' => 'client_credentials', 'scope' => 'https://mail.example/.default', 'client_id' => 'site', 'client_secret' => 'hunter2']])]
    public function test_a_provider_that_takes_no_passwords_gets_a_token(array $grant): void
    {
        $tokens = $this->tokenServer($grant);
        $server = $this->server = MailServer::start(['auth' => ['user' => 'website', 'pass' => str_repeat('t', 1500)], 'oauth' => true]);
        try {
            $this->assertSent($this->post($this->oauth($tokens, $grant)));
            self::assertSame('website', $server->next()['user']);
        } finally {
            $tokens->stop();
        }
    }

    public function test_a_token_that_is_not_given_is_told_with_the_code_alone(): void
    {
        $grant = ['grant_type' => 'refresh_token', 'refresh_token' => 'agreed once', 'client_id' => 'site', 'client_secret' => 'hunter2'];
        $tokens = $this->tokenServer($grant);
        $this->server = MailServer::start(['auth' => ['user' => 'website', 'pass' => 'token'], 'oauth' => true]);
        try {
            $log = $this->assertWaits($this->post(['SMTP_OAUTH_REFRESH_TOKEN' => 'withdrawn'] + $this->oauth($tokens, $grant)), 'gave no token (invalid_grant)');
            self::assertStringNotContainsString('withdrawn', $log);
            self::assertStringNotContainsString('hunter2', $log);
        } finally {
            $tokens->stop();
        }
    }

    public function test_a_provider_that_knows_no_tokens_says_what_it_offers(): void
    {
        $grant = ['grant_type' => 'client_credentials', 'client_id' => 'site', 'client_secret' => 'hunter2'];
        $this->server = MailServer::start(['auth' => ['user' => 'website', 'pass' => 'hunter2']]);
        $tokens = $this->tokenServer($grant);
        try {
            $this->assertWaits($this->post($this->oauth($tokens, $grant)), 'the server offers no login');
        } finally {
            $tokens->stop();
        }
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

    public function test_a_server_that_says_nothing_is_given_up(): void
    {
        $silent = stream_socket_server('tcp://127.0.0.1:0');
        self::assertNotFalse($silent);
        $port = substr((string) strrchr((string) stream_socket_get_name($silent, false), ':'), 1);

        $this->assertWaits($this->post(['SMTP_PORT' => $port, 'SMTP_TIMEOUT' => '1']), 'no proper answer in time');
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
        $mailer = new SmtpMailer($configuration->smtp(), $configuration->route());
        $mailer->send(self::mail('11111-11111', 'first@example.com'), $configuration->route()->to);
        $mailer->send(self::mail('22222-22222', 'second@example.com'), $configuration->route()->to);
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
        $mailer = new SmtpMailer($configuration->smtp(), $configuration->route());
        $mailer->send(self::mail('11111-11111', 'first@example.com'), $configuration->route()->to);
        $mailer->close();
        $mailer->send(self::mail('22222-22222', 'second@example.com'), $configuration->route()->to);

        self::assertNotSame($this->server->next()['session'], $this->server->next()['session']);
    }

    public function test_a_server_that_takes_its_time_after_the_final_dot_gets_the_mail_once(): void
    {
        $this->server = MailServer::scripted(['dot' => ['after' => 7_000]]);

        $this->assertSent($this->post(['SMTP_TIMEOUT' => '1']));
        self::assertSame(1, Desk::record($this->environment)->attempts);
        $smtp = Configuration::fromArray($this->environment)->smtp()->withTimeout(1);
        self::assertGreaterThanOrEqual(600, $smtp->verdictSeconds, 'RFC 5321 section 4.5.3.2.6');
        self::assertGreaterThan($smtp->verdictSeconds, $smtp->sendingSeconds());
        self::assertGreaterThan($smtp->sendingSeconds(), $smtp->leaseSeconds());
    }

    /** Each step takes nearly as long as it may, after a kept connection that says nothing any more. */
    public function test_a_server_that_is_slow_at_every_step_gets_the_mail_before_the_lease_ends(): void
    {
        $slow = ['after' => 700];
        $server = $this->server = MailServer::scripted(
            ['MAIL FROM:<website@kokerboom.example>' => ['then' => 'stall', 'times' => 1]]
            + array_fill_keys(['TLS', 'greeting', 'EHLO', 'password', 'MAIL', 'RCPT', 'DATA', 'dot'], $slow),
            ['key' => self::$certificate->keyFile, 'cert' => self::$certificate->certFile, 'secure' => true],
        );
        $smtp = self::smtp($server, ['username' => 'website', 'password' => 'hunter2'], SmtpServer::TLS);
        $mailer = new SmtpMailer($smtp, self::route());
        $mailer->connect();

        self::assertSame(['sales@kokerboom.example'], $mailer->send(self::mail('11111-11111', 'first@example.com'), ['sales@kokerboom.example'])->accepted);
    }

    #[DataProvider('troubledAddresses')]
    public function test_each_address_of_a_server_is_tried_in_turn(string $trouble): void
    {
        $this->server = MailServer::scripted([]);
        $held = self::at('127.0.0.2', $this->server->port, $trouble);
        $fate = self::fate(new SmtpMailer(self::smtp($this->server, host: 'mail.example', addresses: ['127.0.0.2', '127.0.0.1']), self::route()));

        self::assertSame('accepted', $fate);
        unset($held);
    }

    /** @return iterable<string, array{string}> */
    public static function troubledAddresses(): iterable
    {
        foreach (['nobody there', 'connections are dropped', 'silence', "421 too busy\r\n", "554 not here\r\n"] as $trouble) {
            yield trim($trouble) => [$trouble];
        }
    }

    public function test_where_no_address_can_be_used_each_has_its_reason(): void
    {
        $this->server = MailServer::scripted(['greeting' => ['then' => 'drip']]);
        $held = [self::at('127.0.0.2', $this->server->port, 'silence'), self::at('127.0.0.4', $this->server->port, "554 not here\r\n")];
        $mailer = new SmtpMailer(self::smtp($this->server, addresses: ['127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.1'], host: 'mail.example'), self::route());
        try {
            $mailer->connect();
            self::fail('It counts as connected.');
        } catch (MailServerUnavailable $failure) {
            self::assertSame(
                'The mail server cannot be used: Greeting failed: no proper answer in time (127.0.0.2, 127.0.0.1); '
                . 'Failed to connect to server Connection refused (127.0.0.3); Greeting failed 554 not here (127.0.0.4).',
                $failure->getMessage(),
            );
        }
        unset($held);
    }

    #[TestWith(['mail.example', 'accepted'])]
    #[TestWith(['another.example', 'unreachable'])]
    public function test_a_certificate_is_for_the_name_whatever_the_address(string $name, string $fate): void
    {
        $certificate = self::$certificateOfAnother;
        $this->server = MailServer::scripted([], ['key' => $certificate->keyFile, 'cert' => $certificate->certFile]);
        $smtp = new SmtpServer($name, $this->server->port, SmtpServer::STARTTLS, 1, $certificate->certFile, resolver: static fn(): array => ['127.0.0.1']);

        self::assertSame($fate, self::fate(new SmtpMailer($smtp, self::route())));
    }

    public function test_a_name_is_looked_up(): void
    {
        $this->server = MailServer::scripted([]);

        $this->assertSent($this->post(['SMTP_HOST' => 'localhost']));
        self::assertContains('127.0.0.1', Configuration::fromArray($this->environment)->smtp()->addresses());
    }

    /** @param array<string, string> $answer */
    #[DataProvider('silences')]
    public function test_whatever_a_server_draws_out_ends(string $step, array $answer, string $fate): void
    {
        $encryption = match ($step) {
            'TLS', 'STARTTLS' => SmtpServer::STARTTLS,
            'TLS from the first byte' => SmtpServer::TLS,
            default => SmtpServer::NONE,
        };
        $this->server = MailServer::scripted(
            [str_starts_with($step, 'TLS') ? 'TLS' : $step => $answer],
            ['key' => self::$certificate->keyFile, 'cert' => self::$certificate->certFile, 'secure' => $encryption === SmtpServer::TLS],
        );
        $login = $step === 'password' ? ['username' => 'website', 'password' => 'hunter2'] : [];
        $mailer = new SmtpMailer(self::smtp($this->server, $login, $encryption), self::route());
        memory_reset_peak_usage();
        $memory = memory_get_usage();
        self::assertSame($fate, self::fate($mailer));
        $mailer->close();

        self::assertLessThan(4_000_000, memory_get_peak_usage() - $memory);
    }

    /** @return iterable<string, array{string, array<string, string>, string}> */
    public static function silences(): iterable
    {
        foreach (['greeting', 'EHLO', 'STARTTLS', 'password', 'MAIL'] as $step) {
            yield "{$step}, byte by byte" => [$step, ['then' => 'drip'], 'unreachable'];
        }
        yield 'TLS' => ['TLS', ['then' => 'stall'], 'unreachable'];
        yield 'TLS from the first byte' => ['TLS from the first byte', ['then' => 'stall'], 'unreachable'];
        foreach (['RCPT' => 'refused', 'DATA' => 'refused', 'QUIT' => 'accepted'] as $step => $fate) {
            yield "{$step}, byte by byte" => [$step, ['then' => 'drip'], $fate];
        }
        yield 'the verdict, byte by byte' => ['dot', ['then' => 'drip'], 'unanswered'];
        yield 'the verdict, never' => ['dot', ['then' => 'stall'], 'unanswered'];
        yield 'EHLO without end' => ['EHLO', ['then' => 'flood'], 'unreachable'];
        yield 'the verdict without end' => ['dot', ['then' => 'flood'], 'unanswered'];
    }

    public function test_a_server_that_stops_reading_is_given_up_and_cannot_have_the_mail(): void
    {
        $this->server = MailServer::scripted(['DATA' => ['say' => "354 go ahead\r\n", 'then' => 'stall']]);
        $message = ContactMessage::stored(['message' => str_repeat('far more than fits a buffer ', 200_000)] + Contract::answers()['message']);
        $now = new \DateTimeImmutable(Desk::TIME);
        $mail = new Enquiry(Reference::parse('11111-11111'), $now, $message);
        $delivery = (new SmtpMailer(self::smtp($this->server, verdictSeconds: 9), self::route()))->send($mail, ['sales@kokerboom.example']);

        self::assertSame(['sales@kokerboom.example'], array_keys($delivery->refused));
    }

    /** @param array<string, string> $answer */
    #[TestWith(['greeting', ['say' => "554 not you\r\n"], 'unreachable'])]
    #[TestWith(['greeting', ['then' => 'close'], 'unreachable'])]
    #[TestWith(['EHLO', ['say' => "421 too busy\r\n", 'then' => 'close'], 'unreachable'])]
    #[TestWith(['EHLO', ['then' => 'close'], 'unreachable'])]
    #[TestWith(['EHLO', ['say' => "hello\r\n"], 'unreachable'])]
    #[TestWith(['password', ['say' => "454 4.7.0 not now\r\n"], 'unreachable'])]
    #[TestWith(['password', ['say' => "535 5.7.8 no\r\n"], 'unreachable'])]
    #[TestWith(['MAIL', ['say' => "550 5.7.1 not from you\r\n"], 'unreachable'])]
    #[TestWith(['MAIL', ['then' => 'close'], 'unreachable'])]
    #[TestWith(['RCPT', ['say' => "421 4.7.0 I do not like that\r\n", 'then' => 'close'], 'refused'])]
    #[TestWith(['RCPT', ['then' => 'close'], 'refused'])]
    #[TestWith(['DATA', ['say' => "421 4.7.0 no\r\n", 'then' => 'close'], 'refused'])]
    #[TestWith(['DATA', ['say' => "250 fine\r\n"], 'refused'])]
    #[TestWith(['DATA', ['then' => 'close'], 'refused'])]
    #[TestWith(['DATA', ['say' => "354 go ahead\r\n250 taken\r\n"], 'refused'])]
    #[TestWith(['dot', ['say' => "421 4.7.0 I do not like that\r\n", 'then' => 'close'], 'refused'])]
    #[TestWith(['dot', ['say' => "550-no\r\n550 never\r\n"], 'refused'])]
    #[TestWith(['dot', ['then' => 'close'], 'unanswered'])]
    #[TestWith(['dot', ['say' => "taken\r\n"], 'unanswered'])]
    #[TestWith(['dot', ['say' => "250-taken\r\n554 no\r\n"], 'unanswered'])]
    #[TestWith(['dot', ['say' => '250 tak', 'then' => 'close'], 'unanswered'])]
    #[TestWith(['dot', ['say' => "354 go on\r\n"], 'unanswered'])]
    public function test_what_fails_tells_this_mail_from_the_server_and_from_what_may_have_arrived(string $step, array $answer, string $fate): void
    {
        $server = $this->server = MailServer::scripted([$step => $answer + ['times' => 1]]);
        $mailer = new SmtpMailer(self::smtp($server, $step === 'password' ? ['username' => 'website', 'password' => 'hunter2'] : []), self::route());
        self::assertSame($fate, self::fate($mailer));

        $next = $mailer->send(self::mail('22222-22222', 'second@example.com'), ['sales@kokerboom.example']);
        self::assertSame(['sales@kokerboom.example'], $next->accepted, 'the next mail meets nothing of it');
    }

    #[TestWith(['RCPT', "250\r\n"])]
    #[TestWith(['RCPT', "251 5.1.1 will forward\r\n"])]
    #[TestWith(['RCPT', "252 cannot tell\r\n"])]
    #[TestWith(['dot', "250-one\r\n250 two\r\n"])]
    #[TestWith(['dot', "250 taken\n"])]
    #[TestWith(['dot', "259 taken\r\n"])]
    #[TestWith(['EHLO', "250-mail.example\r\n250-X\0Y\r\n250 HELP\r\n"])]
    public function test_an_odd_yes_is_a_yes(string $step, string $words): void
    {
        $this->server = MailServer::scripted([$step => ['say' => $words]]);

        $this->assertSent($this->post());
    }

    /** An operator reads it on a terminal. */
    public function test_what_a_server_says_is_kept_short_and_printable(): void
    {
        $this->server = MailServer::scripted(['RCPT' => ['say' => "550-no\0such\x07mailbox\u{FF}\r\n550 " . str_repeat('long ', 2_000) . "\r\n"]]);
        $this->assertWaits($this->post(), 'RCPT TO command failed 550 no such mailbox');

        $error = (string) Desk::record($this->environment)->lastError;
        self::assertSame(0, preg_match('/\p{Cc}/u', $error));
        self::assertLessThan(400, \strlen($error));
    }

    #[TestWith(["250-mail.example\r\n250 AUTH XOAUTH2 OAUTHBEARER\r\n", 'the server offers no login that this website knows (it offers XOAUTH2, OAUTHBEARER)'])]
    #[TestWith(["250-mail.example\r\n250 HELP\r\n", 'the server offers no login here'])]
    public function test_a_server_that_offers_no_login_for_a_password_is_told(string $words, string $reason): void
    {
        $this->server = MailServer::scripted(['EHLO' => ['say' => $words]]);

        $this->assertWaits($this->post(self::LOGIN), "The mail server cannot be used: {$reason}.");
    }

    /** The second recipient is asked over a connection that ended with the answer to the first. */
    public function test_what_was_said_to_one_is_not_told_of_another(): void
    {
        $this->server = MailServer::scripted(['RCPT TO:<gone@kokerboom.example>' => ['say' => "550 5.1.1 No such mailbox\r\n", 'then' => 'close']]);
        $delivery = (new SmtpMailer(self::smtp($this->server), self::route()))->send(
            self::mail('11111-11111', 'first@example.com'),
            ['gone@kokerboom.example', 'owner@kokerboom.example', 'sales@kokerboom.example'],
        );

        self::assertStringContainsString('550 5.1.1', $delivery->refused['gone@kokerboom.example']);
        self::assertSame(['sales@kokerboom.example'], $delivery->accepted);
        self::assertSame('RCPT TO command failed: the connection was closed', $delivery->refused['owner@kokerboom.example'] ?? null);
    }

    public function test_answers_put_in_before_the_encryption_end_the_session(): void
    {
        $server = $this->server = MailServer::scripted(
            ['STARTTLS' => ['say' => "220 go ahead\r\n250 injected\r\n"]],
            ['cert' => self::$certificate->certFile, 'key' => self::$certificate->keyFile],
        );

        $this->assertWaits($this->post(['SMTP_ENCRYPTION' => 'starttls', 'SMTP_CA_FILE' => self::$certificate->certFile]), 'TLS failed: the server said something unasked');
        self::assertSame(['EHLO kokerboom.example', 'STARTTLS'], $server->heardUntil('/STARTTLS/'));
    }

    public function test_each_recipient_has_an_answer_and_only_those_who_lack_the_mail_are_asked(): void
    {
        $server = $this->server = MailServer::scripted([
            'RCPT TO:<gone@kokerboom.example>' => ['say' => "550 5.1.1 No such mailbox\r\n"],
            'RCPT TO:<full@kokerboom.example>' => ['say' => "452 4.2.2 Full\r\n"],
        ]);
        $delivery = (new SmtpMailer(self::smtp($server), self::route()))->send(
            self::mail('11111-11111', 'first@example.com'),
            ['gone@kokerboom.example', 'owner@kokerboom.example', 'full@kokerboom.example'],
        );

        self::assertSame(['owner@kokerboom.example'], $delivery->accepted);
        self::assertSame(['gone@kokerboom.example', 'full@kokerboom.example'], array_keys($delivery->refused));
        self::assertStringContainsString('550 5.1.1 No such mailbox', $delivery->refused['gone@kokerboom.example']);
        self::assertStringContainsString('452 4.2.2 Full', $delivery->refused['full@kokerboom.example']);
        self::assertSame(
            ['RCPT TO:<gone@kokerboom.example>', 'RCPT TO:<owner@kokerboom.example>', 'RCPT TO:<full@kokerboom.example>', 'DATA', '.'],
            \array_slice($server->heardUntil('/^\.$/'), 2),
        );
    }

    public function test_recipients_there_was_no_time_for_get_a_mail_of_their_own_at_once(): void
    {
        $this->server = MailServer::scripted(['RCPT' => ['after' => 600]]);
        $everybody = ['a@kokerboom.example', 'b@kokerboom.example', 'c@kokerboom.example', 'd@kokerboom.example'];
        $delivery = (new SmtpMailer(self::smtp($this->server), self::route()))->send(self::mail('11111-11111', 'first@example.com'), $everybody);

        self::assertSame($everybody, $delivery->accepted);
    }

    public function test_an_attempt_begins_nothing_that_could_outlast_the_lease(): void
    {
        $this->server = MailServer::scripted(['dot <a@kokerboom.example>' => ['after' => 10_200, 'say' => "554 no\r\n"]]);
        $smtp = self::smtp($this->server, verdictSeconds: 11);
        $mailer = new SmtpMailer($smtp, self::route());
        $delivery = $mailer->send(self::mail('11111-11111', 'first@example.com'), ['a@kokerboom.example', 'b@kokerboom.example'], alone: true);

        self::assertSame(['a@kokerboom.example' => 'DATA END failed 554', 'b@kokerboom.example' => 'the others took all the time'], $delivery->refused);
        self::assertSame(20 + 11, $smtp->sendingSeconds(), 'the last one may begin after ten seconds and take ten more, and its verdict');
    }

    public function test_a_server_that_takes_so_many_mails_over_one_connection_gets_the_next_over_another(): void
    {
        $server = $this->server = MailServer::scripted(['MAIL' => ['say' => "452 4.5.3 too many mails\r\n", 'times' => 1]]);
        $mailer = new SmtpMailer(self::smtp($server), self::route());
        $mailer->connect();

        self::assertSame(['sales@kokerboom.example'], $mailer->send(self::mail('11111-11111', 'first@example.com'), ['sales@kokerboom.example'])->accepted);
    }

    public function test_what_one_enquiry_provokes_holds_up_no_other(): void
    {
        foreach ([['dot', "421 4.7.0 I do not like that\r\n"], ['RCPT', "421 4.7.0 no\r\n"], ['DATA', "421 4.7.0 no\r\n"]] as [$step, $words]) {
            $this->server?->stop();
            $this->server = MailServer::scripted([$step => ['say' => $words, 'then' => 'close', 'times' => 1]]);
            $queue = new Queue(Environment::for($this->server->port));
            $references = [$queue->add(), $queue->add(), $queue->add()];

            self::assertSame(2, $queue->work(), $step);
            self::assertSame('waiting', $queue->record($references[0])->state);
        }
    }

    public function test_a_mail_that_may_have_arrived_is_sent_again_seldom_and_not_for_long(): void
    {
        $server = $this->server = MailServer::scripted(['dot' => ['then' => 'close']]);
        $queue = new Queue(Environment::for($server->port));
        $reference = $queue->add();
        $hours = [];
        $identifiers = [];
        for ($attempt = 1; $attempt <= 4; ++$attempt) {
            $queue->run();
            preg_match('/^Message-ID: .*/m', $server->nextRaw(), $found);
            $identifiers[] = $found[0] ?? '';
            $record = $queue->record($reference);
            $hours[] = $record->state === 'waiting' ? ($record->dueAt - $queue->now) / 3600 : $record->state;
            $queue->now = max($queue->now, $record->dueAt);
        }

        self::assertSame([1, 4, 12, 'failed'], $hours);
        self::assertSame(["Message-ID: <{$reference}@kokerboom.example>\r"], array_values(array_unique($identifiers)));
        self::assertStringContainsString('may have arrived', (string) $queue->record($reference)->lastError);
    }

    /** Of a mail to one recipient. */
    private static function fate(SmtpMailer $mailer): string
    {
        try {
            $delivery = $mailer->send(self::mail('11111-11111', 'first@example.com'), ['sales@kokerboom.example']);
        } catch (MailServerUnavailable) {
            return 'unreachable';
        }

        return implode(' ', array_keys(array_filter(['accepted' => $delivery->accepted, 'refused' => $delivery->refused, 'unanswered' => $delivery->unanswered])));
    }

    /**
     * @param array{username?: string, password?: string} $login
     * @param key-of<SmtpServer::PORTS>                   $encryption
     * @param list<string>                                $addresses
     */
    private static function smtp(MailServer $server, array $login = [], string $encryption = SmtpServer::NONE, int $verdictSeconds = 1, string $host = '127.0.0.1', array $addresses = []): SmtpServer
    {
        return new SmtpServer($host, $server->port, $encryption, 1, self::$certificate->certFile, ...$login, verdictSeconds: $verdictSeconds, resolver: static fn(): array => $addresses);
    }

    /** @return mixed to be held for as long as there is to be that trouble */
    private static function at(string $address, int $port, string $trouble): mixed
    {
        if ($trouble === 'nobody there') {
            return null;
        }
        if (preg_match('/^\d/', $trouble) === 1) {
            return MailServer::scripted(['greeting' => ['say' => $trouble]], ['host' => $address, 'port' => $port]);
        }
        $context = stream_context_create(['socket' => ['backlog' => $trouble === 'silence' ? 9 : 0]]);
        $held = [stream_socket_server("tcp://{$address}:{$port}", context: $context)];
        // Once its queue is full, the kernel drops what comes.
        for ($i = 0; $trouble === 'connections are dropped' && $i < 3; ++$i) {
            $held[] = stream_socket_client("tcp://{$address}:{$port}", timeout: 1, flags: \STREAM_CLIENT_ASYNC_CONNECT | \STREAM_CLIENT_CONNECT);
        }

        return $held;
    }

    private static function route(): MailRoute
    {
        return Configuration::fromArray(Environment::for(1))->route();
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

    /** @param array<string, string> $grant */
    private function tokenServer(array $grant): WebServer
    {
        $router = DataFolders::fresh();
        mkdir($router);
        $expected = var_export($grant, true);
        file_put_contents("{$router}/tokens.php", "<?php header('Content-Type: application/json');
            if (\$_POST == {$expected}) { echo json_encode(['access_token' => str_repeat('t', 1500), 'expires_in' => 3599]); return; }
            http_response_code(400); echo json_encode(['error' => 'invalid_grant', 'error_description' => implode(' ', \$_POST)]);");

        return WebServer::start([], shown: "{$router}/tokens.php");
    }

    /**
     * @param array<string, string> $grant
     *
     * @return array<string, string>
     */
    private function oauth(WebServer $tokens, array $grant): array
    {
        return array_filter([
            'SMTP_USERNAME' => 'website',
            'SMTP_OAUTH_TOKEN_URL' => "http://127.0.0.1:{$tokens->port}/token",
            'SMTP_OAUTH_CLIENT_ID' => $grant['client_id'] ?? '',
            'SMTP_OAUTH_CLIENT_SECRET' => $grant['client_secret'] ?? '',
            'SMTP_OAUTH_REFRESH_TOKEN' => $grant['refresh_token'] ?? '',
            'SMTP_OAUTH_SCOPE' => $grant['scope'] ?? '',
        ], static fn(string $value): bool => $value !== '');
    }

    /** @param array<string, string> $settings */
    private function post(array $settings = []): Answer
    {
        $this->environment = Environment::for($this->server->port ?? 0, $settings + ['LOG_FILE' => $this->log]);

        return Desk::post($this->environment);
    }

    private static function mail(string $reference, string $email): Enquiry
    {
        $rules = ContactRules::fromFile(__DIR__ . '/../../server/rules/contact.json');
        $message = ContactMessage::from(['email' => $email] + Contract::answers()['message'], $rules);

        return new Enquiry(Reference::parse($reference), new \DateTimeImmutable(Desk::TIME), $message);
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
        self::assertSame($record->receivedAt + 60, $record->dueAt);
        self::assertStringContainsString($reason, (string) $record->lastError);
        $log = (string) file_get_contents($this->log);
        self::assertStringContainsString($reason, $log);
        self::assertSame([], array_filter(explode("\n", trim($log)), static fn(string $line): bool => !\is_array(json_decode($line, true))));

        return $log . $record->lastError;
    }
}
