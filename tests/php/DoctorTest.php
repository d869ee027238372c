<?php

declare(strict_types=1);

namespace Enquiry\Tests;

use Enquiry\Configuration\Configuration;
use Enquiry\Delivery\QueueStatus;
use Enquiry\Http\Pages;
use Enquiry\Operations\Console\DoctorCommand;
use Enquiry\Operations\Doctor\Doctor;
use Enquiry\Operations\Doctor\Finding;
use Enquiry\Operations\Doctor\HostChecks;
use Enquiry\Operations\Doctor\Internet;
use Enquiry\Shared\SystemClock;
use Enquiry\Store\DataFolder;
use Enquiry\Store\Note;
use Enquiry\Tests\Support\Certificate;
use Enquiry\Tests\Support\Children;
use Enquiry\Tests\Support\DataFolders;
use Enquiry\Tests\Support\Environment;
use Enquiry\Tests\Support\FixedClock;
use Enquiry\Tests\Support\FixedDns;
use Enquiry\Tests\Support\FixturePages;
use Enquiry\Tests\Support\MailServer;
use Enquiry\Tests\Support\ServerCopy;
use Enquiry\Tests\Support\SigningKey;
use Enquiry\Tests\Support\WebServer;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\TestWith;
use PHPUnit\Framework\TestCase;
use Psr\Clock\ClockInterface;
use Random\Randomizer;
use Symfony\Component\Console\Tester\CommandTester;
use Symfony\Component\Filesystem\Filesystem;
use Symfony\Component\Process\Process;

/**
 * The doctor as the operator runs it, on an installation of its own with a real web server and a real mail
 * server. DNS and the queue are handed in.
 */
final class DoctorTest extends TestCase
{
    private const NOW = '2026-03-06 22:42:07 UTC';
    private const DNS = [
        'kokerboom.example' => ['some-verification=1', 'v=spf1 include:mail.example -all'],
        '_dmarc.kokerboom.example' => ['v=DMARC1; p=none'],
    ];

    private static ServerCopy $copy;
    private static MailServer $mail;
    private ?MailServer $ownMail = null;
    private ?WebServer $site = null;
    private ?SigningKey $key = null;
    private ?Certificate $certificate = null;

    public static function setUpBeforeClass(): void
    {
        self::$copy = ServerCopy::make();
        foreach ([Pages::CONTACT, Pages::SENT] as $page) {
            (new Filesystem())->dumpFile(self::$copy->server . "/pages/{$page}", 'as built');
        }
        self::$mail = MailServer::start();
    }

    public static function tearDownAfterClass(): void
    {
        self::$copy->delete();
        self::$mail->stop();
    }

    protected function setUp(): void
    {
        mkdir($this->dataFolder(), 0o700);
        touch("{$this->dataFolder()}/address.key");
        chmod("{$this->dataFolder()}/address.key", 0o600);
    }

    protected function tearDown(): void
    {
        $this->ownMail?->stop();
        $this->site?->stop();
        $this->key?->delete();
        $this->certificate?->delete();
        (new Filesystem())->remove([$this->dataFolder(), self::$copy->root . '/site', self::$copy->root . '/.env', self::$copy->root . '/.env.example']);
    }

    public function test_a_sound_installation_has_no_problems_and_no_warnings(): void
    {
        $this->key = SigningKey::rsa();
        $this->site = $this->startSite();
        $report = $this->doctor(
            $this->key->settings() + $this->siteSettings() + ['PAGES_DIR' => FixturePages::folder(), 'LOG_FILE' => ''],
            self::DNS + [$this->key->recordName() => [$this->key->record]],
            self::queue(0, 0, 0),
            clock: new SystemClock(),
        );

        self::assertStringContainsString('All is well.', $report);
        self::assertSame(0, preg_match('/^(warning|problem)/m', $report), $report);
        foreach (['no faults', 'every extension', 'address.key is closed', 'data/enquiries.log can be written', 'endpoint answers', 'This installation answers', 'clocks', 'data cannot be fetched', '.env cannot be fetched', 'installed.json cannot be fetched', 'policy is the one of the pages', 'contact-us.html is there', 'message-sent.html is there', 'asks for no login', 'same domain', '(SPF)', '(DMARC)', 'publishes the DKIM key', 'oldest enquiry that waits is 0 minutes', 'No enquiry was given up', 'last ran 0 minutes'] as $fact) {
            self::assertStringContainsString($fact, $report);
        }
    }

    public function test_a_setting_that_is_none_is_told_with_what_may_have_been_meant(): void
    {
        $this->copyExample();
        $report = $this->doctor(['SMTP_TIMEUOT' => '20', 'COLOUR' => 'red']);

        self::assertMatchesRegularExpression('~^warning +.+/\.env has SMTP_TIMEUOT, which is no setting\.\n +→ Perhaps SMTP_TIMEOUT was meant\.~m', $report);
        self::assertStringContainsString('has COLOUR, which is no setting.', $report);
        self::assertStringNotContainsString('MAIL_TO, which', $report);
    }

    public function test_an_environment_file_that_nobody_filled_in_is_told_as_such(): void
    {
        $example = $this->copyExample();

        self::assertProblem('.env is as setup made it.', $this->doctor([], environmentFile: (string) file_get_contents($example), expected: 1));
    }

    #[TestWith(["/var/lib/web", true])]
    #[TestWith(["/var/lib/website\n", false])]
    #[TestWith(["/var/lib/website\r\n", false])]
    public function test_an_environment_file_that_ends_within_a_line_may_be_cut(string $end, bool $isTold): void
    {
        $this->copyExample();
        $report = $this->doctor([], environmentFile: "SMTP_HOST=127.0.0.1\nMAIL_FROM=website@kokerboom.example\nMAIL_TO=sales@kokerboom.example\nDATA_DIR={$end}", expected: 1);

        self::assertSame($isTold, preg_match('~^warning +.+/\.env ends within a line, as where it was cut off~m', $report) === 1, $report);
    }

    #[TestWith([null, 'warning', 'No backup was ever made.'])]
    #[TestWith([777_600, 'warning', 'The last backup was made 9 days ago.'])]
    #[TestWith([86_400, 'ok', 'A backup was made within the last week.'])]
    public function test_a_backup_that_is_missing_or_old_is_told(?int $secondsAgo, string $level, string $words): void
    {
        $queue = static fn(): QueueStatus => new QueueStatus(0, 0, null, 0, 0, 0, backupSecondsAgo: $secondsAgo);

        self::assertMatchesRegularExpression("~^{$level} +{$words}~m", $this->doctor([], queue: $queue));
    }

    public function test_backups_that_the_database_knows_nothing_of_are_told(): void
    {
        mkdir("{$this->dataFolder()}/backups", 0o700);
        touch("{$this->dataFolder()}/backups/2026-11-21.sqlite");

        self::assertProblem('There are backups, and the database knows of none', $this->doctor([], queue: static fn(): QueueStatus => new QueueStatus(0, 0, null, 0, 0, 0), expected: 1));
    }

    public function test_what_a_recipient_was_refused_with_is_told(): void
    {
        $queue = static fn(): QueueStatus => new QueueStatus(1, 0, 60, 0, 0, 0, 'Not taken for gone@kokerboom.example (550 No such mailbox).', backupSecondsAgo: 0);

        self::assertStringContainsString('warning  Mail was last refused: Not taken for gone@kokerboom.example (550 No such mailbox).', $this->doctor([], queue: $queue));
    }

