<?php

declare(strict_types=1);

namespace Enquiry\Tests;

use Enquiry\Configuration\Settings;
use Enquiry\Shared\Clock;
use Enquiry\Tests\Support\Answer;
use Enquiry\Tests\Support\Contract;
use Enquiry\Tests\Support\DataFolders;
use Enquiry\Tests\Support\Environment;
use Enquiry\Tests\Support\Host;
use Enquiry\Tests\Support\MailServer;
use Enquiry\Tests\Support\Operator;
use Enquiry\Tests\Support\PrivateFile;
use Enquiry\Tests\Support\Queue;
use Enquiry\Tests\Support\ServerCopy;
use Enquiry\Tests\Support\WebServer;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\TestWith;
use PHPUnit\Framework\TestCase;
use Symfony\Component\Process\Process;

/** One web server answers for a copy of the program, which each test damages or configures anew. */
final class SiteTest extends TestCase
{
    private static ServerCopy $copy;
    private static WebServer $site;

    public static function setUpBeforeClass(): void
    {
        self::$copy = ServerCopy::make();
        $unbuffered = ['output_buffering' => '0', 'zlib.output_compression' => '0'];
        self::$site = WebServer::start([], ['opcache.revalidate_freq' => '0'] + $unbuffered, self::$copy->server);
    }

    protected function setUp(): void
    {
        self::$copy->configure(Environment::for(Environment::deadPort()));
        self::$site->skipLog();
    }

    protected function tearDown(): void
    {
        self::$site->waitUntilIdle();
        self::$copy->restore();
    }

    /** @param callable(ServerCopy): void $damage */
    #[DataProvider('damages')]
    public function test_a_damaged_installation_answers_json_says_why_in_the_log_only_and_fails_its_health_check(callable $damage, string $logged): void
    {
        $damage(self::$copy);

        self::assertServerError(self::$site->postMessage());
        self::$site->log->nextMatching($logged);
        $health = self::$site->request('GET', [], '', '/contact_health.php');
        self::assertContains($health->status, [500, 503]);
        self::assertSame('{"status":"failing"}', $health->body);
        self::assertStringStartsWith('application/json', $health->headers['content-type'] ?? '');
    }

    /** @return iterable<string, array{callable(ServerCopy): void, string}> */
    public static function damages(): iterable
    {
        yield 'no vendor folder' => [static fn(ServerCopy $copy) => $copy->remove('vendor'), '~vendor/autoload\.php~'];
        yield 'no rules file' => [static fn(ServerCopy $copy) => $copy->remove('forms/contact/form.json'), '~InvalidForm.*form\.json is missing or damaged~'];
        yield 'a file that does not parse' => [static fn(ServerCopy $copy) => $copy->replace('src/Database/SqliteDatabase.php', '<?php final class'), '~Parse error.*SqliteDatabase\.php~'];
        yield 'a file that fails to compile' => [static fn(ServerCopy $copy) => $copy->replace('src/Database/SqliteDatabase.php', '<?php namespace Enquiry\Database; class SqliteDatabase extends Missing {}'), '~Missing~'];
        yield 'a warning after half an answer' => [static fn(ServerCopy $copy) => $copy->replace('src/Shared/Clock.php', '<?php echo "half"; echo $missing;'), '~ErrorException: Undefined variable~'];
    }

    public function test_an_answer_remains_if_the_memory_does_not_suffice(): void
    {
        $site = WebServer::start([], ['memory_limit' => '2M'], self::$copy->server);

        self::assertServerError($site->postMessage());
        $site->log->nextMatching('~Fatal error: +Allowed memory size~');
    }

