<?php

declare(strict_types=1);

namespace Enquiry\Tests;

use Enquiry\Tests\Support\Certificate;
use Enquiry\Tests\Support\Contract;
use Enquiry\Tests\Support\DatabaseServer;
use Enquiry\Tests\Support\DataFolders;
use Enquiry\Tests\Support\Desk;
use Enquiry\Tests\Support\Environment;
use Enquiry\Tests\Support\FixedClock;
use Enquiry\Tests\Support\Operator;
use PHPUnit\Framework\TestCase;

/** What operators and visitors are told of a database server that does not suit or is away. */
final class DatabaseServerTest extends TestCase
{
    /** @var array<string, string> */
    private array $environment;

    protected function setUp(): void
    {
        $this->environment = Environment::for(Environment::deadPort(), ['DATABASE_URL' => DatabaseServer::mariadb()->url]);
        DatabaseServer::mariadb()->dropTables();
    }

    public function test_a_user_who_may_not_make_tables_is_told_to_run_setup_as_another_one(): void
    {
        $all = $this->environment;
        $this->environment = ['DATABASE_URL' => DatabaseServer::mariadb()->clerk()] + $all;
        self::assertMatchesRegularExpression('/CREATE command denied.*with a user who may/', $this->call('setup', exitCode: 1));
        self::assertSame(503, Desk::post($this->environment)->status);
        $clerk = $this->environment;
        $this->environment = $all;
        $this->call('setup');
        self::assertSame(200, Desk::post($clerk)->status);
    }

    public function test_only_a_server_with_the_certificate_of_ca_gets_enquiries(): void
    {
        $server = DatabaseServer::mariadb();
        $forged = Certificate::for("IP:{$server->address}")->file;
        foreach ([[$server->certificate, 200], [$forged, 503]] as [$ca, $status]) {
            $environment = ['DATABASE_URL' => $server->encrypted($ca)] + $this->environment;
            self::assertSame($status, Desk::ask($environment)->status);
        }
    }

    public function test_nothing_makes_empty_tables_in_place_of_dropped_ones(): void
    {
        $this->call('setup');
        self::assertSame(200, Desk::post($this->environment)->status);
        $this->call('backup', ['file' => $backup = DataFolders::fresh()]);
        DatabaseServer::mariadb()->dropTables();

        self::assertSame(503, Desk::post($this->environment)->status);
        foreach (['setup', 'work', 'list'] as $command) {
            self::assertStringContainsString('/' . DatabaseServer::mariadb()->name . ' is missing or empty', $this->call($command, exitCode: 1), $command);
        }
        self::assertStringContainsString('Restored', $this->call('restore', ['file' => $backup]));
        self::assertSame(200, Desk::post($this->environment)->status);

        DatabaseServer::mariadb()->dropTables();
        $this->call('setup', ['--new' => true]);
        self::assertSame(200, Desk::post($this->environment)->status);
    }

    public function test_a_visitor_whose_commit_was_cut_off_is_told_that_nobody_knows_and_sends_it_once_more(): void
    {
        $this->call('setup');
        $key = ['Idempotency-Key' => 'the-same'];
        $answer = Desk::ask(['DATABASE_URL' => DatabaseServer::mariadb()->relay('cut')->url] + $this->environment, headers: $key);

        $agreed = Contract::answers()['answers']['nobody knows whether it is stored']['response'] ?? self::fail();
        self::assertSame([$agreed['status'], $agreed['body']], [$answer->status, $answer->json()]);
        self::assertSame($agreed['headers'], ['Retry-After' => $answer->headers['retry-after'] ?? null]);
        $again = Desk::ask($this->environment, headers: $key);
        self::assertSame(200, $again->status);
        self::assertSame($again->headers['enquiry-reference'] ?? null, Desk::stored($this->environment)['reference']);
    }

    /** @param array<string, mixed> $arguments */
    private function call(string $command, array $arguments = [], int $exitCode = 0): string
    {
        // Without the line breaks and the marks of Symfony's blocks.
        return (string) preg_replace('/\s+!?\s*/', ' ', Operator::call($this->environment, new FixedClock(Desk::TIME), $command, $arguments, $exitCode));
    }
}
