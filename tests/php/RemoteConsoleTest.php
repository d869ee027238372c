<?php

declare(strict_types=1);

namespace Enquiry\Tests;

use Enquiry\Tests\Support\Answer;
use Enquiry\Tests\Support\Contract;
use Enquiry\Tests\Support\Environment;
use Enquiry\Tests\Support\Operator;
use Enquiry\Tests\Support\PrivateFile;
use Enquiry\Tests\Support\Queue;
use Enquiry\Tests\Support\ServerCopy;
use Enquiry\Tests\Support\WebServer;
use PHPUnit\Framework\Attributes\TestWith;
use PHPUnit\Framework\TestCase;
use Symfony\Component\Process\Process;

final class RemoteConsoleTest extends TestCase
{
    private const TOKEN = '0123456789abcdef0123456789abcdef';
    private const WORK = '/contact_work.php';
    private const FORM = ['Content-Type' => 'application/x-www-form-urlencoded'];

    private static ServerCopy $copy;
    private static WebServer $shared;
    private Queue $queue;
    private WebServer $site;

    public static function setUpBeforeClass(): void
    {
        self::$copy = ServerCopy::make();
        self::$shared = WebServer::start([], server: self::$copy->server);
    }

    protected function setUp(): void
    {
        $this->queue = new Queue(Environment::for(Environment::deadPort(), ['HEALTH_TOKEN' => self::TOKEN]), 'now');
        self::$copy->configure($this->queue->environment);
        $this->site = self::$shared;
    }

    public function test_a_command_prints_what_it_prints_on_the_host_and_has_its_exit_code(): void
    {
        $reference = $this->queue->add();
        for ($i = 0; $i < 10; ++$i) {
            $this->queue->add(['message' => str_repeat("Thérèse 💩\n", 900)]);
        }
        $commands = ['list waiting', 'list failed', "show {$reference}", 'export zoe@example.co.za', 'export --csv', 'help erase'];
        foreach ([...$commands, 'setup', 'list --ansi -v -- --ansi', 'show', ''] as $command) {
            $arguments = array_values(array_filter(explode(' ', $command), static fn(string $one): bool => $one !== ''));
            $process = new Process([\PHP_BINARY, self::$copy->server . '/console', ...$arguments], env: ['COLUMNS' => '60']);
            $process->run();
            self::assertSame(
                [$process->getOutput(), $process->getErrorOutput(), $process->getExitCode()],
                \array_slice($this->call($arguments), 0, 3),
                $command,
            );
        }
        self::assertSame(['', "No enquiry was found.\n", 1], \array_slice($this->call(['list', 'failed']), 0, 3));
        self::assertMatchesRegularExpression('/^ *Waiting +11 /m', $this->call(['status'])[0], 'a table');
        self::assertStringContainsString("\e[", $this->call(['status'], ['isDecorated' => true])[0]);
    }

    public function test_only_the_secret_of_a_new_hash_is_a_pass_for_one_command_and_only_once(): void
    {
        $secret = bin2hex(random_bytes(32));
        $body = self::body(['help']);
        $hash = hash('sha256', $secret . $body);
        $now = time();
        foreach (
            [
                'right' => [$hash, $now, 200],
                'nine minutes old' => [$hash, $now - 540, 200],
                'the host\'s file server is a minute ahead' => [$hash, $now + 60, 200],
                'eleven minutes old' => [$hash, $now - 660, 401],
                'hours old, or a clock that was set forward' => [$hash, $now - 4 * 3600, 401],
                'a clock that was set back by hours' => [$hash, $now + 4 * 3600, 401],
                'another secret' => [hash('sha256', "x{$body}"), $now, 401],
                'the pass of another command' => [hash('sha256', $secret . self::body(['list'])), $now, 401],
                'the secret in place of its hash' => [$secret, $now, 401],
                'an upload that was cut' => [substr($hash, 0, 63), $now, 401],
                'an empty file' => ['', $now, 401],
            ] as $case => [$content, $time, $status]
        ) {
            $file = self::$copy->root . '/console-0123456789abcdef.pass';
            file_put_contents($file, $content);
            touch($file, $time);
            $authorization = "Bearer console.0123456789abcdef.{$secret}";
            $answer = $this->send($authorization, $body);
            self::assertSame($status, $answer->status, $case);
            self::assertStringContainsString('no-store', $answer->headers['cache-control'] ?? '');
            // nginx would keep what a long command prints.
            self::assertSame($status === 200 ? 'no' : null, $answer->headers['x-accel-buffering'] ?? null);
            self::assertSame(401, $this->send($authorization, $body)->status, "{$case}, again");
        }
    }

