<?php

declare(strict_types=1);

namespace Enquiry\Tests;

use Enquiry\Configuration\Configuration;
use Enquiry\Configuration\Installation;
use Enquiry\Console\CommandContext;
use Enquiry\Console\SystemCommands;
use Enquiry\Doctor\Doctor;
use Enquiry\Doctor\MailChecks;
use Enquiry\Doctor\SiteChecks;
use Enquiry\Parts;
use Enquiry\Shared\Clock;
use Enquiry\Shared\Text;
use Enquiry\Tests\Support\Certificate;
use Enquiry\Tests\Support\Environment;
use Enquiry\Tests\Support\MailServer;
use Enquiry\Tests\Support\PrivateFile;
use Enquiry\Tests\Support\Queue;
use Enquiry\Tests\Support\ServerCopy;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\TestWith;
use PHPUnit\Framework\TestCase;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Tester\CommandTester;
use Symfony\Component\Filesystem\Filesystem;
use Symfony\Component\HttpClient\MockHttpClient;
use Symfony\Component\HttpClient\Response\MockResponse;

final class DoctorTest extends TestCase
{
    private const DNS = [
        'kokerboom.example' => ['some-verification=1', 'v=spf1 include:mail.example -all'],
        '_dmarc.kokerboom.example' => ['v=DMARC1; p=none'],
    ];
    private const OURS = [422, '{"code":"validation_failed"}'];
    private const HEALTH = '/api/contact_health.php';
    private const PAGE = '<script src="/assets/app.js"></script>';
    private const POLICY = ['Content-Security-Policy: x'];

    /** Status, body and headers of a sound site's answers to posts and pages. */
    private const SITE = [
        'json' => self::OURS,
        'form' => self::OURS,
        'without encryption' => [301],
        '/website-doctor' => [404, self::PAGE, self::POLICY],
        self::HEALTH => [200, '{"status":"ok"}'],
    ];

    private static ServerCopy $copy;
    private static MailServer $mail;

    public static function setUpBeforeClass(): void
    {
        self::$copy = ServerCopy::make();
        self::$mail = MailServer::start();
    }

    protected function setUp(): void
    {
        mkdir($this->dataFolder(), 0o700);
    }

    protected function tearDown(): void
    {
        array_map(putenv(...), ['SSL_CERT_FILE', 'TEST_PAGES_DIR', 'TEST_SMTP_TIMEOUT']);
        (new Filesystem())->remove([$this->dataFolder(), self::$copy->root . '/.env']);
    }

    public function test_a_sound_installation_has_no_problems(): void
    {
        (new Queue($this->settings(), 'now'))->work();
        $report = $this->doctor();

        self::assertSame(1, preg_match_all('/^(?:warning|problem)  (.*)/m', $report, $found), $report);
        self::assertStringStartsWith('SITE_URL is not set', $found[1][0] ?? '');
        self::assertStringContainsString('No problems found.', $report);
        foreach (['configuration is valid', 'every extension', 'data can be written', 'asks for no login', 'publishes SPF', 'publishes DMARC', 'Enquiries are accepted'] as $fact) {
            self::assertStringContainsString($fact, $report);
        }
    }

    public function test_the_settings_are_printed_as_they_were_read_and_unknown_ones_are_named(): void
    {
        $ownMail = MailServer::start(['auth' => ['user' => 'website', 'pass' => 'hunter2']]);
        $secrets = ['WEBHOOK_URL' => 'https://crm.example/hunter2', 'WEBHOOK_SECRET' => 'whsec_hunter2/' . str_repeat('k', 24), 'HEALTH_TOKEN' => str_repeat('hunter2', 5)];
        $report = $this->doctor($secrets + ['SMTP_PORT' => (string) $ownMail->port, 'SMTP_USERNAME' => 'website', 'SMTP_PASSWORD' => 'hunter2', 'SMTP_HSOT' => 'x']);

        self::assertMatchesRegularExpression('/^  SMTP_USERNAME +website\n  SMTP_PASSWORD +\(7 characters\)$/m', $report);
        self::assertStringNotContainsString('hunter2', $report);
        self::assertMatchesRegularExpression('/^warning  \.env has SMTP_HSOT, which is not a setting\.\n +→ Correct the name/m', $report);
        self::assertSame(1, substr_count($report, 'not a setting'));
    }

    public function test_an_invalid_setting_is_reported_with_its_file(): void
    {
        $report = $this->doctor(['MAIL_TO' => 'sales'], expected: 1);

        self::assertProblem('MAIL_TO must be ', $report);
        self::assertStringContainsString('→ Correct it in ' . self::$copy->root . '/.env or in the environment', $report);
    }