    public function test_every_fault_of_the_configuration_is_told_and_ends_the_checks(): void
    {
        $report = $this->doctor(['MAIL_TO' => 'nobody', 'SMTP_PORT' => 'x', 'SMTP_USERNAME' => 'a', 'SMTP_PASSWORD' => ''], expected: 1);

        foreach (['MAIL_TO', 'SMTP_PORT', 'SMTP_PASSWORD'] as $key) {
            self::assertMatchesRegularExpression("/^problem  .*fault: {$key} must be.*\n +→ Enquiries are taken and wait; none is mailed/m", $report);
        }
        self::assertStringContainsString('every extension', $report);
        self::assertStringNotContainsString('mail server', $report);
    }

    public function test_a_line_of_the_env_file_that_may_be_meant_otherwise_is_told(): void
    {
        self::assertProblem('line 1: SMTP_PASSWORD has a space outside of quotation marks', $this->doctor([], environmentFile: 'SMTP_PASSWORD=two words', expected: 1));
    }

    public function test_an_old_php_and_a_missing_extension_are_told(): void
    {
        $composer = (string) file_get_contents(self::$copy->server . '/composer.json');
        self::$copy->replace('composer.json', '{"require": {"php": ">=99.1", "ext-json": "*", "ext-nonesuch": "*"}}');
        try {
            $report = $this->doctor([], expected: 1);
        } finally {
            self::$copy->replace('composer.json', $composer);
        }

        self::assertProblem('is too old: 99.1 or newer', $report);
        self::assertProblem('PHP lacks extensions: nonesuch.', $report);
    }

    #[TestWith(['/dev/null/log', 'warning', '/dev/null/log cannot be written; '])]
    #[TestWith(['/dev/full', 'warning', '/dev/full is a device'])]
    #[TestWith(['php://stderr', 'warning', 'The log is standard error'])]
    public function test_a_log_that_goes_elsewhere_is_told(string $file, string $verdict, string $words): void
    {
        self::assertMatchesRegularExpression("~^{$verdict}  .*{$words}.*\n +→ \S~m", $this->doctor(['LOG_FILE' => $file]));
    }

    public function test_a_log_that_cannot_be_written_anywhere_is_told(): void
    {
        // A folder of that name cannot be written even by root.
        mkdir("{$this->dataFolder()}/enquiries.log");

        self::assertProblem('data/enquiries.log cannot be written', $this->doctor(['LOG_FILE' => ''], expected: 1));
    }

    public function test_the_line_that_is_looked_for_is_looked_for_in_the_end_of_the_log(): void
    {
        file_put_contents("{$this->dataFolder()}/enquiries.log", str_repeat("an earlier line\n", 50_000));

        self::assertStringContainsString('enquiries.log can be written', $this->doctor(['LOG_FILE' => '']));
    }

    public function test_files_that_everyone_on_the_machine_may_read_are_told(): void
    {
        $this->key = SigningKey::rsa();
        chmod($this->key->file, 0o644);
        chmod("{$this->dataFolder()}/address.key", 0o604);
        chmod($this->dataFolder(), 0o755);
        $report = $this->doctor($this->key->settings(), environmentMode: 0o644, expected: 1);

        foreach ([$this->key->file, "{$this->dataFolder()}/address.key", $this->dataFolder(), self::$copy->root . '/.env'] as $path) {
            self::assertProblem("{$path} is open to every user", $report);
        }
    }

    public function test_what_does_not_belong_to_the_owner_of_the_data_folder_is_told(): void
    {
        if (posix_geteuid() !== 0) {
            self::markTestSkipped('Only root can give files away.');
        }
        mkdir("{$this->dataFolder()}/backups", 0o700);
        foreach (['enquiries.sqlite', 'write.lock', 'backups/old.jsonl'] as $name) {
            touch("{$this->dataFolder()}/{$name}");
        }
        chown("{$this->dataFolder()}/enquiries.sqlite", 'nobody');
        chown("{$this->dataFolder()}/backups/old.jsonl", 'nobody');
        $report = $this->doctor([], expected: 1);

        self::assertProblem("{$this->dataFolder()}/enquiries.sqlite does not belong to root", $report);
        self::assertProblem("{$this->dataFolder()}/backups/old.jsonl does not belong to root", $report);
        self::assertStringContainsString("chown root {$this->dataFolder()}/enquiries.sqlite", $report);
        self::assertStringNotContainsString('write.lock does not', $report);
    }

    public function test_a_file_that_this_user_cannot_write_is_told(): void
    {
        $file = "{$this->dataFolder()}/enquiries.sqlite";
        touch($file);
        chmod($file, 0o400);
        // Root may write whatever it wants.
        $nobody = posix_geteuid() === 0 ? posix_getpwnam('nobody')['uid'] ?? self::fail() : posix_geteuid();
        array_map(static fn(string $path): bool => chown($path, $nobody), [$this->dataFolder(), "{$this->dataFolder()}/address.key", $file]);
        $host = new HostChecks(Configuration::fromArray($this->settings()), self::$copy->server, null, new Randomizer());
        $said = Children::run(1, fn(): \Closure => function () use ($nobody, $host): string {
            posix_setuid($nobody);

            return implode("\n", array_column([...$host->permissions()], 'what'));
        });

        self::assertStringContainsString("{$file} cannot be written by", $said[0]);
        self::assertStringNotContainsString('address.key cannot be written', $said[0]);
    }

    public function test_pages_that_were_not_built_are_told(): void
    {
        $report = $this->doctor(['PAGES_DIR' => '/nowhere']);

        self::assertMatchesRegularExpression('~^warning  /nowhere/contact-us\.html is missing~m', $report);
    }

    public function test_a_missing_data_folder_is_told(): void
    {
        (new Filesystem())->remove($this->dataFolder());

        self::assertProblem("{$this->dataFolder()} does not exist", $this->doctor([], expected: 1));
    }

    #[TestWith([''])]
    #[TestWith(['/server'])]
    public function test_private_files_that_the_web_server_shows_are_told(string $below): void
    {
        $this->site = WebServer::start($this->settings(), shown: self::$copy->root . $below);
        $report = $this->doctor(['SITE_URL' => $this->siteUrl()], expected: 1);

        self::assertProblem("{$this->dataFolder()} is open to the world, at {$this->siteUrl()}", $report);
        self::assertProblem('vendor/composer/installed.json is open to the world', $report);
        self::assertSame($below === '', str_contains($report, '.env is open to the world'));
        self::assertSame([], glob("{$this->dataFolder()}/probe*"));
        self::assertProblem('and not as the endpoint would', $report);
    }

    /** @param list<string> $shown what a slip shows: an alias without its slash at the end, a prefix that leads into the folder */
    #[TestWith(['/api..', '/server', ['data', 'vendor']])]
    #[TestWith(['/api', '', ['data', 'vendor', '.env']])]
    public function test_private_files_that_a_slip_in_the_prefix_shows_are_told_and_no_address_is_asked_for_in_vain(string $prefix, string $folder, array $shown): void
    {
        $asked = "{$this->siteFolder()}/asked";
        $this->site = $this->startSite(before: <<<PHP
            file_put_contents('{$asked}', \$_SERVER['REQUEST_URI'] . "\n", FILE_APPEND);
            \$file = str_starts_with(\$_SERVER['REQUEST_URI'], '{$prefix}/') ? '{$this->root()}{$folder}' . substr(\$_SERVER['REQUEST_URI'], strlen('{$prefix}')) : '';
            if (is_file(\$file) && !str_ends_with(\$file, '.php')) { readfile(\$file); return; }
            PHP);
        $report = $this->doctor($this->siteSettings(), expected: 1);

        foreach (['data' => 'server/data', 'vendor' => 'vendor/composer/installed.json', '.env' => '/.env'] as $name => $path) {
            self::assertSame(\in_array($name, $shown, true), str_contains($report, "{$path} is open to the world"), $report);
        }
        // Of the folders above the private part, none is below the prefix.
        preg_match_all('~^/api(?:\.\.)?/.*' . basename(\dirname($this->root())) . '/.*$~m', (string) file_get_contents($asked), $vain);
        self::assertSame([], $vain[0]);
    }