    #[TestWith(['src/Delivery/Intake.php', true])]
    #[TestWith(['src/Enquiry/InvalidFields.php', true, ''])]
    #[TestWith(['src/Enquiry/Receipt.php', true, null])]
    #[TestWith(['src/Http/PageResponder.php', false])]
    #[TestWith(['forms/failures.json', false])]
    #[TestWith(['src/Delivery/Dispatcher.php', true, null, 200])]
    public function test_a_damaged_file_that_stops_visitors_is_named_until_it_is_replaced(
        string $file,
        bool $isJson,
        ?string $damaged = '<?php final class',
        int $status = 500,
    ): void {
        $environment = Environment::for(Environment::deadPort());
        self::$copy->configure($environment);
        Operator::call($environment, new Clock(), 'setup');
        $intact = (string) file_get_contents(self::$copy->server . "/{$file}");
        $damaged === null ? self::$copy->remove($file) : self::$copy->replace($file, $damaged);
        $answer = $isJson ? self::$site->postMessage($damaged === '' ? ['email' => 'zoe'] : []) : self::$site->postForm(['email' => 'zoe']);
        self::assertSame($status, $answer->status);
        // The site delivers after its answer.
        self::$site->waitUntilIdle();

        $note = PrivateFile::in($environment, PrivateFile::PROGRAM_FAILED);
        // Much later, it still is.
        touch($note, time() + 3_600);
        $name = basename($file, '.php');
        self::assertSame([503, 1, 1], self::health(self::$site, "~The program failed .*\b{$name}\b~"));
        self::assertSame(0o600, fileperms($note) & 0o777);
        // The health page delivers after its answer, and may note the error once more.
        self::$site->waitUntilIdle();
        self::$copy->replace($file, $intact);
        // Some uploads keep the time of the file.
        touch(self::$copy->server . "/{$file}", time() - 86_400);
        touch($note, time() - 60);
        self::assertSame([200, 0, 0], self::health(self::$site, '~The program failed~'));
    }

    public function test_a_damaged_file_that_stops_cron_is_named_once_in_six_hours(): void
    {
        self::$copy->replace('src/Console/Console.php', '<?php final class');
        $temporary = DataFolders::made();
        $run = static function (string $command, int $line = 1) use ($temporary): array {
            $console = self::$copy->server . '/console';
            $process = new Process([\PHP_BINARY, '-d', "sys_temp_dir={$temporary}", $console, $command]);
            $told = "~^The program failed: .*/Console\.php:{$line}\nUpload the file again~";

            return [$process->run(), preg_match($told, $process->getErrorOutput()), $process->getOutput()];
        };
        $told = [1, 1, ''];

        self::assertSame([$told, [1, 0, ''], $told], [$run('work'), $run('work'), $run('status')]);
        [$note] = (array) glob("{$temporary}/*");
        self::assertSame(0o600, fileperms((string) $note) & 0o777);
        touch((string) $note, time() - 21_600);
        self::assertSame([$told, [1, 0, '']], [$run('work'), $run('work')]);
        self::$copy->replace('src/Console/Console.php', "<?php\n\nfinal class");
        self::assertSame($told, $run('work', 3), 'another error');
        unlink((string) $note);
        symlink($other = DataFolders::file('as it was'), (string) $note);
        self::assertSame($told, $run('work', 3));
        self::assertSame('as it was', file_get_contents($other));
    }

    public function test_a_damaged_file_that_stops_the_worker_is_told_by_cron(): void
    {
        self::$copy->remove('src/Delivery/Dispatcher.php');
        $work = new Process([\PHP_BINARY, self::$copy->server . '/console', 'work']);

        self::assertSame(1, $work->run());
        self::assertMatchesRegularExpression('~^- The worker stopped: .*\bDispatcher\b~m', $work->getErrorOutput());
    }

    /** For instance a function that only the web server's PHP lacks. */
    public function test_an_error_before_the_data_folder_is_known_is_told_by_cron(): void
    {
        self::$copy->configure(['MAIL_TO' => 'sales@kokerboom.example']);
        $site = WebServer::start([], ['disable_functions' => 'mb_check_encoding'], self::$copy->server);
        self::assertServerError($site->postMessage());

        self::assertSame([500, 1, 1], self::health($site, '~The program failed .*mb_check_encoding~'));
    }