    public function test_files_that_every_user_of_the_machine_can_read_are_reported(): void
    {
        chmod($this->dataFolder(), 0o755);
        $report = $this->doctor([], environmentMode: 0o644, expected: 1);

        foreach ([$this->dataFolder(), self::$copy->root . '/.env'] as $path) {
            self::assertProblem("Every user of this machine can read {$path}.", $report);
        }
    }

    public function test_a_list_of_suspects_that_cannot_be_used_is_named_without_its_words(): void
    {
        $list = "{$this->dataFolder()}/" . PrivateFile::SUSPECTS;
        file_put_contents($list, "203.0.113.0/99\ncaf\xE9\n\u{200B}\nprize\n2001:db8::/129\n...\n" . str_repeat("\xFF", 40));
        self::assertMatchesRegularExpression("~^warning  {$list}: these lines cannot be used: 1, 2, 3, 5, 6, 7\.\n +→ \\S~m", $this->doctor());
        unlink($list);
        mkdir($list);
        self::assertStringContainsString("warning  {$list}: it cannot be read.\n", $this->doctor());
    }

    /** @param array<string, array{0?: int, 1?: string, 2?: list<string>, error?: string}> $answers */
    #[DataProvider('sites')]
    public function test_a_fault_of_the_live_site_is_named_with_the_fix(array $answers, string $level = 'ok', string $what = '', string $fix = ''): void
    {
        self::$copy->configure(['SMTP_PASSWORD' => 'hunter2']);
        $client = new MockHttpClient(static function (string $method, string $url, array $options) use ($answers): MockResponse {
            $isJson = \in_array('Content-Type: application/json', (array) ($options['headers'] ?? []), true);
            $asked = match (true) {
                str_starts_with($url, 'http:') => 'without encryption',
                $method === 'POST' => $isJson ? 'json' : 'form',
                default => (string) parse_url($url, \PHP_URL_PATH),
            };
            // of a firm with several forms, the contact form has the fault
            $isOther = $method === 'POST' && !str_contains($url, '/contact_process.php');
            $answer = (($isOther ? [] : $answers) + self::SITE)[$asked] ?? [404];

            return new MockResponse($answer[1] ?? '', isset($answer['error']) ? $answer : ['http_code' => $answer[0] ?? 0, 'response_headers' => $answer[2] ?? []]);
        });
        $configuration = Environment::configuration(['SITE_URL' => 'https://www.firm.example', 'SERVICE_PREFIX' => '/api'] + $this->settings());
        $faults = [];
        foreach ((new SiteChecks($configuration, new Installation(self::$copy->server), $client))->findings() as $finding) {
            array_push($faults, ...$finding->level === 'ok' ? [] : [$finding]);
        }

        self::assertCount($level === 'ok' ? 0 : 1, $faults);
        self::assertSame($level, $faults[0]->level ?? 'ok');
        self::assertStringContainsString($what, $faults[0]->what ?? '');
        self::assertStringContainsString($fix, $faults[0]->fix ?? '');
    }

