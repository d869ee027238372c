<?php

declare(strict_types=1);

namespace Enquiry\Tests;

use Enquiry\Application;
use Enquiry\Shared\SystemClock;
use Enquiry\Tests\Support\Answer;
use Enquiry\Tests\Support\Children;
use Enquiry\Tests\Support\DataFolders;
use Enquiry\Tests\Support\Environment;
use Enquiry\Tests\Support\MailServer;
use Enquiry\Tests\Support\Operator;
use Enquiry\Tests\Support\Queue;
use Enquiry\Tests\Support\ServerCopy;
use Enquiry\Tests\Support\WebServer;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\TestWith;
use PHPUnit\Framework\TestCase;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\Process\Process;

/** What an operator without a shell asks for, over HTTP. */
final class OperatorPagesTest extends TestCase
{
    private const TOKEN = '0123456789abcdef0123456789abcdef';

    private ?WebServer $site = null;
    private ?MailServer $mail = null;
    private ?ServerCopy $copy = null;

    protected function tearDown(): void
    {
        $this->copy?->delete();
        $this->site?->stop();
        $this->mail?->stop();
    }

    #[TestWith(['/contact_status.php'])]
    #[TestWith(['/contact_work.php'])]
    public function test_nothing_is_there_unless_a_token_is_set(string $path): void
    {
        $this->site = WebServer::start(Environment::for(Environment::deadPort()));

        self::assertSame(404, $this->ask($path)->status);
        self::assertSame(404, $this->ask($path, 'Basic ' . base64_encode('operator:'))->status);
    }

    #[TestWith(['/contact_status.php', null])]
    #[TestWith(['/contact_work.php', null])]
    #[TestWith(['/contact_status.php', 'Bearer 0123456789abcdef0123456789abcdeX'])]
    #[TestWith(['/contact_work.php', 'Bearer 0123456789abcdef0123456789abcde'])]
    #[TestWith(['/contact_work.php', 'Basic AAAA'])]
    public function test_who_does_not_send_the_token_is_asked_for_it(string $path, ?string $authorization): void
    {
        $environment = Environment::for(Environment::deadPort(), ['HEALTH_TOKEN' => self::TOKEN]);
        $this->site = WebServer::start($environment);
        (new Queue($environment))->add();
        $answer = $this->ask($path, $authorization);

        self::assertSame(401, $answer->status);
        self::assertStringStartsWith('Basic ', $answer->headers['www-authenticate'] ?? '');
        self::assertStringNotContainsString(self::TOKEN, $answer->body);
        self::assertStringNotContainsString('The queue', $answer->body);
    }

    public function test_the_page_says_what_the_doctor_finds_and_how_the_queue_is_and_nothing_of_visitors(): void
    {
        $environment = Environment::for(Environment::deadPort(), ['HEALTH_TOKEN' => self::TOKEN]);
        $this->site = WebServer::start($environment);
        $queue = new Queue($environment);
        $reference = $queue->add();
        $queue->run();
        $page = $this->ask('/contact_status.php', 'Basic ' . base64_encode('operator:' . self::TOKEN));

        self::assertSame(200, $page->status);
        self::assertStringContainsString('The configuration has no faults.', $page->body);
        self::assertStringContainsString('The worker has never run', $page->body);
        self::assertMatchesRegularExpression('~<td>Waiting</td><td>1</td>~', $page->body);
        foreach (['zoe@example.co.za', "O'Brien", '0821234567', (string) $reference, self::TOKEN] as $private) {
            self::assertStringNotContainsString($private, html_entity_decode($page->body));
        }
        self::assertStringContainsString('no-store', $page->headers['cache-control'] ?? '');
        self::assertStringContainsString("default-src 'none'", $page->headers['content-security-policy'] ?? '');
    }

