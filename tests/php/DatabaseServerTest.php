<?php

declare(strict_types=1);

namespace Enquiry\Tests;

use Enquiry\Database\Connection;
use Enquiry\Tests\Support\DatabaseServer;
use Enquiry\Tests\Support\DataFolders;
use Enquiry\Tests\Support\Desk;
use Enquiry\Tests\Support\Environment;
use Enquiry\Tests\Support\FixedClock;
use Enquiry\Tests\Support\MailServer;
use Enquiry\Tests\Support\Operator;
use PHPUnit\Framework\TestCase;

/** What an operator is told of a database server that does not suit. */
final class DatabaseServerTest extends TestCase
{
    private Connection $root;

    /** @var array<string, string> */
    private array $environment;

    protected function setUp(): void
    {
        $this->root = DatabaseServer::mariadb()->root();
        $this->environment = Environment::for(Environment::deadPort(), ['DATABASE_URL' => DatabaseServer::mariadb()->url]);
        $this->root->command('USE enquiries');
        DatabaseServer::mariadb()->dropTables();
    }

    /** One test damages a table, and the server lives on. */
    protected function tearDown(): void
    {
        DatabaseServer::mariadb()->dropTables();
    }

    public function test_without_the_right_to_make_tables_nothing_is_accepted_until_a_user_who_may_runs_setup(): void
    {
        $mail = MailServer::start();
        $this->environment = Environment::for($mail->port, ['DATABASE_URL' => $this->clerk()]);
        self::assertSame(503, Desk::post($this->environment)->status);
        $sentence = "~CREATE command denied.*with a user who may~s";
        self::assertMatchesRegularExpression($sentence, Environment::log($this->environment));
        foreach (['setup', 'work', 'status'] as $command) {
            self::assertMatchesRegularExpression($sentence, $this->call($command, exitCode: 1), $command);
        }

        $clerk = $this->environment;
        $this->environment = ['DATABASE_URL' => DatabaseServer::mariadb()->url] + $clerk;
        self::assertStringContainsString('are ready', $this->call('setup'));
        $this->environment = $clerk;
        self::assertStringContainsString('are ready', $this->call('setup'));
        self::assertSame(200, Desk::post($this->environment)->status);
        // The refusals were a moment ago.
        $this->call('work', exitCode: 1);
        $mail->next();
    }

    public function test_nothing_makes_empty_tables_in_place_of_dropped_ones(): void
    {
        $this->call('setup');
        self::assertSame(200, Desk::post($this->environment)->status);
        $this->call('backup', ['file' => $backup = DataFolders::fresh()]);
        DatabaseServer::mariadb()->dropTables();

        self::assertSame(503, Desk::post($this->environment)->status);
        foreach (['setup', 'work', 'list'] as $command) {
            self::assertStringContainsString('/enquiries is missing or empty', $this->call($command, exitCode: 1), $command);
        }
        self::assertStringContainsString('Restored', $this->call('restore', ['file' => $backup]));
        self::assertSame(200, Desk::post($this->environment)->status);

        DatabaseServer::mariadb()->dropTables();
        $this->call('setup', ['--new' => true]);
        self::assertSame(200, Desk::post($this->environment)->status);
    }

    /** @return string the URL of a user who may only read and write rows */
    private function clerk(): string
    {
        $this->root->command("CREATE USER IF NOT EXISTS clerk@localhost IDENTIFIED BY 'x'");
        $this->root->command('GRANT SELECT, INSERT, UPDATE, DELETE ON enquiries.* TO clerk@localhost');

        return (string) preg_replace('~//[^@]+@~', '//clerk:x@', DatabaseServer::mariadb()->url);
    }

    /** @param array<string, mixed> $arguments */
    private function call(string $command, array $arguments = [], int $exitCode = 0): string
    {
        // Without the line breaks and the marks of Symfony's blocks.
        return (string) preg_replace('/\s+!?\s*/', ' ', Operator::call($this->environment, new FixedClock(Desk::TIME), $command, $arguments, $exitCode));
    }
}