    public function test_a_site_that_answers_everything_shows_nothing_private_by_that(): void
    {
        $router = "{$this->siteFolder()}/router.php";
        file_put_contents($router, '<?php echo "<h1>Welcome</h1>";');
        $this->site = WebServer::start([], shown: $router);
        $report = $this->doctor(['SITE_URL' => $this->siteUrl()], expected: 1);

        self::assertStringContainsString('data cannot be fetched', $report);
        self::assertStringNotContainsString('open to the world', $report);
        self::assertProblem("{$this->siteUrl()} is not served as the build means it to be", $report);
        self::assertProblem('answers 200, and not as the endpoint would', $report);
    }

    public function test_nothing_stays_in_the_data_folder_of_a_disk_that_is_full(): void
    {
        $this->site = $this->startSite();
        $full = ['sh', '-c', "trap '' XFSZ; ulimit -f 0; exec \"\$@\"", 'sh'];
        $doctor = new Process([...$full, \PHP_BINARY, self::$copy->server . '/console', 'doctor'], env: $this->siteSettings() + $this->settings());
        $doctor->run();

        self::assertStringContainsString("The endpoint answers at {$this->siteUrl()}", $doctor->getOutput());
        self::assertSame([], glob("{$this->dataFolder()}/probe*"));
    }

    public function test_a_policy_of_another_build_is_told(): void
    {
        $this->site = $this->startSite(allowed: 'h1 { color: blue }');

        self::assertProblem('browsers show / without their style.', $this->doctor($this->siteSettings(), expected: 1));
    }

    #[TestWith(['<style>h1 { color: red }</style><style media="all">h2 { color: blue }</style>', 'style'])]
    #[TestWith(['<style>h1 { color: red }</style><script data-modules="/assets/app.js">start()</script>', 'script'])]
    #[TestWith(["<style>h1 { color: red }</style>\n<style>a\r\nb</style><script>start()</script>", 'style and script'])]
    public function test_whatever_is_inline_in_any_page_has_to_be_allowed(string $page, string $without): void
    {
        $pages = $this->filesOfSite(['/public/index/index.html' => 'a', '/public/service/index.html' => 'b']);
        $this->site = $this->startSite(before: "if (\$_SERVER['REQUEST_URI'] === '/public/service') { echo " . var_export($page, true) . '; return; }');

        self::assertProblem("browsers show /public/service without their {$without}.", $this->doctor(['PAGES_DIR' => $pages] + $this->siteSettings(), expected: 1));
    }

    public function test_what_needs_no_leave_of_the_policy_and_what_is_allowed_otherwise_is_no_problem(): void
    {
        $sources = implode(' ', array_map(static fn(string $text): string => "'sha256-" . base64_encode(hash('sha256', $text, true)) . "'", ['start()', "a\nb"]));
        $page = "<script type=\"application/ld+json\">{}</script><script src=\"/assets/app.js\"></script><script>start()</script><style>a\r\nb</style>";
        $this->site = $this->startSite(before: "if (\$_SERVER['REQUEST_URI'] === '/') { header(\"Content-Security-Policy: default-src {$sources}; img-src 'none'\"); header(\"Content-Security-Policy: frame-ancestors 'none'\", false); echo " . var_export($page, true) . '; return; }');

        self::assertStringContainsString('policy is the one of the pages', $this->doctor(['PAGES_DIR' => FixturePages::folder()] + $this->siteSettings(), clock: new SystemClock()));
    }

    public function test_the_page_that_the_endpoint_fills_in_has_to_be_allowed_too(): void
    {
        $pages = FixturePages::folder();
        file_put_contents("{$pages}/contact-us.html", '<style>of another build</style>');
        $this->site = $this->startSite();

        self::assertProblem('browsers show contact-us.html without their style.', $this->doctor(['PAGES_DIR' => $pages] + $this->siteSettings(), expected: 1));
    }

    public function test_an_apache_without_mod_headers_is_a_warning(): void
    {
        $this->site = $this->startSite(before: 'header_remove("Content-Security-Policy"); if ($_SERVER["REQUEST_URI"] === "/website-doctor") { http_response_code(404); echo \'<script data-modules="/assets/app.js"></script></html>\'; return; }');
        $report = $this->doctor(['PAGES_DIR' => $this->filesOfSite(['/assets/app.js' => ''])] + $this->siteSettings(), expected: 1);

        self::assertMatchesRegularExpression('/^warning  .* sends no content security policy.*\n +→ .*mod_headers/m', $report);
    }

    public function test_half_of_the_program_is_told(): void
    {
        $pages = $this->pagesOfProgram(['src/Application.php', 'templates/gone.html.php']);

        self::assertProblem('Files of the program are missing: templates/gone.html.php.', $this->doctor(['PAGES_DIR' => $pages], expected: 1));
    }

    #[TestWith(['', 'src/Mail/EnquiryMail.php (empty)'])]
    #[TestWith(['<?php final class Half {', 'src/Mail/EnquiryMail.php'])]
    public function test_a_file_of_the_program_that_is_half_uploaded_is_told(string $content, string $named): void
    {
        $pages = $this->pagesOfProgram(['src/Application.php', $file = 'src/Mail/EnquiryMail.php']);
        $sound = (string) file_get_contents(self::$copy->server . "/{$file}");
        self::$copy->replace($file, $content);
        try {
            $report = $this->doctor(['PAGES_DIR' => $pages], expected: 1);
        } finally {
            self::$copy->replace($file, $sound);
        }

        self::assertProblem("Files of the program are not as the build made them: {$named}.", $report);
    }

    public function test_an_upload_that_changed_the_ends_of_lines_alone_is_whole(): void
    {
        $pages = $this->pagesOfProgram([$file = 'composer.json']);
        $sound = (string) file_get_contents(self::$copy->server . "/{$file}");
        self::$copy->replace($file, str_replace("\n", "\r\n", $sound));
        try {
            $report = $this->doctor(['PAGES_DIR' => $pages]);
        } finally {
            self::$copy->replace($file, $sound);
        }

        self::assertStringContainsString('All files of the program are there, and whole: 1.', $report);
    }

    /**
     * @param list<string> $files that the build made, as they are now
     *
     * @return string a folder for PAGES_DIR
     */
    private function pagesOfProgram(array $files): string
    {
        $pages = FixturePages::folder();
        $built = array_map(static fn(string $file): string => hash('sha256', (string) @file_get_contents(self::$copy->server . "/{$file}")), $files);
        file_put_contents("{$pages}/private.json", json_encode(array_combine($files, $built)));

        return $pages;
    }

