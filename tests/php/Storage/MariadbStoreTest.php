<?php

declare(strict_types=1);

namespace Enquiry\Tests\Storage;

use Enquiry\Database\Connection;
use Enquiry\Database\DatabaseUrl;
use Enquiry\Database\DataFolder;
use Enquiry\Database\Row;
use Enquiry\Database\ServerDatabase;
use Enquiry\Database\SqlError;
use Enquiry\Database\StoreUnavailable;
use Enquiry\Tests\Support\Children;
use Enquiry\Tests\Support\Contract;
use Enquiry\Tests\Support\DatabaseServer;
use Enquiry\Tests\Support\DataFolders;
use Enquiry\Tests\Support\Environment;
use Enquiry\Tests\Support\FixedClock;
use Enquiry\Tests\Support\MailServer;
use Enquiry\Tests\Support\Operator;
use Enquiry\Tests\Support\WebServer;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\TestWith;
use Symfony\Component\Process\Process;

final class MariadbStoreTest extends StoreTestCase
{
    /** The server seems to hang until every attempt has ended, so that an attempt without a limit would never end. */
    public function test_a_request_gives_up_on_a_hanging_server_and_works_again_afterwards(): void
    {
        $relay = DatabaseServer::mariadb()->relay();
        [$connected, $new] = [$this->open($relay->url), $this->open($relay->url)];
        $this->outbox($connected)->add(self::enquiry());
        $relay->suspend();
        try {
            foreach ([$connected, $new] as $database) {
                try {
                    $this->outbox($database)->add(self::enquiry());
                    self::fail('It was stored.');
                } catch (StoreUnavailable $unavailable) {
                    self::assertNotSame('', $unavailable->getMessage());
                }
            }
        } finally {
            $relay->resume();
        }

        self::assertSame((string) ($enquiry = self::enquiry())->reference, $this->outbox($new)->add($enquiry));
    }

    /** The server refuses a second connection. */
    public function test_each_process_needs_one_connection(): void
    {
        $mail = MailServer::start();
        $environment = Environment::for($mail->port, ['DATABASE_URL' => DatabaseServer::mariadb()->url, 'SITE_URL' => 'https://www.kokerboom.example']);
        $server = DatabaseServer::mariadb();
        $root = $server->root();
        unset($this->database);
        $root->command("ALTER USER {$server->name}@localhost WITH MAX_USER_CONNECTIONS 1");
        try {
            $site = WebServer::start($environment);
            self::assertSame([200, 200], [$site->postMessage()->status, $site->postMessage()->status]);
            $site->stop();
            foreach (['setup', 'work', 'status', 'list', 'backup ' . DataFolders::fresh()] as $command) {
                $process = new Process([__DIR__ . '/../../../server/console', ...explode(' ', $command)], env: $environment);
                self::assertSame(0, $process->run(), $command . $process->getErrorOutput() . $process->getOutput());
            }
        } finally {
            $root->command("ALTER USER {$server->name}@localhost WITH MAX_USER_CONNECTIONS 0");
        }
    }

    /** MariaDB commits each table by itself. */
    public function test_tables_of_an_interrupted_setup_are_completed(): void
    {
        $this->database->write(static function (Connection $connection): void {
            $connection->command('DROP TABLE delivery');
            // The number of the migration is written last.
            $connection->command('DELETE FROM enquiry_meta');
        });
        $this->database = $this->open();
        $reference = $this->outbox()->add(self::enquiry());

        self::assertSame($reference, $this->outbox()->claim()?->enquiry->reference);
    }

    public function test_a_visitor_does_not_wait_for_the_count_of_another_one(): void
    {
        $this->database->change("INSERT INTO enquiry_rate (who, window_start, requests) VALUES ('another', 0, 1)");
        $reference = $this->connected()->write(function (Connection $connection): string {
            $connection->change("UPDATE enquiry_rate SET requests = 2 WHERE who = 'another'");

            return $this->outbox()->add(self::enquiry(), client: 'this one');
        });

        self::assertSame($reference, $this->outbox()->claim()?->enquiry->reference);
    }

    public function test_a_visitor_waits_for_no_gap_between_the_rows_that_another_one_reads(): void
    {
        $this->database->prepare();
        $reference = $this->connected()->write(function (Connection $connection): string {
            $connection->rows('SELECT who FROM enquiry_rate WHERE window_start < 0 FOR UPDATE');

            return $this->outbox()->add(self::enquiry(), client: 'another one');
        });

        self::assertSame($reference, $this->outbox()->claim()?->enquiry->reference);
    }

    /** The server would let a visitor wait for minutes, and a suspended process block the others for hours. */
    public function test_the_server_limits_statements_locks_and_idle_transactions(): void
    {
        $limits = $this->database->rows('SELECT @@max_statement_time, @@innodb_lock_wait_timeout, @@lock_wait_timeout, @@idle_transaction_timeout')[0];

        self::assertEquals([2, 1, 1, 10], array_values($limits->values));
    }