    public function test_a_missing_extension_is_named_by_log_health_page_and_console(): void
    {
        self::$copy->replace('composer.json', '{"require": {"ext-marula": "*", "ext-mbstring": "*"}}');
        self::assertServerError(self::$site->postMessage());
        self::$site->log->nextMatching('~The PHP of the web server lacks these extensions: marula\. ~');

        foreach (['/contact_health.php', '/contact_work.php?doctor'] as $page) {
            self::assertStringContainsString('lacks these extensions: marula. ', self::$site->request('GET', [], '', $page)->body);
        }
        $console = new Process([\PHP_BINARY, self::$copy->server . '/console', 'status']);
        self::assertSame(1, $console->run());
        self::assertStringStartsWith('The PHP of the command line lacks these extensions: marula. ', $console->getErrorOutput());
        self::$copy->replace('composer.json', '{}');
        self::assertSame([503, 1, 1], self::health(self::$site, '~The PHP of the web server lacks~'));
    }

    /** @return array{int, int, int} the health page's status, the exit code of status, and how many of its problems match */
    private static function health(WebServer $site, string $problem): array
    {
        [$code, $said] = (new Host(self::$copy->root))->console('status', new Clock(), ['--json' => true]);

        return [$site->request('GET', [], '', '/contact_health.php')->status, $code, (int) preg_match_all($problem, $said)];
    }

    public function test_the_error_log_has_nothing_that_a_visitor_typed(): void
    {
        self::$copy->remove('forms/failures.json');
        self::assertSame(500, self::$site->postForm(['email' => 'marula'])->status);
        self::$site->log->nextMatching('~Uncaught .*failures\.json~');
        do {
            self::assertStringNotContainsString('marula', $line = self::$site->log->next());
        } while (!str_contains($line, '{main}'));
    }

    public function test_a_fatal_error_inside_a_transaction_releases_the_lock(): void
    {
        $environment = Environment::for(Environment::deadPort());
        self::$copy->replace('src/Enquiry/Receipt.php', '<?php namespace Enquiry\Enquiry; final class A {} class B extends A {}');
        self::$copy->configure($environment);
        self::assertServerError(self::$site->postMessage());

        $database = new \PDO('sqlite:' . PrivateFile::in($environment, PrivateFile::DATABASE), options: [\PDO::ATTR_TIMEOUT => 0]);
        self::assertSame(0, $database->exec('BEGIN IMMEDIATE'));
    }

    /** For instance blank lines in a file, or the host's auto_prepend_file. */
    public function test_output_before_the_answer_is_discarded(): void
    {
        $code = (string) file_get_contents(self::$copy->server . '/src/Enquiry/Receipt.php');
        self::$copy->replace('src/Enquiry/Receipt.php', "{$code}?>\n\n");
        self::$copy->replace('greeting.php', 'Hello');
        $site = WebServer::start([], ['auto_prepend_file' => self::$copy->server . '/greeting.php'], self::$copy->server);

        self::assertSame('{"status":"success"}', $site->postMessage()->body);
    }

    public function test_a_deprecation_is_logged_and_the_request_is_answered(): void
    {
        $code = (string) file_get_contents(__DIR__ . '/../../server/src/Enquiry/Enquiry.php');
        self::$copy->replace('src/Enquiry/Enquiry.php', $code . 'trigger_error("old", E_USER_DEPRECATED); utf8_decode("old");');

        self::assertSame(['status' => 'success'], self::$site->postMessage()->json());
        self::$site->log->nextMatching('~Deprecated: +old~');
        self::$site->log->nextMatching('~Deprecated: +Function utf8_decode~');
    }