    /**
     * @param array<string, string> $files   what the build made in www
     * @param bool                  $compressed whether it compressed them too
     *
     * @return string a folder for PAGES_DIR
     */
    private function filesOfSite(array $files, bool $compressed = false): string
    {
        $built = [];
        foreach ($files as $path => $text) {
            $built += [$path => [\strlen($text), hash('sha256', $text)]] + ($compressed ? ["{$path}.br" => [8, hash('sha256', 'brotli!!')], "{$path}.gz" => [8, hash('sha256', 'built-gz')]] : []);
        }
        $pages = FixturePages::folder();
        file_put_contents("{$pages}/files.json", json_encode($built));

        return $pages;
    }

    /**
     * @param callable(string): mixed $damage to the folder www
     */
    #[DataProvider('damagedFiles')]
    public function test_half_an_upload_is_told_by_the_files_where_they_are_on_this_disk(callable $damage, string $words): void
    {
        $files = [
            '/robots.txt' => 'Allow: /', '/404.html' => '</html>', '/api/contact_sent.php' => "<?php\n", '/assets/app.js' => 'start()',
            '/assets/app.js.br' => 'brotli!!', '/assets/app.js.gz' => 'built-gz', '/public/index/index.html' => '<h1>Welcome</h1></html>', '/public/index/index.html.br' => 'brotli',
        ];
        $www = self::$copy->root . '-www';
        foreach ($files as $path => $content) {
            (new Filesystem())->dumpFile($www . $path, $content);
        }
        $pages = $this->filesOfSite($files);
        $damage($www);
        try {
            $report = $this->doctor(['PAGES_DIR' => $pages], expected: str_starts_with($words, 'problem') ? 1 : 0);
        } finally {
            (new Filesystem())->remove($www);
        }

        self::assertMatchesRegularExpression('~^' . strtr($words, ['WWW' => preg_quote((string) realpath(self::$copy->root), '~') . '-www']) . '~m', $report);
    }

    /** @return iterable<string, array{callable(string): mixed, string}> */
    public static function damagedFiles(): iterable
    {
        $broken = 'problem +In WWW, %s is broken: cut off, or not what was built\.\n +→ Upload the folder www whole';

        yield 'whole' => [static fn(): bool => true, 'ok +All files of the site are in WWW, and of the same build as private: 8\.'];
        yield 'lines of PHP that an FTP program ends in another way' => [static fn(string $www): mixed => file_put_contents("{$www}/api/contact_sent.php", "<?php\r\n"), 'ok +All files of the site are in WWW'];
        yield 'no plain script' => [static fn(string $www): mixed => unlink("{$www}/assets/app.js"), 'problem +In WWW, /assets/app\.js is missing, or cannot be read\.'];
        yield 'no script for browsers' => [static fn(string $www): mixed => unlink("{$www}/assets/app.js.br"), 'problem +In WWW, /assets/app\.js\.br is missing, or cannot be read\.'];
        yield 'a script for others that is cut off' => [static fn(string $www): mixed => file_put_contents("{$www}/assets/app.js.gz", 'built'), \sprintf($broken, '/assets/app\.js\.gz')];
        yield 'two that are empty' => [static fn(string $www): mixed => [file_put_contents("{$www}/assets/app.js", ''), file_put_contents("{$www}/api/contact_sent.php", '')], 'problem +In WWW, /api/contact_sent\.php, /assets/app\.js are broken'];
        yield 'a page of another build' => [static fn(string $www): mixed => file_put_contents("{$www}/public/index/index.html", '<h1>Hi</h1></html>'), 'warning +In WWW, /public/index/index\.html is not of the build that private is of'];
        yield 'a page that is cut off' => [static fn(string $www): mixed => file_put_contents("{$www}/404.html", '</htm'), \sprintf($broken, '/404\.html')];
    }

    public function test_of_a_site_that_is_on_this_disk_the_server_is_asked_for_a_few_files_only(): void
    {
        $files = ['/api/contact_sent.php' => '', '/assets/a.js' => 'a', '/assets/a.js.gz' => 'z', '/assets/b.js' => 'b', '/assets/closed.js' => 'c', '/assets/one.webp' => '1', '/assets/two.webp' => '2', '/public/index/index.html' => 'i</html>', '/public/b/index.html' => 'b</html>', '/404.html' => ''];
        $www = self::$copy->root . '-www';
        foreach ($files as $path => $content) {
            (new Filesystem())->dumpFile($www . $path, $content);
        }
        chmod("{$www}/assets/closed.js", 0o600);
        $asked = "{$this->siteFolder()}/asked";
        $this->site = $this->startSite(before: "file_put_contents('{$asked}', \$_SERVER['REQUEST_URI'] . ' ' . (\$_SERVER['HTTP_ACCEPT_ENCODING'] ?? 'plain') . \"\\n\", FILE_APPEND); if (str_starts_with(\$_SERVER['REQUEST_URI'], '/assets/')) { readfile('{$www}' . \$_SERVER['REQUEST_URI']); return; }");
        try {
            $report = $this->doctor(['PAGES_DIR' => $this->filesOfSite($files)] + $this->siteSettings(), expected: 1);
        } finally {
            (new Filesystem())->remove($www);
        }

        preg_match_all('~^(?:/assets|/public).*~m', (string) file_get_contents($asked), $found);
        self::assertSame(
            ['/public/index plain', '/public/b plain', '/assets/a.js gzip, br', '/assets/a.js gzip', '/assets/a.js plain', '/assets/closed.js gzip, br', '/assets/one.webp gzip, br', '/public/index gzip, br', '/public/b gzip, br'],
            $found[0],
        );
        self::assertProblem('Of the site, /public/index, /public/b cannot be fetched', $report);
    }

    /** @param array<string, string> $built what each address should answer with */
    #[DataProvider('uploads')]
    public function test_half_an_upload_is_told(array $built, string $answers, string $words): void
    {
        $pages = $this->filesOfSite($built, compressed: true);
        $this->site = $this->startSite(before: "\$asked = \$_SERVER['REQUEST_URI']; \$encodings = \$_SERVER['HTTP_ACCEPT_ENCODING'] ?? ''; {$answers}");
        $report = $this->doctor(['PAGES_DIR' => $pages] + $this->siteSettings(), clock: new SystemClock(), expected: str_starts_with($words, 'problem') ? 1 : 0);

        self::assertMatchesRegularExpression("~^{$words}~m", $report);
    }

