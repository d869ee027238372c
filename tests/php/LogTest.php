<?php

declare(strict_types=1);

namespace Enquiry\Tests;

use Enquiry\Tests\Support\DataFolders;
use Enquiry\Tests\Support\Desk;
use Enquiry\Tests\Support\Environment;
use Enquiry\Tests\Support\PrivateFile;
use PHPUnit\Framework\TestCase;
use Symfony\Component\Process\PhpProcess;

final class LogTest extends TestCase
{
    /** @var array<string, string> */
    private array $environment;
    private string $folder;

    protected function setUp(): void
    {
        $this->environment = Environment::for(Environment::deadPort(), ['DATA_DIR' => $this->folder = DataFolders::fresh()]);
    }

    public function test_events_after_the_answer_are_logged_in_a_private_file_in_the_data_folder(): void
    {
        Desk::post($this->environment);

        self::assertMatchesRegularExpression('/^{.*"event":"put off",.*"secondsUntilNext":120,.*}\n$/D', (string) file_get_contents($this->log()));
        self::assertSame(0o600, fileperms($this->log()) & 0o777);
    }

    public function test_an_ordinary_enquiry_is_answered_before_the_logger_is_created(): void
    {
        $environment = var_export($this->environment, true);
        $autoload = var_export(\dirname(__DIR__, 2) . '/server/vendor/autoload.php', true);
        $process = new PhpProcess(<<<PHP
            <?php
            require {$autoload};
            echo Enquiry\Tests\Support\Desk::ask({$environment})->status, ' ', implode(' ', preg_grep('/^(?!Monolog.Level$)Monolog/', get_declared_classes()));
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
            $answer = Desk::post($this->environment);
        } finally {
            ini_set('error_log', (string) $before);
        }

        self::assertSame(['status' => 'success'], $answer->json());
        self::assertStringContainsString('"event":"put off"', (string) file_get_contents($errorLog));
    }

    public function test_what_root_makes_belongs_to_the_owner_of_the_data_folder(): void
    {
        if (posix_geteuid() !== 0) {
            self::markTestSkipped('Only root can make a folder of another user.');
        }
        mkdir($this->folder);
        chown($this->folder, 'nobody');
        Desk::post($this->environment);

        $backups = PrivateFile::in($this->environment, PrivateFile::BACKUPS);
        $made = [$this->log(), $backups, ...(array) glob("{$backups}/*.sqlite")];
        self::assertCount(3, $made);
        foreach ($made as $file) {
            self::assertSame(fileowner($this->folder), fileowner((string) $file));
        }
    }

    private function log(): string
    {
        return PrivateFile::in($this->environment, PrivateFile::log(time()));
    }
}