    /** Each setting has a value of the wrong kind, and then a line that cannot be read. */
    public function test_only_what_storing_needs_refuses_enquiries_and_each_wrong_setting_is_a_problem(): void
    {
        $lines = ['Remember to change the password', 'DATA_DIR /mnt/enquiries', 'export DATA_ID=1', 'The URL is in DATABASE_URL'];
        foreach (['MAIL_TO_CONTACT' => Settings::TABLE['MAIL_TO']] + Settings::TABLE as $name => [, $kind]) {
            array_push($lines, "{$name}='wrong value", ...$kind->accepts('wrong value') ? [] : ["{$name}=wrong value"]);
        }
        foreach ($lines as $line) {
            preg_match('/DATA_DIR|DATA_ID|DATABASE_URL/', $line, $storing);
            $name = strtok($line, '=');
            $environment = array_filter(Environment::for(Environment::deadPort(), ['TRUSTED_PROXIES' => '127.0.0.1', 'RATE_LIMIT' => '1']), static fn(string $value): bool => $value !== '');
            self::$copy->configure(array_diff_key($environment, [$name => '']));
            file_put_contents(self::$copy->root . '/.env', "{$line}\n", \FILE_APPEND);
            $answers = array_map(static fn(): int => self::$site->postMessage(headers: ['X-Forwarded-For' => '203.0.113.7'])->status, [1, 2]);
            $health = self::$site->request('GET', [], '', '/contact_health.php')->status;
            [$code, $out, $error] = (new Host(self::$copy->root))->console('status', new Clock(), ['--json' => true]);

            $second = \in_array($name, ['TRUSTED_PROXIES', 'RATE_LIMIT'], true) ? 200 : 429;
            self::assertSame($storing === [] ? [200, $second, 503] : [500, 500, 500], [...$answers, $health], $line);
            self::assertSame(1, $code);
            $named = str_ends_with($line, '=wrong value') ? "\\b{$name} must " : '/\.env, line \d+';
            self::assertMatchesRegularExpression("~{$named}~", $out . $error);
        }
    }

    public function test_without_a_mail_server_visitors_are_refused_and_status_and_doctor_say_so(): void
    {
        $environment = Environment::for(Environment::deadPort(), ['SMTP_HOST' => '']);
        self::$copy->configure($environment);
        // Like an .env that is being replaced: the enquiry would be stored in the wrong folder.
        self::assertServerError(self::$site->postMessage());
        self::$site->log->nextMatching('~SMTP_HOST must be~');
        self::assertSame(503, self::$site->request('GET', [], '', '/contact_health.php')->status);
        foreach (['status', 'doctor'] as $command) {
            self::assertMatchesRegularExpression('/SMTP_HOST must .*every\s+enquiry\s+is\s+refused/s', Operator::call($environment, new Clock(), $command, exitCode: 1));
        }
    }

    public function test_an_error_in_a_delivery_setting_rejects_no_enquiry(): void
    {
        $mail = MailServer::start();
        $environment = Environment::for($mail->port);
        self::$copy->configure(['MAIL_TO' => 'nobody'] + $environment);

        self::assertSame(['status' => 'success'], self::$site->postMessage()->json());
        $health = self::$site->request('GET', [], '', '/contact_health.php');
        self::assertSame([503, '{"status":"failing"}'], [$health->status, $health->body]);

        self::assertCount(1, (new Queue($environment))->backups(), 'the daily chores are done');
        Operator::call($environment, new Clock(), 'work');
        self::assertSame(['sales@kokerboom.example'], $mail->next()['envelope']['to']);
    }