    /** @return iterable<string, array{array<string, string>, string, string}> */
    public static function uploads(): iterable
    {
        $script = ['/assets/app.js' => str_repeat('x', 100_000)];
        $page = ['/public/index/index.html' => '<h1>Welcome</h1></html>'];
        $isScript = 'if ($asked === "/assets/app.js")';
        $isPage = 'if ($asked === "/public/index")';
        $broken = 'problem +Of the site, %s is broken: cut off, or not what was built\.\n +→ Upload the folder www whole';

        yield 'whole' => [$page + $script, "{$isPage} { echo '<h1>Welcome</h1></html>'; return; } {$isScript} { echo str_repeat('x', 100000); return; }", 'ok +The site answers with what was built, as browsers ask for it: 2 addresses, and one script in each encoding\.'];
        yield 'whole, as the build compressed it' => [$page, "{$isPage} { if (str_contains(\$encodings, 'br')) { header('Content-Encoding: br'); echo 'brotli!!'; } return; }", 'ok +The site answers with what was built, as browsers ask for it: 1 address\.'];
        yield 'whole, compressed by somebody else' => [$page, "{$isPage} { if (str_contains(\$encodings, 'gzip')) { header('Content-Encoding: gzip'); echo gzencode('<h1>Welcome</h1></html>', 1); } else { echo '<h1>Welcome</h1></html>'; } return; }", 'ok +The site answers with what was built, as browsers ask for it: 1 address\.'];
        yield 'a file that is not there' => [$script, '', 'problem +Of the site, /assets/app\.js cannot be fetched\.'];
        yield 'a script that is cut off' => [$script, "{$isScript} { echo str_repeat('x', 90000); return; }", \sprintf($broken, '/assets/app\.js')];
        yield 'a script that is empty' => [$script, "{$isScript} { return; }", \sprintf($broken, '/assets/app\.js')];
        yield 'a script in whose place a page is shown' => [$script, "{$isScript} { echo '<h1>Not here</h1></html>'; return; }", \sprintf($broken, '/assets/app\.js')];
        yield 'a script that is cut off for those who take no brotli' => [$script, "{$isScript} { if (\$encodings === 'gzip') { header('Content-Encoding: gzip'); echo 'bui'; } elseif (\$encodings === '') { echo str_repeat('x', 100000); } else { header('Content-Encoding: br'); echo 'brotli!!'; } return; }", \sprintf($broken, '/assets/app\.js')];
        yield 'a script that is not there for those who take nothing compressed' => [$script, "{$isScript} { if (\$encodings === '') { http_response_code(404); } else { header('Content-Encoding: ' . (\$encodings === 'gzip' ? 'gzip' : 'br')); echo \$encodings === 'gzip' ? 'built-gz' : 'brotli!!'; } return; }", 'problem +Of the site, /assets/app\.js cannot be fetched\.'];
        yield 'a page that is cut off' => [$page, "{$isPage} { echo '<h1>Welco'; return; }", \sprintf($broken, '/public/index')];
        yield 'what browsers get of a page is cut off' => [$page, "{$isPage} { if (str_contains(\$encodings, 'br')) { header('Content-Encoding: br'); echo 'brotl'; } else { echo '<h1>Welcome</h1></html>'; } return; }", \sprintf($broken, '/public/index')];
        yield 'a page of another build' => [$page, "{$isPage} { echo '<h1>Hi</h1></html>'; return; }", 'warning +Of the site, /public/index is not of the build that private is of'];
        yield 'two pages of another build' => [$page + ['/public/b/index.html' => 'b'], "if (str_starts_with(\$asked, '/public')) { echo '</html>'; return; }", 'warning +Of the site, /public/index, /public/b are not of the build'];
    }

    public function test_an_endpoint_with_a_fault_is_told(): void
    {
        $this->site = $this->startSite(['RATE_LIMIT' => 'many']);

        self::assertProblem('has a fault', $this->doctor($this->siteSettings(), expected: 1));
    }

    #[TestWith(['contact_sent.php', 404, 'File not found.'])]
    #[TestWith(['contact_report.php', 404, ''])]
    #[TestWith(['contact_health.php', 200, ''])]
    #[TestWith(['contact_status.php', 403, '<h1>Forbidden</h1>'])]
    #[TestWith(['contact_work.php', 200, ''])]
    #[TestWith(['contact_process.php', 200, ''])]
    public function test_an_address_of_the_endpoint_that_does_not_reach_its_script_is_told(string $script, int $status, string $body): void
    {
        $this->site = $this->startSite(before: "if (\$_SERVER['SCRIPT_NAME'] === '/api/{$script}') { http_response_code({$status}); echo '{$body}'; return; }");
        $report = $this->doctor($this->siteSettings(), clock: new SystemClock(), expected: 1);

        self::assertMatchesRegularExpression("~^problem  .*/api/{$script} answers {$status}, and not as .*\n +→ Upload the folder www whole~m", $report);
        self::assertSame(1, preg_match_all('/^problem/m', $report), $report);
    }

    public function test_a_script_that_has_a_fault_under_the_web_server_is_told(): void
    {
        $this->site = $this->startSite(['MAIL_TO' => 'nobody']);

        self::assertMatchesRegularExpression("~^problem  .*/api/contact_health\.php has a fault\.\n +→ See PHP's error log~m", $this->doctor($this->siteSettings(), expected: 1));
    }

    public function test_that_the_address_of_the_site_leads_to_another_one_is_told(): void
    {
        $this->site = $this->startSite(before: "if (str_starts_with(\$_SERVER['HTTP_HOST'], 'localhost')) { header('Location: http://127.0.0.1:' . \$_SERVER['SERVER_PORT'] . \$_SERVER['REQUEST_URI'], true, 301); return; }");
        $url = strtr($this->siteUrl(), ['127.0.0.1' => 'localhost']);
        $report = $this->doctor(['SITE_URL' => $url] + $this->siteSettings(), clock: new SystemClock());

        self::assertMatchesRegularExpression("~^warning  SITE_URL, {$url}, redirects to {$this->siteUrl()}.*canonical.*\n +→ Set SITE_URL={$this->siteUrl()} .*build~m", $report);
        self::assertStringContainsString("The endpoint answers at {$url}", $report);
    }

    #[TestWith([502, '<h1>Bad Gateway</h1>'])]
    #[TestWith([503, '{"status":"error","code":"unavailable"}'])]
    #[TestWith([504, ''])]
    #[TestWith([200, '{"status":"error","code":"undecided"}'])]
    public function test_a_web_server_that_gets_no_answer_of_php_is_told(int $status, string $body): void
    {
        $router = "{$this->siteFolder()}/router.php";
        file_put_contents($router, "<?php http_response_code({$status}); echo '{$body}';");
        $this->site = WebServer::start([], shown: $router);
        $report = $this->doctor($this->siteSettings(), expected: 1);

        self::assertProblem("PHP does not answer at {$this->siteUrl()}/api/contact_process.php", $report);
        self::assertStringContainsString('php-fpm', $report);
        self::assertStringNotContainsString('The live site says', $report);
    }

    public function test_what_prints_before_every_script_is_told(): void
    {
        $this->site = $this->startSite(before: 'echo "<!-- a banner -->"; flush();');
        $report = $this->doctor($this->siteSettings(), expected: 1);

        self::assertMatchesRegularExpression('/^problem  Something prints before .*, so that every status is 200.*monitor.*\n +→ .*auto_prepend_file/m', $report);
    }

    public function test_a_store_that_the_web_server_cannot_use_is_told(): void
    {
        $this->site = $this->startSite(['DATA_DIR' => '/dev/null/data']);

        $report = $this->doctor($this->siteSettings(), expected: 1);
        self::assertProblem("The live site says that it is failing, and it is another installation, or its PHP cannot read {$this->dataFolder()}.", $report);
        self::assertStringContainsString('setup --owner=www-data', $report);
        self::assertDoesNotMatchRegularExpression('/^\w+ +Another installation answers/m', $report);
    }

    public function test_that_another_installation_answers_is_told(): void
    {
        $this->site = $this->startSite(['DATA_DIR' => DataFolders::fresh()]);
        $report = $this->doctor($this->siteSettings(), clock: new SystemClock(), expected: 1);

        self::assertMatchesRegularExpression("~^problem  Another installation answers {$this->siteUrl()}: enquiries sent there do not reach this one\.\n +→ Look for another folder private: the one inside the document root~m", $report);
        self::assertSame(1, preg_match_all('/^problem/m', $report), $report);
        self::assertSame([], glob("{$this->dataFolder()}/doctor*"));
    }