    /** @return iterable<string, array{0: array<string, array<mixed>>, 1?: string, 2?: string, 3?: string}> */
    public static function sites(): iterable
    {
        $broken = static fn(int $status, string $fix): array => [['json' => [$status, '<b>No</b>'], 'form' => [$status]], 'problem', "/contact_process.php answers {$status} instead of 422 to JSON: \"No\"", $fix];

        yield 'none' => [[]];
        yield 'the rate limit' => [array_fill_keys(['json', 'form'], [429, '{"code":"too_many_requests"}'])];
        yield 'a security.txt that ends in six weeks' => [['/.well-known/security.txt' => [200, 'Expires: ' . gmdate(\DATE_ATOM, time() + 42 * 86_400)]]];
        yield 'a security.txt that ends in a week' => [['/.well-known/security.txt' => [200, "Contact: x\r\nExpires: " . gmdate(\DATE_ATOM, time() + 7 * 86_400) . "\r\n"]], 'warning', 'security.txt is valid until ' . gmdate('Y-m-d', time() + 7 * 86_400), 'npm run deploy'];
        yield 'a redirect' => [['json' => [301, '', ['Location: https://firm.example/']], 'form' => [301]], 'problem', 'redirects to https://firm.example/.', 'Set SITE_URL'];
        yield 'PHP does not run' => $broken(200, 'Switch PHP on');
        yield 'no endpoint' => $broken(404, 'Upload the whole folder www');
        yield 'a firewall' => $broken(406, 'A firewall of your host');
        yield 'an error of the web server' => $broken(500, "See the web server's error log");
        yield 'no php-fpm' => $broken(502, 'php-fpm');
        yield 'a database that is away' => [['json' => [503, '{"code":"unavailable"}']] + ['form' => [503]], 'problem', 'answers 503', 'see the queue below'];
        yield 'a firewall that refuses forms' => [
            ['form' => [406]],
            'problem',
            'answers 406 instead of 422 to a form',
            'Ask your host to allow JSON and form posts',
        ];
        yield 'a firewall that refuses JSON' => [['json' => [406]], 'warning', 'answers 406 instead of 422 to JSON', 'Ask your host to allow JSON'];
        yield 'a page without encryption' => [['without encryption' => [200]], 'warning', 'The site answers at http://www.firm.example too', 'REDIRECT_TO_HTTPS'];
        yield 'no answer without encryption' => [['without encryption' => ['error' => 'refused']]];
        yield 'no policy' => [['/website-doctor' => [404, self::PAGE]], 'warning', 'https://www.firm.example answers without a Content-Security-Policy', 'On Apache, upload www/.htaccess'];
        yield 'another 404 page' => [['/website-doctor' => [404, '', self::POLICY]], 'problem', "does not get the site's own 404 page, but 404.", 'On Apache, upload www/.htaccess'];
        yield 'a page for every address' => [['/website-doctor' => [200, self::PAGE, self::POLICY]], 'problem', "does not get the site's own 404 page, but 200.", 'such as WordPress'];
        yield 'no health page' => [[self::HEALTH => [404]], 'problem', 'contact_health.php answers 404, but not with the health page.', 'Upload the whole folders'];
        yield 'a failing health page' => [[self::HEALTH => [503, '{"status":"failing"}']], 'problem', 'The health page of the live site says that it is failing.', 'chown -R www-data'];
        yield 'another release' => [[self::HEALTH => [200, '{"status":"ok","release":"1"}']], 'problem', 'Another release, or another installation', 'inside the document root'];
        yield 'the settings, in the document root' => [['/.env' => [200, "SMTP_PASSWORD='hunter2'"]], 'problem', 'Private files are open to the world: https://www.firm.example/.env.', 'Make www the document root'];
        yield 'a private file that is shown' => [['/private/.env' => [200, "SMTP_PASSWORD='hunter2'"]], 'problem', 'Private files are open to the world: https://www.firm.example/private/.env.', 'Make www the document root'];
        yield 'a password' => [['json' => [401]], 'warning', 'contact_process.php asks for a password (401)', 'Check that'];
        yield 'an old certificate' => [['json' => ['error' => 'SSL certificate problem: expired']], 'problem', 'certificate problem: expired', 'Renew the certificate'];
        yield 'no answer' => [['json' => ['error' => 'Could not connect']], 'warning', 'contact_process.php gave no answer: Could not connect', 'Check that the site is up'];
    }

    /**
     * @param array<string, string>                    $settings
     * @param array<string, array<string, int|string>> $answers
     */
    #[DataProvider('mailFaults')]
    public function test_an_unusable_mail_server_is_reported_with_the_fix(array $settings, string $error, string $fix, array $answers = []): void
    {
        $ownMail = MailServer::scripted($answers, Certificate::for('DNS:mail.example')->options);
        $report = $this->doctor($settings + ['SMTP_PORT' => (string) $ownMail->port, 'TEST_SMTP_TIMEOUT' => '1'], options: ['--send' => true], expected: 1);

        $found = preg_match_all("/^problem  (?:127\.0\.0\.1:\d+|The test message was not accepted): .*{$error}.*\n +→ {$fix}/m", $report);
        self::assertSame(isset($answers['MAIL']) ? 1 : 2, $found, $report);
        self::assertStringNotContainsString('hunter2', $report);
    }

