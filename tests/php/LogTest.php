<?php

declare(strict_types=1);

namespace Enquiry\Tests;

use Enquiry\Application;
use Enquiry\Configuration\Configuration;
use Enquiry\Database\DataFolder;
use Enquiry\Log\LogFile;
use Enquiry\Tests\Support\Contract;
use Enquiry\Tests\Support\DataFolders;
use Enquiry\Tests\Support\Desk;
use Enquiry\Tests\Support\Environment;
use Enquiry\Tests\Support\FixedClock;
use Monolog\Logger;
use PHPUnit\Framework\TestCase;
use Symfony\Component\Filesystem\Filesystem;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\Process\PhpProcess;

final class LogTest extends TestCase
{
    private string $folder;

    protected function setUp(): void
    {
        $this->folder = DataFolders::fresh();
    }

    public function test_an_error_is_logged_before_it_is_answered(): void
    {
        $environment = $this->environment(['DATABASE_URL' => 'mysql://web:x@127.0.0.1:' . Environment::deadPort() . '/enquiries']);
        $endpoint = (new Application(Configuration::fromArray($environment), new FixedClock(Desk::TIME)))->endpoint();
        $body = Contract::json(Contract::answers()['message']);
        $request = Request::create('/', 'POST', server: ['CONTENT_TYPE' => 'application/json'], content: $body);
        $answer = $endpoint->handle($request);

        self::assertSame(503, $answer->getStatusCode());
        self::assertSame(['not stored'], array_column(array_column(self::lines($this->log()), 'context'), 'event'));
    }

    public function test_events_after_the_answer_are_logged_in_a_private_file_in_the_data_folder(): void
    {
        Desk::post($this->environment());

        self::assertSame(['put off'], array_column(array_column(self::lines($this->log()), 'context'), 'event'));
        self::assertSame(0o600, fileperms($this->log()) & 0o777);
    }

    public function test_an_ordinary_enquiry_is_answered_before_the_logger_is_created(): void
    {
        $environment = var_export($this->environment(), true);
        $body = var_export(Contract::json(Contract::answers()['message']), true);
        $autoload = var_export(\dirname(__DIR__, 2) . '/server/vendor/autoload.php', true);
        $process = new PhpProcess(<<<PHP
            <?php
            require {$autoload};
            \$request = Symfony\Component\HttpFoundation\Request::create('/', 'POST', server: ['CONTENT_TYPE' => 'application/json'], content: {$body});
            \$endpoint = (new Enquiry\Application(Enquiry\Configuration\Configuration::fromArray({$environment})))->endpoint();
            echo \$endpoint->handle(\$request)->getStatusCode(), ' ', implode(' ', preg_grep('/^(?!Monolog.Level$)Monolog|LogFile/', get_declared_classes()));
            PHP);
        $process->mustRun();

        self::assertSame('200 ', $process->getOutput());
    }

    public function test_without_a_writable_log_php_s_error_log_gets_the_lines_and_the_visitor_success(): void
    {
        // A folder with the log's name: not even root can write to it.
        mkdir("{$this->folder}/enquiries-" . gmdate('Y-m-d') . '.log', recursive: true);
        $errorLog = DataFolders::fresh();
        $before = ini_set('error_log', $errorLog);
        try {
            $answer = Desk::post($this->environment());
        } finally {
            ini_set('error_log', (string) $before);
        }
        $logged = (string) file_get_contents($errorLog);

        self::assertSame(['status' => 'success'], $answer->json());
        self::assertStringContainsString('"event":"put off"', $logged);
    }

    public function test_a_removed_data_folder_is_created_again(): void
    {
        $logger = $this->logger();
        $logger->info('first');
        (new Filesystem())->remove($this->folder);
        $logger->info('second');

        self::assertSame(['second'], self::messages($this->log()));
    }

    public function test_the_first_line_of_a_day_deletes_all_but_33_files_of_the_log_and_no_other_file(): void
    {
        mkdir($this->folder);
        for ($day = 1; $day <= 40; ++$day) {
            touch("{$this->folder}/enquiries-" . gmdate('Y-m-d', time() - $day * 86_400) . '.log');
        }
        touch("{$this->folder}/enquiries-2020-01-01.sqlite");
        $this->logger()->info('today');

        $files = LogFile::filesIn(new DataFolder($this->folder));
        self::assertSame(['today'], self::messages($files[0] ?? ''));
        self::assertSame([33, gmdate('Y-m-d', time() - 32 * 86_400)], [\count($files), substr(basename($files[32] ?? ''), 10, 10)]);
        self::assertFileExists("{$this->folder}/enquiries-2020-01-01.sqlite");
    }

    public function test_a_log_made_by_root_belongs_to_the_owner_of_the_data_folder(): void
    {
        if (posix_geteuid() !== 0) {
            self::markTestSkipped('Only root can make a folder of another user.');
        }
        mkdir($this->folder);
        chown($this->folder, 'nobody');
        $this->logger()->info('of root');

        self::assertSame(fileowner($this->folder), fileowner($this->log()));
    }

    /**
     * @param array<string, string> $settings
     *
     * @return array<string, string>
     */
    private function environment(array $settings = []): array
    {
        return Environment::for(Environment::deadPort(), $settings + ['DATA_DIR' => $this->folder]);
    }

    private function log(): string
    {
        return LogFile::filesIn(new DataFolder($this->folder))[0] ?? '';
    }

    private function logger(): Logger
    {
        return new Logger('enquiry', [new LogFile(new DataFolder($this->folder))]);
    }

    /** @return list<string> */
    private static function messages(string $file): array
    {
        return array_column(self::lines($file), 'message');
    }

    /** @return list<array{message: string, context?: array{event: string}}> */
    private static function lines(string $file): array
    {
        $lines = explode("\n", trim((string) file_get_contents($file)));

        /** @phpstan-ignore return.type (the log's own words) */
        return array_map(static fn(string $line): mixed => json_decode($line, true, flags: \JSON_THROW_ON_ERROR), $lines);
    }
}