    public function test_that_another_machine_answers_is_a_warning_where_they_share_a_database(): void
    {
        $this->site = $this->startSite(['DATA_DIR' => DataFolders::fresh()]);
        $report = $this->doctor(['DATABASE_URL' => 'mysql://website:secret@127.0.0.1/enquiries'] + $this->siteSettings(), clock: new SystemClock());

        self::assertMatchesRegularExpression("~^warning  Another installation answers {$this->siteUrl()}\.\n +→ Where several machines share~m", $report);
    }

    public function test_a_failing_site_is_told_though_this_queue_was_only_refusing_where_another_answers(): void
    {
        $this->site = $this->startSite(['DATA_DIR' => '/dev/null/data']);
        $refusing = static fn(): QueueStatus => new QueueStatus(0, 0, null, 0, 0, 0, backupSecondsAgo: 0, refusedFor: 'The disk was full.', refusedSecondsAgo: 1);

        self::assertProblem('The live site says that it is failing, and it is another', $this->doctor($this->siteSettings(), queue: $refusing, clock: new SystemClock(), expected: 1));
    }

    public function test_the_installation_is_not_asked_for_where_the_data_folder_cannot_be_written(): void
    {
        $this->site = $this->startSite();
        (new Filesystem())->remove($this->dataFolder());
        $report = $this->doctor($this->siteSettings(), clock: new SystemClock(), expected: 1);

        self::assertProblem("{$this->dataFolder()} does not exist", $report);
        self::assertDoesNotMatchRegularExpression('/(?:This|Another) installation answers/', $report);
    }

    public function test_a_site_that_cannot_be_reached_is_a_warning(): void
    {
        $report = $this->doctor(['SITE_URL' => 'http://127.0.0.1:' . Environment::deadPort()]);

        self::assertMatchesRegularExpression('/^warning  .*contact_process\.php gave no answer: .*Connection refused/m', $report);
        self::assertMatchesRegularExpression('/^warning  Whether private files can be fetched was not seen/m', $report);
    }

    public function test_a_site_that_says_nothing_is_given_up(): void
    {
        $silent = stream_socket_server('tcp://127.0.0.1:0');
        self::assertNotFalse($silent);
        $url = 'http://' . stream_socket_get_name($silent, false);
        $said = 'Silence was taken for an answer.';
        try {
            (new Internet(timeout: 1))->get($url);
        } catch (\RuntimeException $unreachable) {
            $said = $unreachable->getMessage();
        }
        self::assertStringStartsWith("{$url} gave no answer: ", $said);
    }

    public function test_a_check_that_breaks_down_is_a_problem_and_stops_no_other(): void
    {
        $findings = [...(new Doctor([
            'the weather' => static fn(): iterable => throw new \LogicException('oops'),
            'the configuration' => static fn(): iterable => HostChecks::configuration([]),
        ]))->findings()];

        self::assertSame([Finding::PROBLEM, Finding::OK], array_column($findings, 'level'));
        self::assertSame('The check of the weather broke down: oops', $findings[0]->what);
    }

    public function test_clocks_that_disagree_are_told(): void
    {
        $this->site = $this->startSite();

        self::assertProblem("machine's clock and the web server's are", $this->doctor($this->siteSettings(), expected: 1));
    }

    /** @param array<string, string> $settings */
    #[DataProvider('mailFaults')]
    public function test_a_mail_server_that_cannot_be_used_is_told_with_what_helps(array $settings, string $fault, string $help): void
    {
        $this->certificate = Certificate::for('DNS:mail.example');
        $this->ownMail = MailServer::start([
            'auth' => ['user' => 'website', 'pass' => 'another'],
            'starttls' => true,
            'cert' => $this->certificate->certFile,
            'key' => $this->certificate->keyFile,
        ]);
        $report = $this->doctor($settings + ['SMTP_PORT' => (string) $this->ownMail->port], expected: 1);

        self::assertProblem($fault, $report);
        self::assertStringContainsString("→ {$help}", $report);
        self::assertStringNotContainsString('hunter2', $report);
    }

    /** @return iterable<string, array{array<string, string>, string, string}> */
    public static function mailFaults(): iterable
    {
        yield 'a wrong password' => [['SMTP_USERNAME' => 'website', 'SMTP_PASSWORD' => 'hunter2'], '535', 'Check SMTP_USERNAME and SMTP_PASSWORD'];
        yield 'a certificate that is not trusted' => [['SMTP_ENCRYPTION' => 'starttls'], 'certificate verify failed', 'Set SMTP_HOST to the name in the certificate'];
        yield 'TLS where there is none' => [['SMTP_ENCRYPTION' => 'tls'], 'cannot be used', 'Check SMTP_HOST, SMTP_PORT and SMTP_ENCRYPTION'];
        yield 'nobody there' => [['SMTP_PORT' => (string) Environment::deadPort()], 'Connection refused', 'Check SMTP_HOST and SMTP_PORT'];
    }

    /**
     * @param array<string, array<string, int|string>> $answers
     * @param array<string, string>                    $settings
     */
    #[DataProvider('scriptedFaults')]
    public function test_a_mail_server_of_another_kind_is_told_with_what_helps(array $answers, array $settings, string $fault, string $help): void
    {
        $this->ownMail = MailServer::scripted($answers);
        $report = $this->doctor($settings + ['SMTP_PORT' => (string) $this->ownMail->port, 'SMTP_TIMEOUT' => '1'], expected: 1);

        self::assertMatchesRegularExpression('/^problem  127\.0\.0\.1:\d+: The mail server cannot be used: ' . preg_quote($fault, '/') . '\.\n +→ ' . preg_quote($help, '/') . '/m', $report);
    }

    /** @return iterable<string, array{array<string, array<string, int|string>>, array<string, string>, string, string}> */
    public static function scriptedFaults(): iterable
    {
        $login = ['SMTP_USERNAME' => 'website', 'SMTP_PASSWORD' => 'hunter2'];

        yield 'a slow greeting' => [['greeting' => ['then' => 'stall']], [], 'Greeting failed: no proper answer in time', 'If the server is only slow, raise SMTP_TIMEOUT'];
        yield 'no login' => [['EHLO' => ['say' => "250 mail.example\r\n"]], $login, 'the server offers no login here', 'Check SMTP_ENCRYPTION and SMTP_PORT'];
        yield 'a login with tokens' => [
            ['EHLO' => ['say' => "250-mail.example\r\n250 AUTH XOAUTH2\r\n"]], $login,
            'the server offers no login that this website knows (it offers XOAUTH2)', 'Ask your mail provider to allow a password for SMTP',
        ];
        yield 'a handshake that is cut off' => [
            ['STARTTLS' => ['say' => "220 go ahead\r\n", 'then' => 'close']], ['SMTP_ENCRYPTION' => 'starttls'],
            'TLS failed: the connection was closed', 'Check SMTP_HOST, SMTP_PORT and SMTP_ENCRYPTION',
        ];
    }

