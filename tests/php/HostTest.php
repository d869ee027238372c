<?php

declare(strict_types=1);

namespace Enquiry\Tests;

use Enquiry\Tests\Support\Answer;
use Enquiry\Tests\Support\Contract;
use Enquiry\Tests\Support\Environment;
use Enquiry\Tests\Support\FixturePages;
use Enquiry\Tests\Support\MailServer;
use Enquiry\Tests\Support\Queue;
use Enquiry\Tests\Support\ServerCopy;
use Enquiry\Tests\Support\WebServer;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\TestWith;
use PHPUnit\Framework\TestCase;
use Symfony\Component\Process\Process;

/** contact_process.php over HTTP as hosts set PHP up: functions taken away, no temporary folder, half of $_SERVER. */
final class HostTest extends TestCase
{
    /** What hosts disable and the endpoint, or a package, calls on the way of a request. */
    private const DONE_WITHOUT = [
        'chmod', 'chown', 'error_log', 'error_reporting', 'fileinode', 'fileowner', 'flock', 'fsync', 'getenv', 'gethostname', 'getmypid', 'hrtime',
        'ignore_user_abort', 'ini_get', 'ini_set', 'php_uname', 'phpversion', 'putenv', 'register_shutdown_function', 'set_error_handler', 'set_exception_handler',
        'set_time_limit', 'stream_select', 'stream_set_blocking', 'stream_socket_client', 'stream_socket_enable_crypto', 'fsockopen', 'sys_get_temp_dir', 'touch', 'umask', 'usleep',
    ];

    private const NEVER_CALLED = 'apache_setenv,checkdnsrr,closelog,curl_exec,curl_multi_exec,debug_backtrace,disk_free_space,disk_total_space,dl,exec,get_current_user,getmyuid,getrusage,'
        . 'highlight_file,ini_alter,ini_restore,link,mail,mb_send_mail,memory_get_usage,openlog,opcache_get_status,opcache_reset,parse_ini_file,passthru,phpinfo,popen,posix_getpid,posix_getpwuid,posix_kill,'
        . 'posix_uname,proc_open,readlink,set_include_path,shell_exec,show_source,sleep,stream_socket_server,symlink,sys_getloadavg,syslog,system,tempnam,tmpfile,pcntl_alarm,pcntl_fork,pcntl_signal';

    /** As published: a control panel's own for PHP, two hosts' and the advice of a hardening guide. */
    private const HOSTS = [
        'a control panel' => 'passthru,exec,system,putenv,chroot,chgrp,chown,shell_exec,popen,proc_open,pcntl_exec,ini_alter,ini_restore,dl,openlog,syslog,readlink,symlink,popepassthru,pcntl_alarm,pcntl_fork,pcntl_waitpid,pcntl_wait,pcntl_signal,pcntl_signal_dispatch,pcntl_sigprocmask,imap_open,apache_setenv',
        'a host of many sites' => 'apache_get_modules,apache_setenv,virtual,chdir,chroot,exec,passthru,proc_close,proc_open,shell_exec,system,chgrp,chown,disk_free_space,filegroup,fileinode,fileowner,lchgrp,link,lstat,pclose,popen,readlink,symlink,umask,cli_set_process_title,dl,gc_collect_cycles,get_current_user,getmyinode,getmypid,getmyuid,php_ini_loaded_file,php_uname,highlight_file,show_source,sys_getloadavg,closelog,openlog,pfsockopen,syslog,posix_geteuid,posix_getpid,posix_getpwuid',
        'a host that fears settings' => 'phpinfo,checkdnsrr,chgrp,chown,chroot,closelog,disk_free_space,dl,error_log,ftp_connect,getmxrr,getmypid,getmyuid,getservbyname,highlight_file,ini_alter,ini_restore,ini_set,listen,openlog,passthru,pclose,pfsockopen,php_uname,popen,posix_getpid,posix_kill,proc_open,set_time_limit,shell_exec,syslog,system',
        'a hardening guide' => 'chgrp,chmod,chown,curl_exec,diskfreespace,dl,exec,getmypid,getmyuid,highlight_file,ignore_user_abort,ini_set,lchown,link,mail,parse_ini_file,passthru,php_uname,phpinfo,popen,posix_getpid,posix_getpwuid,proc_open,putenv,set_time_limit,shell_exec,show_source,symlink,system,tmpfile',
    ];