    public function test_the_page_is_in_words_begins_with_what_is_wrong_and_fits_a_phone(): void
    {
        $environment = Environment::for(Environment::deadPort(), ['HEALTH_TOKEN' => self::TOKEN]);
        $queue = new Queue($environment, '@' . (time() - 250));
        $queue->add();
        chmod($environment['DATA_DIR'], 0o755);
        $this->site = WebServer::start($environment);
        $page = $this->ask('/contact_status.php', 'Bearer ' . self::TOKEN)->body;

        self::assertMatchesRegularExpression('~<h1>Problems: \d+</h1><h2>Problems</h2>.*<h2>Warnings</h2>.*<h2>The queue</h2>.*<h2>What is well</h2>~s', $page);
        self::assertStringContainsString('<td>Oldest waiting</td><td>4 minutes</td>', $page);
        self::assertStringContainsString('<td>A worker last ran</td><td>never</td>', $page);
        self::assertStringNotContainsString('Seconds', $page);
        self::assertStringNotContainsString('on the command line', $page);
        self::assertMatchesRegularExpression('~chmod 700 .*panel~', $page);
        // What a phone shows in one line at the least.
        self::assertDoesNotMatchRegularExpression('~[^\s<>]{36}~', strip_tags(str_replace('<', ' <', $page)));
    }

    public function test_the_page_names_a_recipient_of_the_firm_s_and_no_word_of_a_mail_server_s(): void
    {
        $this->mail = MailServer::start(['refuse' => ['gone@kokerboom.example']]);
        $environment = Environment::for($this->mail->port, ['HEALTH_TOKEN' => self::TOKEN, 'MAIL_TO' => 'sales@kokerboom.example,gone@kokerboom.example']);
        $queue = new Queue($environment);
        $queue->add();
        $queue->work();
        $this->site = WebServer::start($environment);
        $page = $this->ask('/contact_status.php', 'Bearer ' . self::TOKEN);

        self::assertStringContainsString('Mail was last refused: not taken for gone@kokerboom.example, with 550; the log says more', $page->body);
        self::assertStringNotContainsString('No such mailbox', $page->body);
    }

    public function test_the_page_of_another_site_cannot_use_what_a_browser_remembers(): void
    {
        $this->site = WebServer::start(Environment::for(Environment::deadPort(), ['HEALTH_TOKEN' => self::TOKEN]));
        $headers = ['Authorization' => 'Bearer ' . self::TOKEN, 'Sec-Fetch-Site' => 'cross-site'];

        self::assertSame([401, 401], [$this->site->request('GET', $headers, '', '/contact_status.php')->status, $this->site->request('GET', $headers, '', '/contact_work.php')->status]);
    }

    /** @param array<string, string> $headers */
    #[TestWith([[], 200])]
    #[TestWith([['Sec-Fetch-Dest' => 'iframe'], 401])]
    #[TestWith([['Sec-Fetch-Mode' => 'no-cors', 'Sec-Fetch-Dest' => 'image'], 401])]
    #[TestWith([['Sec-Fetch-Mode' => 'cors', 'Sec-Fetch-Dest' => 'empty'], 401])]
    public function test_a_link_in_a_mail_or_a_wiki_leads_to_the_page_which_changes_nothing_and_to_nothing_else(array $headers, int $status): void
    {
        $this->site = WebServer::start(Environment::for(Environment::deadPort(), ['HEALTH_TOKEN' => self::TOKEN]));
        $headers += ['Authorization' => 'Basic ' . base64_encode('operator:' . self::TOKEN), 'Sec-Fetch-Site' => 'cross-site', 'Sec-Fetch-Mode' => 'navigate', 'Sec-Fetch-Dest' => 'document'];

        self::assertSame([$status, 401], [$this->site->request('GET', $headers, '', '/contact_status.php')->status, $this->site->request('GET', $headers, '', '/contact_work.php')->status]);
    }

    public function test_who_is_asked_though_the_password_was_right_is_told_what_to_do(): void
    {
        $this->site = WebServer::start(Environment::for(Environment::deadPort(), ['HEALTH_TOKEN' => self::TOKEN]));
        $headers = ['Authorization' => 'Bearer ' . self::TOKEN, 'Sec-Fetch-Site' => 'cross-site'];

        self::assertStringContainsString('type the address', $this->site->request('GET', $headers, '', '/contact_status.php')->body);
        self::assertStringContainsString('type the address', $this->site->request('GET', $headers, '', '/contact_work.php')->body);
    }