    public function test_both_transactions_of_a_deadlock_succeed(): void
    {
        $this->database->change("INSERT INTO enquiry_meta (name, value) VALUES ('a', 0), ('b', 0)");
        $folder = DataFolders::made();
        $attempts = Children::run(2, function (int $child) use ($folder): \Closure {
            $database = $this->connected();

            return static function () use ($database, $child, $folder): string {
                $attempts = 0;
                $database->write(static function (Connection $connection) use ($child, $folder, &$attempts): void {
                    ++$attempts;
                    $add = static fn(string $name): int => $connection->change('UPDATE enquiry_meta SET value = value + 1 WHERE name = ?', [$name]);
                    $add($child === 0 ? 'a' : 'b');
                    touch("{$folder}/{$child}");
                    while (!file_exists("{$folder}/" . (1 - $child))) {
                        usleep(1_000); // Waits until the other child holds its row.
                        clearstatcache();
                    }
                    $add($child === 0 ? 'b' : 'a');
                });

                return (string) $attempts;
            };
        });
        sort($attempts);

        self::assertSame(['1', '2'], $attempts);
        self::assertSame(4, $this->database->rows("SELECT SUM(value) AS sum FROM enquiry_meta WHERE name IN ('a', 'b')")[0]->number('sum'));
    }

    #[TestWith([2013, true, 'lost'])]
    #[TestWith([1927, true, 'KILL CONNECTION'])]
    #[TestWith([1205, false, 'FLUSH TABLES WITH READ LOCK'])]
    #[TestWith([1290, false, 'read_only'])]
    #[TestWith([13, false, 'SQLite on a full disk'])]
    public function test_which_errors_of_commit_are_undecided(int $code, bool $isUndecided, string $what): void
    {
        $failure = new \PDOException($what);
        $failure->errorInfo = ['HY000', $code, $what];

        self::assertSame($isUndecided, SqlError::ofPdo($failure)->atCommit()->isUndecided);
        self::assertFalse(SqlError::ofPdo($failure)->isUndecided);
    }

    /** @return array<string, array{array<string, string|int>}> settings that a session inherits */
    public static function settings(): array
    {
        return [
            'not strict, latin1' => [['sql_mode' => '', 'character_set_server' => 'latin1']],
            'NO_BACKSLASH_ESCAPES and others' => [['sql_mode' => 'NO_BACKSLASH_ESCAPES,PAD_CHAR_TO_FULL_LENGTH,NO_AUTO_VALUE_ON_ZERO']],
            'sessions commit nothing, or end after each commit' => [['autocommit' => 0, 'completion_type' => 'RELEASE']],
            'init_connect sets utf8' => [['init_connect' => 'SET NAMES utf8']],
            'init_connect sets sql_safe_updates' => [['init_connect' => 'SET sql_safe_updates = 1']],
        ];
    }

    /** @param array<string, string|int> $settings */
    #[DataProvider('settings')]
    public function test_an_enquiry_is_stored_byte_for_byte_under_any_setting_of_the_server(array $settings): void
    {
        $this->dropTables();
        $server = DatabaseServer::mariadb();
        $server->whileSet($settings, function (Connection $root) use ($server): void {
            $message = "  💩 é ń \0 \\'\" \\0 \u{2028} %_ ";
            $outbox = $this->outbox($this->open());
            $enquiry = self::enquiry(['message' => "Line\n{$message}\nend", 'subject' => '💩'], flags: ['💩']);
            $reference = $outbox->add($enquiry, 'Key', 'Address');

            self::assertSame($reference, $outbox->add($enquiry, 'Key', 'Address'));
            self::assertSame((string) ($other = self::enquiry(flags: ['💩']))->reference, $outbox->add($other, 'KEY', 'Address'));
            $stored = $root->one("SELECT HEX(reference), HEX(idempotency_key), HEX(email), HEX(payload), HEX(flags), HEX(state) FROM {$server->name}.enquiry ORDER BY id LIMIT 1");
            $expected = [$reference, 'Key', $enquiry->message->email(), Row::json($enquiry->message->values), Row::json(['💩']), 'waiting'];
            self::assertSame($expected, array_map(static fn(int|string|null $hex): string|false => hex2bin((string) $hex), array_values($stored->values)));

            // It is committed, and the first connection still works.
            $claim = $this->outbox($this->open())->claim() ?? self::fail('Nothing is due.');
            self::assertEquals($enquiry->message, $claim->enquiry->decode(Contract::forms())->message);
            self::assertTrue($outbox->refused($claim, 'Refused: 💩'));
            self::assertSame('Refused: 💩', Operator::export($this->environment(), new FixedClock('@' . self::NOW), $reference)[0]['deliveries'][0]['error'] ?? null);
        });
    }

    protected function open(?string $url = null): ServerDatabase
    {
        $parsed = DatabaseUrl::parse($url ?? DatabaseServer::mariadb()->url) ?? self::fail('The URL was not understood.');

        return new ServerDatabase($parsed, new DataFolder(DataFolders::fresh()));
    }

    protected function environment(): array
    {
        return Environment::for(Environment::deadPort(), ['DATABASE_URL' => DatabaseServer::mariadb()->url]);
    }

    protected function dropTables(): void
    {
        DatabaseServer::mariadb()->dropTables();
    }

    protected function clear(): void
    {
        $this->open()->write(static function (Connection $connection): void {
            foreach (['enquiry', 'delivery', 'enquiry_rate', 'enquiry_meta'] as $table) {
                $connection->command("DELETE FROM {$table}" . ($table === 'enquiry_meta' ? " WHERE name <> 'migration'" : ''));
            }
        });
    }
}