    private static ServerCopy $copy;
    private ?WebServer $site = null;

    public static function setUpBeforeClass(): void
    {
        self::$copy = ServerCopy::make();
    }

    public static function tearDownAfterClass(): void
    {
        self::$copy->delete();
    }

    protected function tearDown(): void
    {
        $this->site?->stop();
    }

    #[DataProvider('disabledFunctions')]
    public function test_what_a_host_disables_costs_no_enquiry(string $functions): void
    {
        $environment = Environment::for(Environment::deadPort());
        $this->site = self::start($environment, ['disable_functions' => $functions]);
        foreach (['first', 'again'] as $_) {
            $answer = $this->site->request('POST', ['Content-Type' => 'application/json', 'Idempotency-Key' => 'one'], self::message());
            self::assertSame([200, '{"status":"success"}'], [$answer->status, $answer->body]);
        }

        $refused = $this->site->request('POST', ['Content-Type' => 'application/json'], '{}');
        self::assertSame([422, 'invalid_fields'], [$refused->status, $refused->json()['code'] ?? null]);
        self::assertSame(1, self::stored($environment));
    }

    /** @return iterable<string, array{string}> */
    public static function disabledFunctions(): iterable
    {
        foreach (self::DONE_WITHOUT as $function) {
            yield $function => [$function];
        }
        yield 'all that is never called' => [self::NEVER_CALLED];
        foreach (self::HOSTS as $host => $functions) {
            yield $host => [$functions];
        }
    }

    public function test_what_the_store_cannot_do_without_is_told(): void
    {
        $environment = Environment::for(Environment::deadPort());
        $this->site = self::start($environment, ['disable_functions' => 'mkdir']);
        $answer = $this->site->request('POST', ['Content-Type' => 'application/json'], self::message());

        self::assertContains([$answer->status, $answer->json()['code'] ?? null], [[200, null], [500, 'server_error'], [503, 'unavailable']]);
        self::assertSame($answer->status === 200 ? 1 : 0, self::stored($environment));
    }

    /** These are in no host's list; they stand for any fault between the store and the answer. */
    #[DataProvider('functionsForTheAnswer')]
    public function test_an_enquiry_that_is_stored_is_never_said_to_be_lost(string $function): void
    {
        $environment = Environment::for(Environment::deadPort());
        $this->site = self::start($environment, ['disable_functions' => $function]);
        $answer = $this->site->request('POST', ['Content-Type' => 'application/json'], self::message());
        $form = $this->site->request('POST', ['Content-Type' => 'application/x-www-form-urlencoded'], http_build_query(['subject' => 'By form'] + Contract::answers()['message']));

        self::assertSame([200, '{"status":"success"}'], [$answer->status, $answer->body]);
        self::assertMatchesRegularExpression('/^[0-9A-Z]{5}-[0-9A-Z]{5}$/', $answer->headers['enquiry-reference'] ?? '');
        self::assertStringStartsWith('Your message was sent. Your reference is ', $form->body);
        self::assertSame(2, self::stored($environment));
    }

    /** @return iterable<string, array{string}> */
    public static function functionsForTheAnswer(): iterable
    {
        yield 'the answer cannot be built' => ['gmdate'];
        yield 'the answer cannot be sent' => ['ucwords,rawurlencode,preg_quote'];
    }