    #[TestWith(['starttls'])]
    #[TestWith(['tls'])]
    public function test_a_certificate_that_has_expired_is_told(string $encryption): void
    {
        $this->certificate = Certificate::for('IP:127.0.0.1', days: 0);
        $this->ownMail = MailServer::scripted([], ['cert' => $this->certificate->certFile, 'key' => $this->certificate->keyFile, 'secure' => $encryption === 'tls']);
        $settings = ['SMTP_PORT' => (string) $this->ownMail->port, 'SMTP_ENCRYPTION' => $encryption, 'SMTP_CA_FILE' => $this->certificate->certFile, 'SMTP_USERNAME' => 'website', 'SMTP_PASSWORD' => 'hunter2'];
        $report = $this->doctor($settings, send: true, expected: 1);

        self::assertProblem('The test message to sales@kokerboom.example was not taken: The mail server cannot be used: TLS failed', $report);
        self::assertMatchesRegularExpression('/^problem  127\.0\.0\.1:\d+: .* Its certificate has expired, on \d+ [A-Z][a-z]+ \d{4}\.\n +→ Whoever runs the mail server has to renew it/m', $report);
        self::assertStringNotContainsString('AUTH', implode(' ', $this->ownMail->heardUntil('/QUIT/')), 'nobody logs in where the certificate is not trusted');
    }

    public function test_a_sender_that_the_mail_server_refuses_is_told(): void
    {
        $this->ownMail = MailServer::scripted(['MAIL' => ['say' => "553 5.7.1 Sender address rejected: not logged in as its owner\r\n"]]);
        $report = $this->doctor(['SMTP_PORT' => (string) $this->ownMail->port], send: true, expected: 1);

        self::assertMatchesRegularExpression('/^problem  The test message .* was not taken: .*553 5\.7\.1.*\n +→ Set MAIL_FROM, website@kokerboom\.example, to an address/m', $report);
    }

    public function test_a_test_message_that_is_refused_or_never_answered_is_told_by_recipient(): void
    {
        $this->ownMail = MailServer::scripted(['dot <a@firm.example>' => ['say' => "554 5.7.1 spam\r\n"], 'dot <b@firm.example>' => ['then' => 'close']]);
        $report = $this->doctor(['SMTP_PORT' => (string) $this->ownMail->port, 'MAIL_TO' => 'a@firm.example,b@firm.example,c@firm.example'], send: true, expected: 1);

        self::assertMatchesRegularExpression('/^ok .* went to c@firm\.example\./m', $report);
        self::assertMatchesRegularExpression('/^problem  The test message to a@firm\.example was not taken: DATA END failed 554 5\.7\.1\n +→ Ask your mail provider/m', $report);
        self::assertMatchesRegularExpression('/^problem  The test message to b@firm\.example may have arrived: .*connection was closed\n +→ See whether it arrived/m', $report);
    }

    public function test_the_login_and_the_encryption_are_tried_and_nothing_is_sent(): void
    {
        $this->certificate = Certificate::for('IP:127.0.0.1');
        $this->ownMail = MailServer::start([
            'auth' => ['user' => 'website@kokerboom.example', 'pass' => 'hunter2'],
            'starttls' => true,
            'cert' => $this->certificate->certFile,
            'key' => $this->certificate->keyFile,
        ]);
        $settings = ['SMTP_PORT' => (string) $this->ownMail->port, 'SMTP_ENCRYPTION' => 'starttls', 'SMTP_CA_FILE' => $this->certificate->certFile, 'SMTP_USERNAME' => 'website@kokerboom.example', 'SMTP_PASSWORD' => 'hunter2'];
        $report = $this->doctor($settings);

        self::assertStringContainsString('took the login', $report);
        self::assertStringContainsString('is encrypted, and its certificate was verified', $report);
        // The first mail that the server sees is the one that was asked for.
        $this->doctor($settings, send: true);
        self::assertStringContainsString('A test of the mail', $this->ownMail->next()['subject']);
    }

    public function test_a_test_message_goes_out_when_asked_for(): void
    {
        $report = $this->doctor([], send: true);
        $mail = self::$mail->next();

        self::assertSame(1, preg_match('/test message with the reference (\S+) went to sales@kokerboom\.example/', $report, $found));
        self::assertStringEndsWith("[{$found[1]}]", $mail['subject']);
        self::assertStringContainsString('Nobody needs to answer it.', $mail['text']);
    }

    public function test_a_test_message_says_of_each_recipient_whether_it_was_taken(): void
    {
        $this->ownMail = MailServer::start(['refuse' => ['gone@kokerboom.example']]);
        $report = $this->doctor(['SMTP_PORT' => (string) $this->ownMail->port, 'MAIL_TO' => 'sales@kokerboom.example,gone@kokerboom.example'], send: true, expected: 1);

        self::assertMatchesRegularExpression('/^ok .* went to sales@kokerboom\.example\./m', $report);
        self::assertMatchesRegularExpression('/^problem  The test message to gone@kokerboom\.example was not taken: .*550 No such mailbox.*\n +→ .*MAIL_TO/m', $report);
        self::assertStringContainsString('comes to MAIL_FROM, website@kokerboom.example. Does somebody read that mailbox?', $report);
    }

    public function test_a_test_message_that_is_not_taken_is_a_problem(): void
    {
        $this->ownMail = MailServer::start(['refuse' => ['sales@kokerboom.example']]);

        self::assertProblem('The test message to sales@kokerboom.example was not taken', $this->doctor(['SMTP_PORT' => (string) $this->ownMail->port], send: true, expected: 1));
    }

    #[TestWith(['website@kokerboom.example', '127.0.0.1', true])]
    #[TestWith(['website@mail.kokerboom.example', '127.0.0.1', true])]
    #[TestWith(['website@provider.example', '127.0.0.1', false])]
    #[TestWith(['website', '127.0.0.1', false])]
    public function test_a_sender_of_another_domain_than_the_account_is_a_warning(string $username, string $host, bool $aligned): void
    {
        $this->ownMail = MailServer::start(['auth' => ['user' => $username, 'pass' => 'hunter2']]);
        $report = $this->doctor(['SMTP_HOST' => $host, 'SMTP_PORT' => (string) $this->ownMail->port, 'SMTP_USERNAME' => $username, 'SMTP_PASSWORD' => 'hunter2']);

        self::assertSame($aligned ? 0 : 1, preg_match('/^warning  MAIL_FROM is of kokerboom\.example, and the mail goes out by/m', $report), $report);
    }

    #[TestWith(['website@firm.co.za', 'mail.firm.co.za', true])]
    #[TestWith(['website@firm.co.za', 'mail.other.co.za', false])]
    #[TestWith(['website@mail.firm.com', 'smtp.firm.com', true])]
    public function test_domains_are_those_that_a_firm_registers(string $from, string $signer, bool $aligned): void
    {
        $this->key = SigningKey::rsa();
        $report = $this->doctor(['MAIL_FROM' => $from, 'DKIM_DOMAIN' => $signer] + $this->key->settings(), dns: null);

        self::assertSame($aligned, str_contains($report, "MAIL_FROM is of the same domain as {$signer}."), $report);
    }

    public function test_what_dns_lacks_or_does_not_say_is_a_warning_and_no_more(): void
    {
        $lacking = $this->doctor([], []);
        self::assertMatchesRegularExpression('/^warning  kokerboom\.example does not say who may send for it \(SPF\)/m', $lacking);
        self::assertMatchesRegularExpression('/^warning  kokerboom\.example does not say what to do .*\(DMARC\)/m', $lacking);

        self::assertMatchesRegularExpression('/^warning  DNS gave no answer about kokerboom\.example\./m', $this->doctor([], null));
    }

