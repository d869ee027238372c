<?php

declare(strict_types=1);

namespace Enquiry\Tests;

use Enquiry\Application;
use Enquiry\Configuration\Configuration;
use Enquiry\Database\DataFolder;
use Enquiry\Log\LogFile;
use Enquiry\Tests\Support\Children;
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
        mkdir($this->log(), recursive: true);
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

    public function test_a_full_log_is_put_aside_and_the_oldest_of_four_is_deleted(): void
    {
        $logger = $this->logger(mostBytes: 1_000);
        for ($i = 0; $i < 30; ++$i) {
            $logger->info("{$i}" . str_repeat('.', 400));
        }

        $files = $this->files();
        self::assertCount(5, $files);
        foreach ($files as $file) {
            self::assertLessThanOrEqual(1_000, filesize($file));
            self::assertSame(0o600, fileperms($file) & 0o777);
        }
        self::assertStringStartsWith('29.', self::messages($files[0])[0] ?? '');
        self::assertStringStartsWith('25.', self::messages($files[4])[0] ?? '');
    }

    public function test_each_week_has_a_new_log_and_no_line_is_kept_for_more_than_five_weeks(): void
    {
        $days = fn(int $ago): bool => touch($this->log(), time() - $ago * 86_400);
        $this->logger()->info('five weeks ago');
        $days(29);
        $this->logger()->info('two weeks ago');
        self::assertSame(['two weeks ago'], self::messages($this->log()));
        self::assertSame([$this->log()], $this->files());

        $days(14);
        $this->logger()->info('now');
        $this->logger()->info('again');
        self::assertSame(['now', 'again'], self::messages($this->log()));
        self::assertSame(['two weeks ago'], self::messages($this->files()[1] ?? ''));
    }

    public function test_a_process_suspended_while_it_puts_the_log_aside_blocks_nobody(): void
    {
        $this->logger()->info('first');
        $held = (new DataFolder($this->folder))->openPrivate('log.lock');
        flock($held, \LOCK_EX);
        $this->logger(mostBytes: 1)->info('second');

        self::assertSame(['first', 'second'], self::messages($this->log()));
        fclose($held);
        $this->logger(mostBytes: 1)->info('third');
        self::assertSame(['third'], self::messages($this->log()));
    }

    public function test_no_line_is_lost_when_many_processes_put_the_log_aside(): void
    {
        $this->logger()->info('made');
        $failures = Children::run(8, fn(int $child): \Closure => function () use ($child): string {
            $logger = $this->logger(mostBytes: 150_000);
            for ($i = 0; $i < 150; ++$i) {
                $logger->info("{$child}-{$i}" . str_repeat('.', 200));
            }

            return '';
        });
        self::assertSame('', implode('', $failures));
        $messages = [];
        foreach ($this->files() as $file) {
            array_push($messages, ...self::messages($file));
            self::assertTrue($file === $this->log() || filesize($file) > 140_000, "{$file} was not full.");
        }

        self::assertGreaterThan(1, \count($this->files()));
        self::assertCount(8 * 150 + 1, array_unique($messages));
        self::assertCount(8 * 150 + 1, $messages);
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
        return "{$this->folder}/enquiries.log";
    }

    private function logger(int $mostBytes = 5_000_000): Logger
    {
        return new Logger('enquiry', [new LogFile(new DataFolder($this->folder), $mostBytes)]);
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

    /** @return list<string> the log and what was put aside of it, the newest first */
    private function files(): array
    {
        return LogFile::filesIn(new DataFolder($this->folder));
    }
}