    /** @param array<string, string> $headers */
    #[TestWith(['?token=0123456789abcdef0123456789abcdef', []])]
    #[TestWith(['?0123456789abcdef0123456789abcdef', []])]
    #[TestWith(['', ['Authorization' => 'Basic MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY6']])]
    public function test_a_token_that_now_stands_in_a_log_is_to_be_changed(string $query, array $headers): void
    {
        $this->site = WebServer::start(Environment::for(Environment::deadPort(), ['HEALTH_TOKEN' => self::TOKEN]));
        foreach (['/contact_status.php', '/contact_work.php'] as $path) {
            $answer = $this->site->request('GET', $headers, '', $path . $query);
            self::assertSame(401, $answer->status);
            self::assertStringContainsString('it now stands in the log of the web server: put another one', $answer->body);
            self::assertStringNotContainsString('log of the web server', $this->site->request('GET', [], '', "{$path}?token=another")->body);
        }
    }

    /** @return iterable<string, array{string, int, string}> */
    public static function mistakenTokens(): iterable
    {
        yield 'a quotation mark without its partner' => ['HEALTH_TOKEN="' . self::TOKEN, 401, 'a quotation mark without its partner'];
        yield 'a key that is misspelt' => ['HEALTH_TOKN=' . self::TOKEN, 404, 'HEALTH_TOKEN is misspelt'];
    }

    /** @return iterable<string, array{?string, int, string}> */
    public static function lostFiles(): iterable
    {
        yield 'gone' => [null, 0o644, 'there is no .env'];
        yield 'of another user' => ['HEALTH_TOKEN=' . self::TOKEN, 0, 'cannot read .env'];
        yield 'empty' => ["\n", 0o644, '.env is empty'];
        yield 'in UTF-16' => ["\xFF\xFEH\0E\0A\0", 0o644, 'UTF-16'];
        yield 'cut before the token' => ["SMTP_HOST=127.0.0.1\nHEALTH_T", 0o644, 'or the file was cut off'];
    }

    #[DataProvider('lostFiles')]
    public function test_a_file_that_is_lost_or_closed_is_told_from_one_with_a_slip(?string $content, int $mode, string $said): void
    {
        $this->copy = ServerCopy::make();
        $file = "{$this->copy->root}/.env";
        if ($content !== null) {
            file_put_contents($file, $content);
            chmod($file, $mode);
        }
        $answers = Children::run(1, fn(): \Closure => function (): string {
            \assert($this->copy !== null);
            // Root reads whatever it likes.
            posix_geteuid() === 0 && posix_seteuid(65_534);
            array_map(putenv(...), ['HEALTH_TOKEN', 'SMTP_HOST']);
            unset($_SERVER['HEALTH_TOKEN']);

            return Application::statusPage($this->copy->root)->handle(Request::create('/contact_status.php'))->getContent() . Application::workEndpoint($this->copy->root)->handle(Request::create('/contact_work.php'))->getContent();
        });

        self::assertSame(2, substr_count(html_entity_decode($answers[0]), $said), $answers[0]);
        self::assertStringNotContainsString($this->copy->root, $answers[0]);
    }

    #[DataProvider('mistakenTokens')]
    public function test_a_slip_in_the_file_is_among_what_to_look_for(string $line, int $status, string $said): void
    {
        $this->copy = ServerCopy::make();
        file_put_contents("{$this->copy->root}/.env", "{$line}\n");
        $this->site = WebServer::start(array_diff_key(Environment::for(Environment::deadPort()), ['HEALTH_TOKEN' => '']), server: $this->copy->server);
        foreach (['/contact_status.php', '/contact_work.php'] as $path) {
            $answer = $this->ask($path, 'Bearer ' . self::TOKEN);
            self::assertSame($status, $answer->status, $answer->body);
            self::assertStringContainsString($said, $answer->body);
        }
    }

    public function test_who_sent_nothing_that_arrived_is_told_what_keeps_it_back(): void
    {
        $this->site = WebServer::start(Environment::for(Environment::deadPort(), ['HEALTH_TOKEN' => self::TOKEN]));
        foreach (['/contact_status.php', '/contact_work.php'] as $path) {
            $answer = $this->ask($path);
            self::assertSame(401, $answer->status);
            self::assertStringContainsString('the web server keeps it from PHP: upload www/.htaccess', str_replace('\/', '/', $answer->body));
            self::assertStringNotContainsString('quotation mark', $answer->body);
            self::assertStringNotContainsString('.htaccess', $this->ask($path, 'Basic ' . base64_encode('operator:another'))->body);
        }
    }