    /** @return iterable<string, array{0: array<string, string>, 1: string, 2: string, 3?: array<string, array<string, int|string>>}> */
    public static function mailFaults(): iterable
    {
        $login = ['SMTP_USERNAME' => 'website', 'SMTP_PASSWORD' => 'hunter2'];

        $refused = ['password' => ['say' => "535 5.7.139 no\r\n"]];
        $fix = 'Microsoft 365 refuses this password';
        yield 'Microsoft 365, which accepts no password' => [$login, '5\.7\.139', $fix, $refused];
        yield 'a wrong password' => [$login, '535', 'Check SMTP_USERNAME and SMTP_PASSWORD', ['password' => ['say' => "535 5.7.8 no\r\n"]]];
        yield 'no login with a password' => [$login, 'Login failed', 'Check SMTP_USERNAME and SMTP_PASSWORD.* set SMTP_ENCRYPTION', ['EHLO' => ['say' => "250-mail.example\r\n250 AUTH XOAUTH2\r\n"]]];
        yield 'a refused sender' => [[], 'MAIL FROM failed 553 5\.7\.1 not its owner', 'Set MAIL_FROM to an address', ['MAIL' => ['say' => "553 5.7.1 not its owner\r\n"]]];
        yield 'silence' => [[], '', 'Check SMTP_HOST, SMTP_PORT and SMTP_ENCRYPTION\. Some hosts block', ['greeting' => ['then' => 'stall']]];
        yield 'a certificate that is not trusted' => [['SMTP_ENCRYPTION' => 'starttls'], 'certificate verify failed', 'The certificate is for another name'];
    }

    public function test_login_and_encryption_are_checked_and_a_mail_is_sent_only_on_request(): void
    {
        $certificate = Certificate::for('IP:127.0.0.1');
        $ownMail = MailServer::start(['auth' => ['user' => 'website', 'pass' => 'hunter2']] + $certificate->options);
        $settings = ['SMTP_PORT' => (string) $ownMail->port, 'SMTP_ENCRYPTION' => 'starttls', 'SMTP_USERNAME' => 'website', 'SMTP_PASSWORD' => 'hunter2'];
        putenv("SSL_CERT_FILE={$certificate->file}");
        self::assertStringContainsString('answers and accepts the login.', $this->doctor($settings));
        // Linux connects to this machine, but the name may be that of any other.
        self::assertMatchesRegularExpression('/^warning  The mail server 0\.0\.0\.0:\d+ answers and asks for no login, but the connection is not encrypted\.\n +→ Set SMTP_ENCRYPTION/m', $this->doctor(['SMTP_HOST' => '0.0.0.0']));
        $report = $this->doctor($settings, options: ['--send' => true]);
        $mail = $ownMail->next();

        self::assertSame(1, preg_match('/test message with the reference (\S+) went to sales@kokerboom\.example\./', $report, $found));
        self::assertStringContainsString('A test of the mail', $mail['subject']);
        self::assertStringEndsWith("[ref {$found[1]}]", $mail['subject']);
        self::assertSame(['gmail.com'], array_map(Text::domainOf(...), array_column($mail['replyTo'], 'address')), 'like an enquiry');
        self::assertStringContainsString('tel:+27', $mail['html']);
        foreach (['Look for it in the Inbox and in Junk', 'allow website@kokerboom.example there', 'cPanel', 'Google Workspace', 'Microsoft 365', 'rspamd'] as $place) {
            self::assertStringContainsString($place, $report);
        }
    }

    public function test_a_test_message_is_reported_for_each_recipient(): void
    {
        $ownMail = MailServer::scripted(['dot <a@firm.example>' => ['say' => "554 5.7.1 spam\r\n"], 'dot <b@firm.example>' => ['then' => 'close']]);
        $report = $this->doctor(['SMTP_PORT' => (string) $ownMail->port, 'MAIL_TO' => 'a@firm.example,b@firm.example,c@firm.example', 'MAIL_TO_QUOTE' => 'c@firm.example,d@firm.example'], options: ['--send' => true], expected: 1);

        self::assertSame(1, preg_match_all('/^ok .* went to c@firm\.example\./m', $report));
        self::assertSame(1, preg_match_all('/^ok .* went to d@firm\.example\./m', $report));
        self::assertProblem('The test message to a@firm.example was not accepted: ', $report);
        self::assertProblem('The test message to b@firm.example was not accepted: ', $report);
    }

    #[TestWith(['Sales@kokerboom.example', '127.0.0.1', 'MAIL_FROM is also in MAIL_TO: Gmail', 'website@kokerboom.example'])]
    #[TestWith(['kokerboom@gmail.com', '127.0.0.1', 'MAIL_FROM is at gmail.com, but 127.0.0.1 may not send for it', "of the firm's own domain"])]
    #[TestWith(['kokerboom@gmail.com', 'smtp.gmail.com', '', ''])]
    #[TestWith(['website@kokerboom.example', '127.0.0.1', '', ''])]
    public function test_a_sender_that_filters_or_mail_programs_mistake_is_reported(string $from, string $host, string $what, string $fix): void
    {
        $checks = new MailChecks(Environment::configuration(['SMTP_HOST' => $host, 'MAIL_FROM' => $from] + $this->settings()), dns_get_record(...), new Clock());
        $findings = [...$checks->sender()];

        self::assertCount($what === '' ? 0 : 1, $findings, implode("\n", array_map(strval(...), $findings)));
        self::assertStringContainsString($what, $findings[0]->what ?? '');
        self::assertStringContainsString($fix, $findings[0]->fix ?? '');
    }

