<?php

declare(strict_types=1);

namespace Enquiry\Tests;

use Enquiry\Application;
use Enquiry\Configuration\Configuration;
use Enquiry\Configuration\Installation;
use Enquiry\Console\Services;
use Enquiry\Console\SystemCommands;
use Enquiry\Doctor\Doctor;
use Enquiry\Doctor\Internet;
use Enquiry\Doctor\MailChecks;
use Enquiry\Doctor\SiteChecks;
use Enquiry\Queue\Checkup;
use Enquiry\Queue\Finding;
use Enquiry\Shared\Clock;
use Enquiry\Shared\Text;
use Enquiry\Tests\Support\Certificate;
use Enquiry\Tests\Support\DataFolders;
use Enquiry\Tests\Support\Environment;
use Enquiry\Tests\Support\FixedDns;
use Enquiry\Tests\Support\MailServer;
use Enquiry\Tests\Support\Queue;
use Enquiry\Tests\Support\ServerCopy;
use Enquiry\Tests\Support\WebServer;
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

    private static ServerCopy $copy;
    private static MailServer $mail;
    private ?WebServer $site = null;

    public static function setUpBeforeClass(): void
    {
        self::$copy = ServerCopy::make();
        (new Filesystem())->mirror(__DIR__ . '/../identity/forms', self::$copy->server . '/forms');
        self::$mail = MailServer::start();
    }

    protected function setUp(): void
    {
        mkdir($this->dataFolder(), 0o700);
        file_put_contents("{$this->dataFolder()}/address.key", str_repeat('0a', 32));
        chmod("{$this->dataFolder()}/address.key", 0o600);
    }

    protected function tearDown(): void
    {
        array_map(putenv(...), ['SSL_CERT_FILE', 'TEST_PAGES_DIR', 'TEST_SMTP_TIMEOUT']);
        (new Filesystem())->remove([$this->dataFolder(), self::$copy->root . '/.env']);
    }

    public function test_a_sound_installation_has_no_problems_and_no_warnings(): void
    {
        $this->site = $this->startSite();
        (new Queue($this->settings(), 'now'))->work();
        $report = $this->doctor($this->siteSettings(), self::DNS);

        self::assertStringContainsString('No problems found.', $report);
        self::assertSame(0, preg_match('/^(warning|problem)/m', $report), $report);
        foreach (['configuration is valid', 'every extension', 'data can be written', 'The endpoint answers at', 'The health page answers', 'answers, with a Content-Security-Policy', 'gets the answer 404', 'does not show .env', 'asks for no login', 'publishes SPF', 'publishes DMARC', 'Enquiries are accepted'] as $fact) {
            self::assertStringContainsString($fact, $report);
        }
    }

    public function test_the_settings_are_printed_as_they_were_read_and_unknown_ones_are_named(): void
    {
        $ownMail = MailServer::start(['auth' => ['user' => 'website', 'pass' => 'hunter2']]);
        $report = $this->doctor(['SMTP_PORT' => (string) $ownMail->port, 'SMTP_USERNAME' => 'website', 'SMTP_PASSWORD' => 'hunter2', 'SMTP_HSOT' => 'x']);

        self::assertMatchesRegularExpression('/^  SMTP_USERNAME +website\n  SMTP_PASSWORD +hu… \(7 characters\)$/m', $report);
        self::assertStringNotContainsString('hunter2', $report);
        self::assertMatchesRegularExpression('/^warning  \.env has SMTP_HSOT, which is not a setting\.\n +→ Correct the name/m', $report);
        self::assertSame(1, substr_count($report, 'not a setting'));
    }

    public function test_files_that_every_user_of_the_machine_can_read_are_reported(): void
    {
        chmod($this->dataFolder(), 0o755);
        $report = $this->doctor([], environmentMode: 0o644, expected: 1);

        foreach ([$this->dataFolder(), self::$copy->root . '/.env'] as $path) {
            self::assertProblem("Every user of this machine can read {$path}.", $report);
        }
    }

    #[TestWith([''])]
    #[TestWith(['/server'])]
    public function test_private_files_that_the_web_server_shows_are_reported(string $below): void
    {
        $this->site = WebServer::start($this->settings(), shown: self::$copy->root . $below);
        $report = $this->doctor($this->siteSettings(), expected: 1);

        self::assertProblem('Private files are open to the world: ', $report);
        self::assertSame($below === '', str_contains($report, "{$this->siteUrl()}/.env"), $report);
        self::assertStringContainsString("{$this->siteUrl()}" . ($below === '' ? '/server' : '') . '/data/address.key', $report);
    }

    public function test_a_site_that_answers_every_address_is_not_reported_as_showing_private_files(): void
    {
        $this->site = $this->startSite(before: 'echo "<h1>Welcome</h1>"; return;');
        $report = $this->doctor($this->siteSettings(), expected: 1);

        self::assertStringContainsString('does not show .env', $report);
        self::assertProblem("does not get the site's own 404 page, but 200.", $report);
        self::assertProblem('answers 200 instead of 422: "Welcome"', $report);
    }

    #[TestWith([422, 301, true])]
    #[TestWith([301, 200, true])]
    #[TestWith([301, 301, false])]
    #[TestWith([0, 0, false])]
    public function test_a_site_that_answers_without_encryption_is_named(int $form, int $page, bool $isNamed): void
    {
        $client = new MockHttpClient(static function (string $method, string $url) use ($form, $page): MockResponse {
            $status = str_starts_with($url, 'https:') ? 422 : ($method === 'POST' ? $form : $page);

            return new MockResponse('{"code":"validation_failed"}', $status === 0 ? ['error' => 'refused'] : ['http_code' => $status]);
        });
        $configuration = Configuration::fromArray(['SITE_URL' => 'https://www.firm.example', 'DATA_DIR' => DataFolders::made(), 'SMTP_HOST' => 'x', 'MAIL_FROM' => 'a@firm.example', 'MAIL_TO' => 'b@firm.example']);
        $checks = new SiteChecks($configuration, Installation::running(), new Internet(client: $client));
        $report = implode("\n", array_map(static fn(Finding $finding): string => "{$finding->what} {$finding->fix}", iterator_to_array($checks->findings(), false)));

        self::assertSame($isNamed, str_contains($report, 'The site answers at http://www.firm.example too'), $report);
        self::assertSame($isNamed, str_contains($report, 'REDIRECT_TO_HTTPS'), $report);
    }

    /** @param string $before what PHP runs before each script */
    #[TestWith(['header("Location: https://www.firm.example/", true, 301); return;', 'redirects to https://www.firm.example/.', 'Set SITE_URL'])]
    #[TestWith(['readfile(__FILE__); return;', 'shows its source.', 'Switch PHP on'])]
    #[TestWith(['http_response_code(502); return;', 'answers 502', 'PHP does not run'])]
    #[TestWith(['http_response_code(503); echo \'{"status":"error","code":"unavailable"}\'; return;', 'answers 503', 'PHP does not run'])]
    #[TestWith(['http_response_code(403); echo "Forbidden"; return;', 'answers 403 instead of 422: "Forbidden"', 'A firewall of your host'])]
    #[TestWith(['if (!str_contains($_SERVER["CONTENT_TYPE"], "json")) { http_response_code(403); return; }', 'answers 403 instead of 422: "" to a form', 'Visitors without JavaScript'])]
    #[TestWith(['http_response_code(500); return;', 'answers 500', "See the web server's own error log"])]
    #[TestWith(['http_response_code(404); return;', 'answers 404', 'Upload the whole folder www'])]
    #[TestWith(['echo "a banner"; flush();', 'answers 200 instead of 422: "{"status":"error"', 'auto_prepend_file'])]
    public function test_an_endpoint_that_does_not_answer_is_reported(string $before, string $what, string $fix): void
    {
        $this->site = $this->startSite(before: "if (str_ends_with(\$_SERVER['SCRIPT_NAME'], 'contact_process.php')) { {$before} }");
        $report = $this->doctor($this->siteSettings(), expected: 1);

        self::assertMatchesRegularExpression('~^problem  .*/api/contact_process\.php ' . preg_quote($what, '~') . '.*\n +→ .*' . preg_quote($fix, '~') . '~m', $report);
        self::assertSame(1, preg_match_all('/^problem/m', $report), $report);
    }

    public function test_a_firewall_that_refuses_only_json_is_a_warning(): void
    {
        $this->site = $this->startSite(before: "if ((\$_SERVER['CONTENT_TYPE'] ?? '') === 'application/json') { http_response_code(406); echo 'Forbidden'; return; }");

        self::assertMatchesRegularExpression('~^warning  .*/api/contact_process\.php answers 406 instead of 422: "Forbidden" to JSON.*\n +→ .*Ask your host to allow JSON~m', $this->doctor($this->siteSettings()));
    }

    /** @param array<string, string> $settings of the live site */
    #[DataProvider('otherSites')]
    public function test_a_site_that_does_not_use_this_installation_is_reported(array $settings, string $before, string $words): void
    {
        $this->site = $this->startSite($settings, $before);
        $report = $this->doctor($this->siteSettings(), expected: 1);

        self::assertMatchesRegularExpression("~^problem  {$words}~m", $report);
        self::assertSame(1, preg_match_all('/^problem/m', $report), $report);
    }

    /** @return iterable<string, array{array<string, string>, string, string}> */
    public static function otherSites(): iterable
    {
        yield 'without a health page' => [[], "if (str_ends_with(\$_SERVER['SCRIPT_NAME'], 'contact_health.php')) { http_response_code(404); return; }", '.*contact_health\.php answers 404, but not with the health page\.'];
        yield 'failing' => [['DATABASE_URL' => 'mysql://web:x@127.0.0.1:' . Environment::deadPort() . '/enquiries'], '', 'The health page of the live site says that it is failing\.'];
        yield 'another release' => [[], "if (str_ends_with(\$_SERVER['SCRIPT_NAME'], 'contact_health.php')) { echo '{\"status\":\"ok\",\"release\":\"1\"}'; return; }", "Another release, or another installation, answers http\S+\. .*\n +→ Check SITE_URL.*inside the document root"];
    }

    /** @param string $before what PHP runs before each page */
    #[TestWith(["header_remove('Content-Security-Policy');", 'warning', 'http\S+/public/index comes without a Content-Security-Policy.*'])]
    #[TestWith(["if (\$_SERVER['REQUEST_URI'] === '/public/index') { http_response_code(404); return; }", 'problem', 'http\S+/public/index answers 404 instead of 200\.'])]
    #[TestWith(["if (\$_SERVER['REQUEST_URI'] === '/website-doctor') { http_response_code(404); return; }", 'problem', "An address without a page does not get the site's own 404 page, but 404\."])]
    public function test_pages_that_are_not_served_as_built_are_reported(string $before, string $level, string $what): void
    {
        $this->site = $this->startSite(before: $before);
        $report = $this->doctor($this->siteSettings(), expected: $level === 'problem' ? 1 : 0);

        self::assertMatchesRegularExpression("~^{$level}  {$what}\n +→ .*On Apache, upload www/\.htaccess.* such as WordPress~m", $report);
    }

    public function test_a_site_that_cannot_be_reached_is_a_warning(): void
    {
        $report = $this->doctor(['SITE_URL' => 'http://127.0.0.1:' . Environment::deadPort()]);

        self::assertMatchesRegularExpression('/^warning  The live site was not checked: .*[a-z]+_process\.php gave no answer: .*connect to 127/m', $report);
    }

    /**
     * @param array<string, string>                    $settings
     * @param array<string, array<string, int|string>> $answers
     */
    #[DataProvider('mailFaults')]
    public function test_an_unusable_mail_server_is_reported_with_the_fix(array $settings, string $error, string $fix, array $answers = []): void
    {
        $ownMail = MailServer::scripted($answers, Certificate::for('DNS:mail.example')->options);
        $report = $this->doctor($settings + ['SMTP_PORT' => (string) $ownMail->port, 'TEST_SMTP_TIMEOUT' => '1'], expected: 1);

        self::assertMatchesRegularExpression("/^problem  127\.0\.0\.1:\d+: .*{$error}.*\n +→ {$fix}/m", $report);
        self::assertStringNotContainsString('hunter2', $report);
    }

    /** @return iterable<string, array{0: array<string, string>, 1: string, 2: string, 3?: array<string, array<string, int|string>>}> */
    public static function mailFaults(): iterable
    {
        $login = ['SMTP_USERNAME' => 'website', 'SMTP_PASSWORD' => 'hunter2'];
        $offer = static fn(string $kinds): array => ['say' => "250-mail.example\r\n250 AUTH {$kinds}\r\n"];
        $basic = "535 5.7.139 Authentication unsuccessful, basic authentication is disabled.\r\n";

        yield 'a wrong password' => [$login, '535', 'Check SMTP_USERNAME and SMTP_PASSWORD', ['password' => ['say' => "535 5.7.8 no\r\n"]]];
        yield 'no login with a password' => [$login, '', 'Check SMTP_ENCRYPTION and SMTP_PORT: most servers allow a login only after encryption', ['EHLO' => $offer('XOAUTH2')]];
        yield 'Microsoft 365' => [$login, '535', 'Microsoft 365 refuses this password\. Switch on authenticated SMTP', ['EHLO' => $offer('LOGIN'), 'AUTH' => ['say' => $basic]]];
        yield 'silence' => [[], '', 'Check SMTP_HOST, SMTP_PORT and SMTP_ENCRYPTION\. Some hosts block', ['greeting' => ['then' => 'stall']]];
        yield 'a certificate that is not trusted' => [['SMTP_ENCRYPTION' => 'starttls'], 'certificate verify failed', 'The certificate is for another name'];
        yield 'TLS on a port without it' => [['SMTP_ENCRYPTION' => 'tls'], 'cannot be used', 'Check SMTP_HOST, SMTP_PORT and SMTP_ENCRYPTION'];
        yield 'no server' => [['SMTP_PORT' => (string) Environment::deadPort()], 'Connection refused', 'Check SMTP_HOST, SMTP_PORT'];
    }

    public function test_login_and_encryption_are_checked_and_a_mail_is_sent_only_on_request(): void
    {
        $certificate = Certificate::for('IP:127.0.0.1');
        $ownMail = MailServer::start(['auth' => ['user' => 'website', 'pass' => 'hunter2']] + $certificate->options);
        $settings = ['SMTP_PORT' => (string) $ownMail->port, 'SMTP_ENCRYPTION' => 'starttls', 'SMTP_USERNAME' => 'website', 'SMTP_PASSWORD' => 'hunter2'];
        putenv("SSL_CERT_FILE={$certificate->file}");
        self::assertStringContainsString('answers and accepts the login.', $this->doctor($settings));
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
        $report = $this->doctor(['SMTP_PORT' => (string) $ownMail->port, 'MAIL_TO' => 'a@firm.example,b@firm.example,c@firm.example'], options: ['--send' => true], expected: 1);

        self::assertMatchesRegularExpression('/^ok .* went to c@firm\.example\./m', $report);
        self::assertProblem('The test message to a@firm.example was refused: ', $report);
        self::assertProblem('The test message to b@firm.example may have arrived: ', $report);
    }

    #[TestWith(['Sales@kokerboom.example', '127.0.0.1', 'MAIL_FROM is also in MAIL_TO: Gmail', 'website@kokerboom.example'])]
    #[TestWith(['kokerboom@gmail.com', '127.0.0.1', 'MAIL_FROM is at gmail.com, but 127.0.0.1 may not send for it', "of the firm's own domain"])]
    #[TestWith(['kokerboom@gmail.com', 'smtp.gmail.com', null, ''])]
    #[TestWith(['website@kokerboom.example', '127.0.0.1', null, ''])]
    public function test_a_sender_that_filters_or_mail_programs_mistake_is_reported(string $from, string $host, ?string $what, string $fix): void
    {
        $checks = new MailChecks(Configuration::fromArray(['SMTP_HOST' => $host, 'MAIL_FROM' => $from] + $this->settings()), FixedDns::with([]), new Clock());
        $findings = [...$checks->sender()];

        self::assertCount(1, $findings);
        self::assertSame($what === null ? Finding::OK : Finding::WARNING, $findings[0]->level);
        self::assertStringContainsString((string) $what, $findings[0]->what);
        self::assertStringContainsString($fix, $findings[0]->fix);
    }

    public function test_a_refused_sender_is_reported(): void
    {
        $ownMail = MailServer::scripted(['MAIL' => ['say' => "553 5.7.1 Sender address rejected: not logged in as its owner\r\n"]]);
        $report = $this->doctor(['SMTP_PORT' => (string) $ownMail->port], options: ['--send' => true], expected: 1);

        self::assertMatchesRegularExpression('/^problem  The test message was not accepted: .*553 5\.7\.1.*\n +→ Set MAIL_FROM to an address/m', $report);
    }

    public function test_missing_dns_records_are_warnings(): void
    {
        $report = $this->doctor([], []);
        self::assertMatchesRegularExpression('/^warning  kokerboom\.example does not publish SPF.*\n +→ Publish/m', $report);
        self::assertMatchesRegularExpression('/^warning  _dmarc\.kokerboom\.example does not publish DMARC.*\n +→ Publish/m', $report);
        self::assertMatchesRegularExpression('/^warning  DNS gave no answer about kokerboom\.example\./m', $this->doctor([], null));
    }

    public function test_a_dns_record_that_resembles_the_right_one_does_not_count(): void
    {
        foreach ([
            ['publishes', ['V=SPF1 -all'], ['v=DMARC1']],
            ['publishes', ['v=spf1'], ['v = DMARC1; p=none']],
            ['does not publish', ['not v=spf1', 'v=spf2.0/pra'], ['not v=DMARC1', 'v=DMARC10; p=none', 'v=dmarc1; p=none']],
        ] as [$said, $spf, $dmarc]) {
            $report = $this->doctor([], ['kokerboom.example' => $spf, '_dmarc.kokerboom.example' => $dmarc]);
            self::assertSame(2, preg_match_all("/ {$said} (?:SPF|DMARC)/", $report), $report);
        }
    }

    public function test_the_findings_about_the_queue_are_reported(): void
    {
        $queue = new Queue($this->settings(), '1801 seconds ago');
        $queue->work();
        $queue->add();
        $report = $this->doctor([], expected: 1);

        self::assertProblem('The oldest waiting enquiry is 30 minutes old.', $report);
        self::assertMatchesRegularExpression('~^warning  The worker last ran 30 minutes ago\..*\n +→ \S~m', $report);
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
        array $settings,
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
        $services = new Services(static fn(): Configuration => Configuration::load($installation), new Clock());
        $command = new SystemCommands(
            $services,
            $installation,
            static fn(): Doctor => new Doctor($installation, static fn(Configuration $configuration): Checkup => (new Application($configuration))->checkup(), FixedDns::with($dns)),
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

    /** @return array<string, string> */
    private function siteSettings(): array
    {
        return ['SITE_URL' => $this->siteUrl(), 'SERVICE_PREFIX' => '/api'];
    }

    private function siteUrl(): string
    {
        return "http://127.0.0.1:{$this->site?->port}";
    }

    /**
     * A site with a page, a policy, the endpoint and a 404 page.
     * @param array<string, string> $settings
     * @param string                $before   what PHP runs before each answer
     */
    private function startSite(array $settings = [], string $before = ''): WebServer
    {
        $router = self::$copy->root . '/router.php';
        $endpoint = var_export(self::$copy->server . '/index.php', true);
        file_put_contents($router, <<<PHP
            <?php
            header("Content-Security-Policy: frame-ancestors 'none'");
            {$before}
            if (str_starts_with(\$_SERVER['SCRIPT_NAME'], '/api/')) {
                require {$endpoint};
            } elseif (\$_SERVER['REQUEST_URI'] === '/public/index') {
                echo '<!doctype html><h1>Welcome</h1>';
            } else {
                http_response_code(404);
                echo '<script src="/assets/app.js"></script>';
            }
            PHP);

        return WebServer::start($settings + $this->settings(), shown: $router);
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