    public function test_the_page_says_in_words_why_a_request_got_a_500(): void
    {
        $this->site = WebServer::start(['RATE_LIMIT' => 'many', 'MAIL_TO' => 'nobody'] + Environment::for(Environment::deadPort(), ['HEALTH_TOKEN' => self::TOKEN]));
        self::assertSame(500, $this->site->postMessage()->status);
        $page = $this->ask('/contact_status.php', 'Bearer ' . self::TOKEN);

        self::assertSame(200, $page->status);
        self::assertStringContainsString('RATE_LIMIT must be a whole number', $page->body);
        self::assertStringContainsString('MAIL_TO must be', $page->body);
    }

    /** @param array<string, string> $settings */
    #[TestWith([['SMTP_ENCRYPTION' => 'nonee'], 200, 'SMTP_ENCRYPTION must be', 'Enquiries are taken and wait; none is mailed until this is mended.'])]
    #[TestWith([['RATE_LIMIT' => 'many'], 500, 'RATE_LIMIT must be', 'No enquiry is taken until this is mended'])]
    #[TestWith([['DATABASE_URL' => 'pgsql://website:x@localhost/enquiries'], 500, 'DATABASE_URL is for PostgreSQL', 'No enquiry is taken until this is mended'])]
    public function test_the_page_says_whether_a_fault_of_the_configuration_keeps_enquiries_out(array $settings, int $status, string $fault, string $consequence): void
    {
        $this->site = WebServer::start($settings + Environment::for(Environment::deadPort(), ['HEALTH_TOKEN' => self::TOKEN]));
        self::assertSame($status, $this->site->postMessage()->status);
        $page = strip_tags($this->ask('/contact_status.php', 'Bearer ' . self::TOKEN)->body);

        self::assertMatchesRegularExpression("~{$fault}.*→ {$consequence}~s", $page);
        self::assertSame($status === 200, str_contains($page, 'The queue'));
        self::assertSame($status !== 200, str_contains($page, 'No enquiry is taken'));
        self::assertStringNotContainsString('cannot be looked at', $page);
    }

    public function test_cron_may_ask_by_address_and_what_is_due_is_mailed(): void
    {
        $this->mail = MailServer::start();
        $environment = Environment::for($this->mail->port, ['HEALTH_TOKEN' => self::TOKEN]);
        (new Queue($environment))->add();
        $this->site = WebServer::start($environment);

        self::assertSame(['status' => 'ok', 'mailed' => 1, 'waiting' => 0], $this->ask('/contact_work.php', 'Basic ' . base64_encode('cron:' . self::TOKEN))->json());
        self::assertSame(['sales@kokerboom.example'], $this->mail->next()['envelope']['to']);
        self::assertSame(['status' => 'ok', 'mailed' => 0, 'waiting' => 0], $this->ask('/contact_work.php', 'Bearer ' . self::TOKEN)->json());
    }

    /** docs/operating.md, moving house. */
    public function test_a_host_that_is_moved_away_from_takes_what_still_comes_mails_none_of_it_and_can_be_backed_up(): void
    {
        $this->mail = MailServer::start();
        $this->copy = ServerCopy::make();
        $environment = Environment::for($this->mail->port, ['HEALTH_TOKEN' => self::TOKEN]);
        (new Queue($environment))->add();
        file_put_contents("{$this->copy->root}/.env", "MAIL_TO=\n");
        $ofFile = array_diff_key($environment, ['MAIL_TO' => '']);
        $this->site = WebServer::start($ofFile, server: $this->copy->server);
        self::assertSame(200, $this->site->postMessage()->status);
        self::assertSame(500, $this->ask('/contact_work.php', 'Bearer ' . self::TOKEN)->status);
        $work = new Process([\PHP_BINARY, "{$this->copy->server}/console", 'work', '--once'], env: $ofFile);
        self::assertNotSame(0, $work->run());

        $file = "{$environment['DATA_DIR']}/last.sqlite";
        (new Process([\PHP_BINARY, "{$this->copy->server}/console", 'backup', $file], env: ['MAIL_TO' => 'nobody@kokerboom.example'] + $ofFile))->mustRun();
        $new = ['DATA_DIR' => DataFolders::fresh()] + $environment;
        foreach (['Mailed: 2', ''] as $said) {
            Operator::call($new, new SystemClock(), 'restore', ['file' => $file]);
            self::assertSame($said, trim(Operator::call($new, new SystemClock(), 'work', ['--once' => true])));
        }
        foreach ([[$environment, 0], [$new, 2]] as [$host, $sent]) {
            self::assertSame($sent, substr_count(Operator::call($host, new SystemClock(), 'list'), ' sent '));
        }
    }