    public function test_a_dkim_key_that_is_not_the_published_one_is_told(): void
    {
        $this->key = SigningKey::rsa(1024);
        $name = $this->key->recordName();
        $settings = $this->key->settings();

        $report = $this->doctor($settings, self::DNS + [$name => ['v=DKIM1; p=' . base64_encode('another')]], expected: 1);
        self::assertProblem("{$name} publishes another DKIM key", $report);
        self::assertStringContainsString($this->key->record, $report);
        self::assertMatchesRegularExpression('/^warning  The DKIM key has 1024 bits/m', $report);

        self::assertProblem("{$name} publishes no DKIM key", $this->doctor($settings, self::DNS, expected: 1));
        self::assertMatchesRegularExpression("/^warning  DNS gave no answer about {$name}/m", $this->doctor($settings, null));
    }

    #[TestWith([21 * 60, 0, 60, 'An enquiry has waited for 21 minutes.'])]
    #[TestWith([null, 3, 60, 'Enquiries that were given up: 3.'])]
    #[TestWith([null, 0, 11 * 60, 'The worker last ran 11 minutes ago.'])]
    #[TestWith([null, 0, null, 'The worker has never run'])]
    public function test_a_queue_that_does_not_move_is_told(?int $oldest, int $failed, ?int $lastRun, string $problem): void
    {
        self::assertProblem($problem, $this->doctor(['ALERT_AFTER_MINUTES' => '20'], queue: self::queue($oldest, $failed, $lastRun), expected: 1));
    }

    public function test_who_has_no_worker_is_told_both_ways_to_have_one(): void
    {
        $report = $this->doctor([], queue: self::queue(null, 0, null), expected: 1);

        self::assertMatchesRegularExpression("~^problem  The worker has never run.*\n +→ .*\* \* \* \* \* php .*systemctl restart 'enquiries@\*'~m", $report);
    }

    public function test_one_is_one(): void
    {
        $report = $this->doctor([], queue: static fn(): QueueStatus => new QueueStatus(0, 0, 60, 0, 0, 119, backupSecondsAgo: 0, refusedFor: 'The disk was full.', refusedSecondsAgo: 601));

        foreach (['waits is 1 minute old.', 'last ran 1 minute ago.', 'refused 10 minutes ago', 'by itself in 1 minute,'] as $words) {
            self::assertStringContainsString($words, $report);
        }
        self::assertProblem('waited for 1 minute.', $this->doctor(['ALERT_AFTER_MINUTES' => '1'], queue: self::queue(61, 0, 0), expected: 1));
    }

    public function test_a_queue_that_moves_is_not_a_problem(): void
    {
        $this->doctor(['ALERT_AFTER_MINUTES' => '20'], queue: self::queue(20 * 60, 0, 10 * 60));
    }

    public function test_refused_enquiries_are_told(): void
    {
        $queue = static fn(): QueueStatus => new QueueStatus(0, 0, null, 0, 0, 0, fault: 'No enquiry can be taken: the disk is full.');

        self::assertProblem('No enquiry can be taken: the disk is full.', $this->doctor([], queue: $queue, expected: 1));
    }

    public function test_a_refusal_that_is_over_is_one_warning_and_says_when_it_goes(): void
    {
        $this->site = $this->startSite();
        (new Note(new DataFolder($this->dataFolder()), 'refused.note', new FixedClock('@' . (time() - 200))))->write('The disk was full.');
        $doctor = new Process([\PHP_BINARY, self::$copy->server . '/console', 'doctor'], env: $this->siteSettings() + $this->settings());
        $doctor->run();
        $report = $doctor->getOutput();

        self::assertMatchesRegularExpression('/^warning  An enquiry was refused 3 minutes ago: The disk was full\.\n +→ .*this goes by itself in 8 minutes/m', $report);
        self::assertMatchesRegularExpression('/^ok +An enquiry would be taken\./m', $report);
        self::assertStringNotContainsString('The live site says', $report);
        self::assertSame(1, substr_count($report, 'The disk was full.'));
    }

    public function test_a_queue_that_cannot_be_opened_is_told(): void
    {
        $report = $this->doctor([], queue: static fn(): QueueStatus => throw new \RuntimeException('database is locked'), expected: 1);

        self::assertMatchesRegularExpression('/^problem  The queue cannot be opened: database is locked\n +→ Mend that and run this again\.$/m', $report);
    }

    /** @return \Closure(Configuration): QueueStatus */
    /** @return string the file that an upload brings */
    private function copyExample(): string
    {
        $file = self::$copy->root . '/.env.example';
        copy(__DIR__ . '/../../.env.example', $file);

        return $file;
    }

    private static function queue(?int $oldestSeconds, int $failed, ?int $workerSeenSecondsAgo): \Closure
    {
        return static fn(Configuration $configuration): QueueStatus => new QueueStatus(0, 0, $oldestSeconds, $failed, 0, $workerSeenSecondsAgo, backupSecondsAgo: 3600);
    }

    /**
     * @param array<string, string>             $settings
     * @param ?array<string, list<string>>      $dns
     * @param ?\Closure(Configuration): QueueStatus $queue
     */
    private function doctor(
        array $settings,
        ?array $dns = self::DNS,
        ?\Closure $queue = null,
        ClockInterface $clock = new FixedClock(self::NOW),
        bool $send = false,
        ?string $environmentFile = null,
        int $environmentMode = 0o600,
        int $expected = 0,
    ): string {
        $lines = '';
        foreach ($settings + $this->settings() as $key => $value) {
            $lines .= "{$key}='{$value}'\n";
        }
        $file = self::$copy->root . '/.env';
        file_put_contents($file, $environmentFile ?? $lines);
        chmod($file, $environmentMode);
        $tester = new CommandTester(new DoctorCommand(
            self::$copy->server,
            $queue,
            $clock,
            internet: FixedDns::with($dns),
        ));
        $code = $tester->execute(['--send' => $send]);
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
     * The site as it should be: a page with its policy, the endpoint under its prefix, and nothing else.
     *
     * @param array<string, string> $settings
     * @param string                $allowed  the style that the policy knows
     * @param string                $before   what PHP runs before each script
     */
    private function startSite(array $settings = [], string $allowed = 'h1 { color: red }', string $before = ''): WebServer
    {
        $router = "{$this->siteFolder()}/router.php";
        $scripts = var_export(self::$copy->server . '/public/', true);
        $hash = base64_encode(hash('sha256', $allowed, true));
        file_put_contents($router, <<<PHP
            <?php
            header("Content-Security-Policy: script-src 'self'; style-src 'sha256-{$hash}'");
            {$before}
            if (preg_match('~^/api/(contact_\w+\.php)$~', \$_SERVER['SCRIPT_NAME'], \$found) === 1) {
                require {$scripts} . \$found[1];
            } elseif (\$_SERVER['REQUEST_URI'] === '/') {
                echo '<!doctype html><style>h1 { color: red }</style><h1>Welcome</h1>';
            } else {
                http_response_code(404);
            }
            PHP);

        return WebServer::start($settings + $this->settings(), shown: $router);
    }

    private function root(): string
    {
        return (string) realpath(self::$copy->root);
    }

    private function dataFolder(): string
    {
        return self::$copy->server . '/data';
    }

    /** Outside of everything that the doctor looks at. */
    private function siteFolder(): string
    {
        $folder = self::$copy->root . '/site';
        if (!is_dir($folder)) {
            mkdir($folder);
        }

        return $folder;
    }

    private static function assertProblem(string $what, string $report): void
    {
        self::assertMatchesRegularExpression('/^problem  .*' . preg_quote($what, '/') . '.*\n +→ \S/m', $report);
    }
}