    /** PHP keeps what is longer than 16 KB in a file; whoever can must not be told that the fault is theirs. */
    #[TestWith(['1'])]
    #[TestWith(['0'])]
    public function test_without_a_temporary_folder_long_messages_are_refused_and_nothing_typed_is_lost(string $reading): void
    {
        $environment = Environment::for(Environment::deadPort(), ['PAGES_DIR' => FixturePages::folder(), 'LOG_FILE' => 'php://stderr']);
        $this->site = self::start($environment, ['sys_temp_dir' => '/dev/null/tmp', 'enable_post_data_reading' => $reading]);
        $long = ['message' => str_repeat('long', 1_000) . str_repeat(' ', 13_000)] + Contract::answers()['message'];
        $answer = $this->site->request('POST', ['Content-Type' => 'application/json'], Contract::json($long));
        $form = $this->site->request('POST', ['Content-Type' => 'application/x-www-form-urlencoded'], http_build_query($long));

        self::assertSame([503, 'unavailable'], [$answer->status, $answer->json()['code'] ?? null]);
        self::assertSame(503, $form->status);
        self::assertStringContainsString('what you typed is still there', $form->body);
        self::assertStringNotContainsString('<form', $form->body);
        self::assertSame(0, self::stored($environment));
        $this->site->log->nextMatching('~temporary folder~');
        self::assertSame(200, $this->site->request('POST', ['Content-Type' => 'application/json'], self::message())->status);
    }

    public function test_a_php_that_tells_nothing_of_the_request_is_named(): void
    {
        $this->site = self::start(Environment::for(Environment::deadPort()), ['variables_order' => 'EGPC']);
        $answer = $this->site->request('POST', ['Content-Type' => 'application/json'], self::message());

        self::assertSame([500, 'server_error'], [$answer->status, $answer->json()['code'] ?? null]);
        $this->site->log->nextMatching('~variables_order~');
    }

    #[TestWith(['disable_functions=stream_select,chown', '~problem +PHP has these functions disabled: stream_select\.~'])]
    #[TestWith(['disable_functions=putenv,chown,pcntl_signal', '~every extension and function~'])]
    public function test_the_doctor_says_what_php_lacks(string $setting, string $finding): void
    {
        // With an invalid configuration doctor checks PHP and nothing else.
        $doctor = new Process([\PHP_BINARY, '-d', $setting, self::$copy->server . '/console', 'doctor'], env: ['MAIL_TO' => 'nobody']);
        $doctor->run();

        self::assertMatchesRegularExpression($finding, $doctor->getOutput());
    }

    #[TestWith(['pcntl_signal'])]
    #[TestWith(['socket_addrinfo_lookup'])]
    #[TestWith(['ini_set,putenv,getmypid,chown,chmod,umask,touch,set_time_limit,php_uname'])]
    public function test_the_worker_does_without_what_hosts_disable(string $functions): void
    {
        $mail = MailServer::start();
        $queue = new Queue($environment = Environment::for($mail->port, ['SMTP_HOST' => 'localhost']));
        $queue->now = time();
        $queue->add();
        $worker = new Process([\PHP_BINARY, '-d', "disable_functions={$functions}", self::$copy->server . '/console', 'work', '--once'], env: $environment);
        $worker->run();

        self::assertSame("Mailed: 1\n", $worker->getOutput() . $worker->getErrorOutput());
        $mail->stop();
    }

    /**
     * Configured by the file, as hosts' customers do it.
     *
     * @param array<string, string> $environment
     * @param array<string, string> $ini
     */
    private static function start(array $environment, array $ini): WebServer
    {
        $settings = array_map(static fn(string $key, string $value): string => "{$key}='{$value}'\n", array_keys($environment), $environment);
        file_put_contents(self::$copy->root . '/.env', implode('', $settings));

        return WebServer::start([], $ini, self::$copy->server);
    }

    private static function message(): string
    {
        return Contract::json(Contract::answers()['message']);
    }

    /** @param array<string, string> $environment */
    private static function stored(array $environment): int
    {
        $row = (new Queue($environment))->database->read(static fn($connection) => $connection->row('SELECT COUNT(*) AS stored FROM enquiry'));

        return $row?->number('stored') ?? 0;
    }
}