    public function test_cron_is_told_what_waits_and_why(): void
    {
        $environment = Environment::for(Environment::deadPort(), ['HEALTH_TOKEN' => self::TOKEN]);
        (new Queue($environment))->add();
        $this->site = WebServer::start($environment);
        // Also by those that come before it is tried again.
        for ($i = 0; $i < 2; ++$i) {
            $told = $this->ask('/contact_work.php', 'Bearer ' . self::TOKEN)->json();
            self::assertSame(['ok', 0, 1], [$told['status'] ?? null, $told['mailed'] ?? null, $told['waiting'] ?? null]);
            self::assertMatchesRegularExpression('/^The mail server cannot be used: .*Connection refused/', \is_string($told['error'] ?? null) ? $told['error'] : '');
        }
    }

    public function test_cron_is_told_who_was_refused_and_nothing_of_visitors(): void
    {
        $this->mail = MailServer::scripted(['RCPT 2' => ['say' => "550 No such mailbox, says zoe@example.co.za\r\n"]]);
        $environment = Environment::for($this->mail->port, ['HEALTH_TOKEN' => self::TOKEN, 'MAIL_TO' => 'sales@kokerboom.example,gone@kokerboom.example']);
        (new Queue($environment))->add();
        $this->site = WebServer::start($environment);

        self::assertSame(
            ['status' => 'ok', 'mailed' => 0, 'waiting' => 1, 'error' => 'not taken for gone@kokerboom.example, with 550; the log says more'],
            $this->ask('/contact_work.php', 'Bearer ' . self::TOKEN)->json(),
        );
    }

    public function test_cron_is_told_what_is_wrong_with_the_configuration_and_nobody_else_is(): void
    {
        $this->site = WebServer::start(['SMTP_ENCRYPTION' => 'nonee'] + Environment::for(Environment::deadPort(), ['HEALTH_TOKEN' => self::TOKEN]));
        $answer = $this->ask('/contact_work.php', 'Bearer ' . self::TOKEN);

        self::assertSame([500, 'error'], [$answer->status, $answer->json()['status'] ?? null]);
        self::assertStringContainsString('SMTP_ENCRYPTION must be starttls, tls or none', $answer->body);
        self::assertSame(401, $this->ask('/contact_work.php')->status);
    }

    /** @return iterable<string, array{string, ?string, string}> */
    public static function halfUploads(): iterable
    {
        yield 'a file missing' => ['src/Application.php', null, 'Missing: src/Application.php.'];
        yield 'a file cut' => ['src/Application.php', '<?php namespace Enquiry; final class Applic', 'Cut, or of another build: src/Application.php.'];
        yield 'a file empty' => ['src/Configuration/Configuration.php', '', 'Cut, or of another build: src/Configuration/Configuration.php (empty).'];
        yield 'a file of another build' => ['src/Configuration/Configuration.php', '<?php namespace Enquiry\Configuration; final class Configuration {}', 'Cut, or of another build: src/Configuration/Configuration.php.'];
        yield 'a class of another build' => ['src/Configuration/Configuration.php', '<?php namespace Enquiry\Configuration; abstract class Older { abstract static function load(); } class Configuration extends Older {}', 'Cut, or of another build: src/Configuration/Configuration.php.'];
        yield 'the autoloader cut' => ['vendor/autoload.php', '<?php if (', 'Cut, or of another build: vendor/autoload.php.'];
        yield 'a part of the autoloader missing' => ['vendor/composer/autoload_real.php', null, 'Missing: vendor/composer/autoload_real.php.'];
        yield 'what stands in for functions cut' => ['src/standIns.php', '<?php if (', 'Cut, or of another build: src/standIns.php.'];
        yield 'what answers faults missing' => ['src/Http/FatalErrorHandler.php', null, 'Missing: src/Http/FatalErrorHandler.php.'];
        yield 'what answers faults cut' => ['src/Http/FatalErrorHandler.php', '<?php final class FatalErr', 'Cut, or of another build: src/Http/FatalErrorHandler.php.'];
        yield 'the list itself cut' => ['pages/private.json', '{"src/Appl', 'Cut, or of another build: pages/private.json.'];
    }