    public function test_the_mail_is_sent_even_if_the_client_disconnects_before_the_answer(): void
    {
        $mail = MailServer::start();
        $environment = Environment::for($mail->port);
        $queue = new Queue($environment, 'now');
        $queue->call('setup');
        self::$copy->configure($environment);
        // The request waits for this lock until its client has disconnected.
        $write = fopen(PrivateFile::in($environment, PrivateFile::WRITE_LOCK), 'c');
        self::assertIsResource($write);
        flock($write, \LOCK_EX);
        $client = socket_create(\AF_INET, \SOCK_STREAM, \SOL_TCP);
        self::assertNotFalse($client);
        socket_connect($client, '127.0.0.1', self::$site->port);
        $body = Contract::json(Contract::answers()['message']);
        socket_write($client, "POST /contact_process.php HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: " . \strlen($body) . "\r\n\r\n{$body}");
        while (!is_file(PrivateFile::in($environment, PrivateFile::ADDRESS_KEY))) {
            clearstatcache();
        }
        // A reset, so that the first byte of the answer fails.
        socket_set_option($client, \SOL_SOCKET, \SO_LINGER, ['l_onoff' => 1, 'l_linger' => 0]);
        socket_close($client);
        fclose($write);

        self::$site->waitUntilIdle();
        self::assertCount(1, Operator::list($environment, $queue->clock(), ['state' => 'sent']));
    }

    #[TestWith([65_536, 'malformed_json'])]
    #[TestWith([65_537, 'payload_too_large'])]
    public function test_a_body_without_a_content_length_is_measured(int $length, string $code): void
    {
        $chunked = \sprintf("%x\r\n%s\r\n0\r\n\r\n", $length, str_repeat('x', $length));
        $answer = self::$site->request('POST', ['Content-Type' => 'application/json', 'Transfer-Encoding' => 'chunked'], $chunked);

        self::assertSame($code, $answer->json()['code'] ?? null);
    }

    public function test_a_header_cannot_rename_the_method(): void
    {
        $answer = self::$site->request('GET', ['X-HTTP-Method-Override' => 'POST', 'Content-Type' => 'application/json'], '');
        self::assertSame(405, $answer->status);

        $answer = self::$site->request('POST', ['X-HTTP-Method-Override' => 'DELETE', 'Content-Type' => 'application/json'], '{}');
        self::assertSame(422, $answer->status);
    }

    public function test_an_error_outside_the_endpoint_is_explained_in_words_and_its_reason_in_the_log_only(): void
    {
        self::$copy->configure(['DATA_DIR' => 'data'] + Environment::for(Environment::deadPort()));
        self::assertServerError(self::$site->postMessage());
        self::$site->log->nextMatching('~DATA_DIR must be a full path~');
        $answer = self::$site->postForm();

        self::assertSame(500, $answer->status);
        self::assertSame('text/plain; charset=utf-8', $answer->headers['content-type'] ?? null);
        self::assertStringStartsWith('Something went wrong on our side and your message was not sent. Please go back', $answer->body);
        self::assertServerError(self::$site->postForm(headers: ['Accept' => 'application/json']));

        $confirmation = self::$site->request('GET', [], '', '/contact_sent.php');
        self::assertSame(500, $confirmation->status);
        self::assertStringStartsWith('If you have just sent us a message, it has reached us.', $confirmation->body);

        self::$copy->configure(Environment::for(Environment::deadPort()));
        self::assertSame([200, 0, 0], self::health(self::$site, '~The program failed~'), 'once it is corrected');
    }

    public function test_the_private_folder_of_another_site_is_not_used(): void
    {
        file_put_contents(self::$copy->root . '/site.txt', "https://other.example\n");
        self::assertServerError(self::$site->postMessage());
        self::$site->log->nextMatching('~ belongs to https://other\.example, ~');
    }

    private static function assertServerError(Answer $answer): void
    {
        self::assertSame(Contract::answers()['answers']['a fault of our own']['response']['body'] ?? null, $answer->json());
        self::assertSame(500, $answer->status);
        self::assertSame(['nosniff', 'no-store'], [$answer->headers['x-content-type-options'] ?? null, $answer->headers['cache-control'] ?? null]);
        self::assertStringNotContainsString('/', $answer->body);
    }
}