    /** @param array<string, string> $headers without the pass */
    #[TestWith(['GET', 'Bearer PASS'])]
    #[TestWith(['PUT', 'Bearer PASS'])]
    #[TestWith(['HEAD', 'Bearer PASS'])]
    #[TestWith(['GET', 'Bearer PASS', ['X-HTTP-Method-Override' => 'POST']])]
    #[TestWith(['POST', 'Basic PASS'])]
    #[TestWith(['POST', 'bearer PASS, Bearer PASS'])]
    #[TestWith(['POST', "Bearer PASS\t"])]
    #[TestWith(['POST', 'Bearer console.../../../etc/passwd'])]
    #[TestWith(['POST', '', ['Cookie' => 'Authorization=Bearer%20PASS', 'X-Authorization' => 'Bearer PASS']])]
    #[TestWith(['POST', 'Bearer console.0123456789abcdef.' . self::TOKEN])]
    public function test_a_pass_counts_only_as_bearer_of_a_post(string $method, string $authorization, array $headers = []): void
    {
        $this->queue->add();
        $secret = bin2hex(random_bytes(32));
        $body = self::body(['erase', 'zoe@example.co.za', '--force']);
        file_put_contents(self::$copy->root . '/console-0123456789abcdef.pass', hash('sha256', $secret . $body));
        $pass = "console.0123456789abcdef.{$secret}";
        $sent = str_starts_with($authorization, 'Basic') ? base64_encode("operator:{$pass}") : $pass;
        $headers = str_replace('PASS', $sent, ['Authorization' => $authorization] + $headers + self::FORM);
        $answer = $this->site->request($method, $headers, $body, self::WORK);

        self::assertSame(401, $answer->status);
        self::assertCount(1, Operator::list($this->queue->environment, $this->queue->clock()));
    }

    public function test_no_other_secret_runs_a_command_and_a_pass_opens_no_other_page(): void
    {
        $this->queue->add();
        $health = $this->send('Bearer ' . self::TOKEN, self::body(['list']));
        self::assertSame(['status', 'mailed', 'problems', 'warnings'], array_keys($health->json()));
        foreach (['/contact_process.php', '/contact_health.php', '/contact_sent.php'] as $page) {
            self::assertStringNotContainsString('exit', $this->post(['list'], $page)->body);
        }
        self::assertStringEndsWith("exit 0\n", $this->post(['list'], self::WORK . '?doctor')->body);
    }

    public function test_only_the_operator_s_commands_can_be_named(): void
    {
        $names = ['_complete', 'completion', 'commands', 'lis', 'LIST', ' list', "list\0", 'list;id', '../console', ''];
        foreach ([...$names, '--version', '-V', '--', '-n'] as $name) {
            [$out, $error, $code] = $this->call([$name, '--force']);
            self::assertSame(['', 2], [$out, $code], $name);
            self::assertStringContainsString(
                'The commands are doctor, setup, work, status, list, show, retry, dismiss, export, erase, backup, restore and help.',
                $error,
            );
        }
        $requests = array_map(base64_encode(...), ['{"arguments":"list"}', '{"arguments":["list",["x"]]}']);
        foreach (['request=', 'request=[', 'arguments[]=list', '[]', "request={$requests[0]}", "request={$requests[1]}"] as $body) {
            self::assertSame(400, $this->send($this->pass($body), $body)->status, $body);
        }
    }

    public function test_a_question_is_answered_by_a_second_request_unless_its_effect_has_changed(): void
    {
        $this->queue->add();
        [$out, $error, $code, $asked] = $this->call(['erase', 'zoe@example.co.za']);
        self::assertMatchesRegularExpression('/^[0-9a-f]{64}$/D', $asked);
        self::assertMatchesRegularExpression(
            '~^\S{11}  waiting .*\n\n Delete 1 enquiry permanently\? \(yes/no\) \[no\]:\n > $~D',
            $out,
        );
        self::assertSame(['Nothing was changed.', 1], [trim($error), $code]);
        self::assertSame(
            ["Nothing was changed.\n", 1, ''],
            \array_slice($this->call(['erase', 'zoe@example.co.za', '-n']), 1),
        );

        // As many enquiries, but not the same ones.
        $references = Operator::list($this->queue->environment, $this->queue->clock());
        $this->call(['erase', $references[0], '--force']);
        $this->queue->add();
        $again = $this->call(['erase', 'zoe@example.co.za'], ['confirmed' => $asked]);
        self::assertNotSame($asked, $again[3]);
        self::assertCount(1, Operator::list($this->queue->environment, $this->queue->clock()));

        [$out, , $code, $confirmed] = $this->call(['erase', 'zoe@example.co.za'], ['confirmed' => $again[3]]);
        self::assertSame([0, 'yes'], [$code, $confirmed]);
        self::assertStringEndsWith("\nDeleted 1 enquiry.\n", $out);
        self::assertSame([], Operator::list($this->queue->environment, $this->queue->clock()));
    }

    public function test_help_and_doctor_work_with_wrong_settings_on_a_host_that_disables_functions(): void
    {
        $disabled = 'chown,error_log,php_uname,proc_open,putenv,set_time_limit,shell_exec';
        self::$copy->configure(['DATABASE_URL' => 'somewhere'] + $this->queue->environment);
        $this->site = WebServer::start([], ['disable_functions' => $disabled], self::$copy->server);
        self::assertSame(0, $this->call(['help', 'list'])[2]);
        self::assertStringContainsString('DATABASE_URL must be', $this->call(['doctor'])[0]);
        [, $error, $code] = $this->call(['list']);
        self::assertStringContainsString('DATABASE_URL must be', $error);
        self::assertSame(1, $code);
    }