    #[DataProvider('halfUploads')]
    public function test_half_an_upload_is_told_to_the_operator_and_to_nobody_else(string $file, ?string $left, string $told): void
    {
        $this->copy = ServerCopy::make();
        $this->copy->listFiles();
        file_put_contents("{$this->copy->root}/.env", "SMTP_HOST=127.0.0.1\nHEALTH_TOKEN=" . self::TOKEN . "\n");
        $left === null ? $this->copy->remove($file) : $this->copy->replace($file, $left);
        if ($file === 'pages/private.json') {
            $this->copy->remove('src/Application.php');
        }
        $environment = array_diff_key(Environment::for(Environment::deadPort()), ['HEALTH_TOKEN' => '']);
        // Else nothing asks for what stands in for functions.
        $settings = ['disable_functions' => 'chown'];
        $this->site = WebServer::start($environment, $settings, $this->copy->server);
        $stranger = $this->ask('/contact_status.php');

        self::assertSame([401, 'failing'], [$stranger->status, $stranger->json()['status'] ?? null]);
        self::assertStringStartsWith('Basic ', $stranger->headers['www-authenticate'] ?? '');
        self::assertStringNotContainsString(basename($file), $stranger->body);
        self::assertSame($stranger->body, $this->ask('/contact_status.php', 'Bearer ' . self::TOKEN . 'x')->body);
        foreach (['Bearer ' . self::TOKEN, 'Basic ' . base64_encode('operator:' . self::TOKEN)] as $authorization) {
            $answer = $this->ask('/contact_status.php', $authorization);
            $message = $answer->json()['message'] ?? '';
            self::assertSame(500, $answer->status);
            self::assertStringContainsString($told, \is_string($message) ? $message : '');
            self::assertStringContainsString('Upload the folder private again, whole', $answer->body);
        }

        // Which the console does without.
        if ($file !== 'src/Http/FatalErrorHandler.php') {
            $doctor = new Process([\PHP_BINARY, '-d', 'display_errors=0', "{$this->copy->server}/console", 'doctor'], env: $environment);
            self::assertNotSame(0, $doctor->run());
            self::assertStringContainsString($told, $doctor->getErrorOutput());
        }
    }

    public function test_without_a_token_that_is_beyond_doubt_half_an_upload_is_in_the_error_log_alone(): void
    {
        $this->copy = ServerCopy::make();
        $this->copy->listFiles();
        $this->copy->remove('src/Application.php');
        file_put_contents("{$this->copy->root}/.env", 'HEALTH_TOKEN="' . self::TOKEN . "\n");
        $this->site = WebServer::start(array_diff_key(Environment::for(Environment::deadPort()), ['HEALTH_TOKEN' => '']), server: $this->copy->server);
        $answer = $this->ask('/contact_status.php', 'Bearer ' . self::TOKEN);

        self::assertSame(500, $answer->status);
        self::assertSame(['status' => 'failing', 'message' => "PHP's error log names the fault."], $answer->json());
        $this->site->log->nextMatching('~Missing: src/Application\.php\.~');
        self::assertSame(['status' => 'failing'], $this->ask('/contact_health.php')->json());
    }

    private function ask(string $path, ?string $authorization = null): Answer
    {
        \assert($this->site !== null);

        return $this->site->request('GET', $authorization === null ? [] : ['Authorization' => $authorization], '', $path);
    }
}
