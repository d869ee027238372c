<?php

declare(strict_types=1);

namespace Enquiry\Tests;

use Enquiry\Shared\Clock;
use Enquiry\Tests\Support\DataFolders;
use Enquiry\Tests\Support\Environment;
use Enquiry\Tests\Support\MailServer;
use Enquiry\Tests\Support\Operator;
use Enquiry\Tests\Support\Queue;
use Enquiry\Tests\Support\ServerCopy;
use Enquiry\Tests\Support\WebServer;
use PHPUnit\Framework\Attributes\TestWith;
use PHPUnit\Framework\TestCase;
use Symfony\Component\Filesystem\Filesystem;
use Symfony\Component\Process\Process;

final class HostTest extends TestCase
{
    /** Functions that hosts often disable and that the program does not need. */
    private const NOT_NEEDED = 'apache_setenv,checkdnsrr,chgrp,chown,chroot,closelog,curl_exec,disk_free_space,dl,error_log,exec,fsockopen,get_current_user,gethostname,'
        . 'getmypid,getmyuid,highlight_file,ini_alter,ini_restore,link,mail,openlog,parse_ini_file,passthru,pcntl_alarm,pcntl_exec,pcntl_fork,pcntl_signal,pcntl_wait,php_uname,phpinfo,'
        . 'popen,posix_geteuid,posix_getpid,posix_getpwuid,posix_kill,proc_open,putenv,readlink,set_time_limit,shell_exec,show_source,socket_addrinfo_lookup,symlink,syslog,system,tempnam,tmpfile';

    private static ServerCopy $copy;

    public static function setUpBeforeClass(): void
    {
        self::$copy = ServerCopy::make();
    }

    public function test_functions_that_are_not_needed_may_be_disabled(): void
    {
        $environment = Environment::for(Environment::deadPort());
        $site = self::start($environment, ['disable_functions' => self::NOT_NEEDED]);
        $answer = $site->postMessage();
        $refused = $site->request('POST', ['Content-Type' => 'application/json'], '{}');

        self::assertSame([200, '{"status":"success"}'], [$answer->status, $answer->body]);
        self::assertSame([422, 'invalid_fields'], [$refused->status, $refused->json()['code'] ?? null]);
        self::assertSame(1, self::stored($environment));
    }

    /** Their php.ini has zlib.output_compression, and the answer must end where its length says. */
    public function test_an_answer_is_complete_on_hosts_that_compress(): void
    {
        $site = self::start(Environment::for(Environment::deadPort()), []);
        $answer = $site->postMessage(headers: ['Accept-Encoding' => 'gzip']);

        self::assertSame([200, '{"status":"success"}'], [$answer->status, $answer->body]);
    }

    /** Hosts set open_basedir to the document root, and private is beside it. */
    #[TestWith(['contact_process.php', '"code":"server_error"'])]
    #[TestWith(['contact_sent.php', 'If you have just sent us a message, it has reached us.'])]
    #[TestWith(['contact_health.php', '"status":"failing","message":"PHP cannot read the folder private, because its setting open_basedir forbids it.'])]
    public function test_a_folder_outside_open_basedir_is_named_in_the_log_and_no_operator_reads_about_an_enquiry(string $script, string $body): void
    {
        $root = realpath(self::$copy->root) . '/upload';
        (new Filesystem())->copy(self::$copy->server . '/index.php', "{$root}/www/api/{$script}");
        (new Filesystem())->copy(self::$copy->server . '/src/Http/FatalErrorHandler.php', "{$root}/private/server/src/Http/FatalErrorHandler.php");
        $site = WebServer::start([], ['open_basedir' => "{$root}/www"], shown: "{$root}/www");
        $answer = $site->request('GET', [], '', "/api/{$script}");

        self::assertSame(500, $answer->status);
        self::assertStringContainsString($body, $answer->body);
        self::assertStringNotContainsString($root, $answer->body);
        $site->log->nextMatching("~{$root}/private/server is incomplete or cannot be read.*open_basedir allows PHP only {$root}/www: add {$root}/private to it, or move private into {$root}/www\\.~");
    }

    #[TestWith(['aaaaaaaaaaaa', 'unknown'])]
    #[TestWith(['aaaaaaaaaaaa ../server', 'unknown'])]
    #[TestWith(['aaaaaaaaaaaa bbbbbbbbbbbb', 'bbbbbbbbbbbb'])]
    public function test_a_release_that_is_damaged_or_missing_is_named_in_the_log_and_by_the_console(string $named, string $code): void
    {
        $root = realpath(self::$copy->root) . '/deployed';
        (new Filesystem())->copy(self::$copy->server . '/index.php', "{$root}/www/api/contact_process.php");
        (new Filesystem())->copy(self::$copy->server . '/console', "{$root}/private/server/console");
        (new Filesystem())->dumpFile("{$root}/private/release.txt", $named);
        $site = WebServer::start([], shown: "{$root}/www");
        $answer = $site->postMessage(path: '/api/contact_process.php');
        $console = new Process([\PHP_BINARY, "{$root}/private/server/console", 'list']);

        self::assertSame([500, 'server_error'], [$answer->status, $answer->json()['code'] ?? null]);
        $site->log->nextMatching("~{$root}/private/code/{$code}/server is incomplete or cannot be read.*release\.txt does not name a complete release\. Run npm run deploy again~");
        self::assertSame(1, $console->run());
        self::assertStringContainsString('release.txt does not name a complete release: run npm run deploy again.', $console->getErrorOutput());
    }