    public function test_backups_stay_in_their_folder(): void
    {
        $this->queue->add();
        [$out] = $this->call(['backup']);
        self::assertSame(1, preg_match('~ to (\S+/backups/(enquiries-\w+\.sqlite))\.$~', trim($out), $made));
        $this->call(['erase', 'zoe@example.co.za', '--force']);
        self::assertStringStartsWith('Restored 1 of 1 enquiry', $this->call(['restore', $made[1]])[0]);
        self::assertStringStartsWith('Restored 0 of 1 enquiry', $this->call(['restore', $made[2]])[0]);
        self::assertSame(0, $this->call(['backup', 'before-the-move.sqlite'])[2]);

        $outside = self::$copy->root . '/outside.sqlite';
        copy($made[1], $outside);
        $files = [$outside, '../outside.sqlite', '../' . PrivateFile::DATABASE, "{$made[1]}/../x.sqlite", "a.sqlite\n"];
        foreach ([...$files, '.htaccess', 'shell.php', 'shell.php.sqlite', 'php://input'] as $file) {
            foreach (['backup', 'restore'] as $command) {
                [$out, $error, $code] = $this->call([$command, $file]);
                self::assertSame(['', 2], [$out, $code], $file);
                self::assertStringContainsString('name a file in', $error);
            }
        }
    }

    public function test_the_log_names_each_command_and_nobody(): void
    {
        $this->queue->add();
        $this->call(['erase', 'zoe@example.co.za', '--force']);
        $this->call(['list', '--search=zoe']);
        $log = Environment::log($this->queue->environment);
        self::assertMatchesRegularExpression('/"command":"erase".*"command":"list"/s', $log);
        self::assertStringNotContainsString('zoe', $log);
    }

    public function test_an_erasure_goes_on_to_its_end_if_the_line_is_cut(): void
    {
        for ($i = 0; $i < 50; ++$i) {
            $this->queue->add();
        }
        $body = self::body(['erase', 'zoe@example.co.za', '--force']);
        $connection = stream_socket_client("tcp://127.0.0.1:{$this->site->port}");
        self::assertIsResource($connection);
        $pass = $this->pass($body);
        fwrite($connection, implode("\r\n", [
            'POST ' . self::WORK . ' HTTP/1.1',
            'Host: a.example',
            "Authorization: {$pass}",
            'Content-Type: application/x-www-form-urlencoded',
            'Content-Length: ' . \strlen($body),
            '',
            $body,
        ]));
        fread($connection, 100);
        fclose($connection);
        $this->site->waitUntilIdle();
        self::assertSame([], Operator::list($this->queue->environment, $this->queue->clock()));
    }

    /**
     * @param list<string>         $arguments
     * @param array<string, mixed> $more of the request
     * @return array{string, string, ?int, string} standard output, standard error, the exit code and the fingerprint
     */
    private function call(array $arguments, array $more = []): array
    {
        $answer = $this->post($arguments, more: $more);
        self::assertSame(200, $answer->status, $answer->body);
        $said = ['out' => '', 'err' => ''];
        [$code, $asked] = [null, ''];
        foreach (explode("\n", rtrim($answer->body, "\n")) as $line) {
            [$kind, $value] = explode(' ', $line) + ['', 'yes'];
            self::assertNull($code, 'nothing follows the exit code');
            if ($kind === 'exit') {
                $code = (int) $value;
            } elseif (isset($said[$kind])) {
                $said[$kind] .= base64_decode($value, true);
            } else {
                $asked = $value;
            }
        }

        return [$said['out'], $said['err'], $code, $asked];
    }

    /** @return string Authorization with a new pass for the body, whose hash is on the host */
    private function pass(string $body): string
    {
        [$id, $secret] = [bin2hex(random_bytes(8)), bin2hex(random_bytes(32))];
        file_put_contents(self::$copy->root . "/console-{$id}.pass", hash('sha256', $secret . $body));

        return "Bearer console.{$id}.{$secret}";
    }

    /**
     * @param list<string>         $arguments
     * @param array<string, mixed> $more
     */
    private function post(array $arguments, string $path = self::WORK, array $more = []): Answer
    {
        $body = self::body($arguments, $more);

        return $this->send($this->pass($body), $body, $path);
    }

    private function send(string $authorization, string $body, string $path = self::WORK): Answer
    {
        return $this->site->request('POST', ['Authorization' => $authorization] + self::FORM, $body, $path);
    }

    /**
     * @param list<string>         $arguments
     * @param array<string, mixed> $more
     */
    private static function body(array $arguments, array $more = []): string
    {
        $request = base64_encode(Contract::json(['arguments' => $arguments, 'columns' => 60] + $more));

        return 'request=' . rtrim(strtr($request, '+/', '-_'), '=');
    }
}