    /** @param ?array<string, list<string>> $records */
    #[TestWith([['kokerboom.example' => ['V=SPF1 -all'], '_dmarc.kokerboom.example' => ['v = DMARC1; p=none']], '/^ok .* publishes (SPF|DMARC)\./m'])]
    #[TestWith([['kokerboom.example' => ['not v=spf1', 'v=spf2.0/pra'], '_dmarc.kokerboom.example' => ['v=DMARC10; p=none', 'v=dmarc1; p=none']], '/^warning .* does not publish (SPF|DMARC).*\n +→ Publish/m'])]
    #[TestWith([[], '/^warning .* does not publish (SPF|DMARC).*\n +→ Publish/m'])]
    #[TestWith([null, '/^warning  DNS gave no answer about \S*kokerboom\.example\./m'])]
    public function test_spf_and_dmarc_are_read(?array $records, string $expected): void
    {
        self::assertSame(2, preg_match_all($expected, $this->doctor([], $records)));
    }

    public function test_the_findings_about_the_queue_are_reported(): void
    {
        $queue = new Queue($this->settings(), '1801 seconds ago');
        $queue->work();
        $queue->add();
        $report = $this->doctor([], expected: 1);

        self::assertProblem('The oldest waiting enquiry for all recipients is 30 minutes old (1 enquiry).', $report);
        $line = preg_quote('* * * * * php ' . self::$copy->root . '/server/console work. ', '~');
        self::assertMatchesRegularExpression("~^warning  The worker last ran 30 minutes ago\..*\n +→ Let cron run it every minute: {$line}~m", $report);
    }

    public function test_a_store_that_cannot_be_read_is_reported_and_stops_no_other_check(): void
    {
        $database = ['DATABASE_URL' => 'mysql://web:x@127.0.0.1:' . Environment::deadPort() . '/enquiries'];
        $report = $this->doctor($database, options: ['--send' => true], expected: 1);

        self::assertProblem('No enquiry can be accepted or delivered: The database failed', $report);
        self::assertStringContainsString('A test message with the reference', $report);
    }

    /**
     * @param array<string, string>        $settings
     * @param ?array<string, list<string>> $dns
     * @param array<string, bool>          $options
     */
    private function doctor(
        array $settings = [],
        ?array $dns = self::DNS,
        array $options = [],
        int $environmentMode = 0o600,
        int $expected = 0,
    ): string {
        $settings += $this->settings();
        $forTests = array_filter($settings, static fn(string $name): bool => str_starts_with($name, 'TEST_'), \ARRAY_FILTER_USE_KEY);
        // Not in .env, where doctor reports unknown settings.
        array_map(static fn(string $name, string $value): bool => putenv("{$name}={$value}"), array_keys($forTests), $forTests);
        self::$copy->configure(array_diff_key($settings, $forTests));
        chmod(self::$copy->root . '/.env', $environmentMode);
        $installation = new Installation(self::$copy->server);
        $lookUp = static fn(string $name): array|false => $dns === null ? false : array_map(static fn(string $text): array => ['txt' => $text], $dns[rtrim($name, '.')] ?? []);
        $services = new CommandContext(static fn(): Configuration => Configuration::load($installation), new Clock());
        $command = new SystemCommands(
            $services,
            $installation,
            static fn(): Doctor => new Doctor($installation, static fn(Configuration $configuration) => (new Parts($configuration))->checkup(), $lookUp),
        );
        $tester = new CommandTester((new Command('doctor'))->setCode($command->doctor(...)));
        $code = $tester->execute($options);
        $report = $tester->getDisplay(true);
        self::assertSame($expected, $code, $report);

        return $report;
    }

    /** @return array<string, string> */
    private function settings(): array
    {
        return Environment::for(self::$mail->port, ['DATA_DIR' => $this->dataFolder()]);
    }

    private function dataFolder(): string
    {
        return self::$copy->server . '/data';
    }

    private static function assertProblem(string $what, string $report): void
    {
        self::assertMatchesRegularExpression('/^problem  .*' . preg_quote($what, '/') . '.*\n +→ \S/m', $report);
    }
}