    public function test_a_data_folder_outside_open_basedir_is_explained(): void
    {
        $environment = Environment::for(Environment::deadPort(), ['DATA_DIR' => '/var/enquiries-elsewhere', 'HEALTH_TOKEN' => str_repeat('t', 32)]);
        // The copy has links to the packages.
        $allowed = realpath(self::$copy->root) . \PATH_SEPARATOR . realpath(__DIR__ . '/../../server/vendor');
        $site = self::start($environment, ['open_basedir' => $allowed]);

        self::assertSame(503, $site->postMessage()->status);
        $site->log->nextMatching("~/var/enquiries-elsewhere cannot be created or written.*open_basedir~");
        $page = $site->request('GET', ['Authorization' => 'Bearer ' . str_repeat('t', 32)], '', '/contact_work.php?doctor');
        self::assertStringContainsString('setting open_basedir forbids the folder, allow it there.', $page->body);
    }

    public function test_doctor_and_oauth_need_no_allow_url_fopen(): void
    {
        $folder = DataFolders::made();
        file_put_contents("{$folder}/token.php", "<?php echo '{\"access_token\":\"token\",\"expires_in\":3599}';");
        $tokens = WebServer::start([], shown: "{$folder}/token.php");
        $doctor = new Process(
            [\PHP_BINARY, '-d', 'allow_url_fopen=0', self::$copy->server . '/console', 'doctor'],
            env: Environment::for(MailServer::start(['auth' => ['user' => 'website', 'pass' => 'token']])->port, [
                'SITE_URL' => "http://127.0.0.1:{$tokens->port}",
                'SMTP_USERNAME' => 'website',
                'SMTP_OAUTH_TOKEN_URL' => "http://127.0.0.1:{$tokens->port}/token",
                'SMTP_OAUTH_CLIENT_ID' => 'id',
                'SMTP_OAUTH_CLIENT_SECRET' => 'secret',
                'SMTP_OAUTH_REFRESH_TOKEN' => 'refresh',
            ]),
        );
        $doctor->run();

        self::assertStringNotContainsString('The live site was not checked', $doctor->getOutput());
        self::assertStringContainsString('answers and accepts the login.', $doctor->getOutput());
    }

    /** On some hosts, /usr/bin/php is php-cgi. */
    #[TestWith(['composer.json', '{"require": {"ext-marula": "*"}}'])]
    #[TestWith(['vendor/autoload.php', '<?php exit("broken");'])]
    public function test_the_console_refuses_a_php_for_web_servers_before_anything_else(string $file, string $content): void
    {
        $copy = ServerCopy::make();
        $copy->replace($file, $content);
        $site = WebServer::start([], server: $copy->server, shown: "{$copy->server}/console");

        self::assertMatchesRegularExpression('~^\S+ is PHP for web servers \(cli-server\): use the PHP of the command line, .*/php\.$~', trim($site->request('GET', [], '')->body));
    }

    public function test_a_missing_driver_of_the_database_is_named(): void
    {
        $console = new Process([\PHP_BINARY, self::$copy->server . '/console', 'status', '--json'], env: ['PHP_INI_SCAN_DIR' => self::iniWithout('pdo_sqlite')] + Environment::for(Environment::deadPort()));
        $console->run();

        self::assertStringContainsString('No enquiry can be accepted or delivered: The PHP of the command line lacks the extension pdo_sqlite. On Debian: sudo apt-get install php-sqlite3.', $console->getOutput());
    }

    public function test_the_worker_needs_none_of_these_functions_either(): void
    {
        $queue = new Queue($environment = Environment::for(MailServer::start()->port, ['SMTP_HOST' => 'localhost']));
        $queue->now = time();
        $queue->add();
        $worker = new Process([\PHP_BINARY, '-d', 'disable_functions=' . self::NOT_NEEDED, self::$copy->server . '/console', 'work', '-v'], env: $environment);
        $worker->run();

        self::assertSame("Mailed: 1\n", $worker->getOutput() . $worker->getErrorOutput());
    }

    /** @return string a folder with Debian's settings, without an extension */
    private static function iniWithout(string $extension): string
    {
        $folder = DataFolders::made();
        foreach (explode(',', (string) php_ini_scanned_files()) as $file) {
            if (!str_contains($file, $extension)) {
                copy(trim($file), "{$folder}/" . basename($file));
            }
        }

        return $folder;
    }

    /**
     * @param array<string, string> $environment becomes the file .env
     * @param array<string, string> $ini
     */
    private static function start(array $environment, array $ini): WebServer
    {
        self::$copy->configure($environment);

        return WebServer::start([], $ini, self::$copy->server);
    }

    /** @param array<string, string> $environment */
    private static function stored(array $environment): int
    {
        return Operator::status($environment, new Clock())['waiting'];
    }
}
