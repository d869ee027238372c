<?php

declare(strict_types=1);

namespace Enquiry\Tests\Storage;

use Enquiry\Store\Connection;
use Enquiry\Store\Database;
use Enquiry\Store\DatabaseUrl;
use Enquiry\Store\Dialect;
use Enquiry\Store\ServerDatabase;
use Enquiry\Store\SqlError;
use Enquiry\Store\StoreUnavailable;
use Enquiry\Store\TimeLimit;
use Enquiry\Tests\Support\Children;
use Enquiry\Tests\Support\DatabaseServer;
use Enquiry\Tests\Support\DataFolders;
use Enquiry\Tests\Support\Environment;
use Enquiry\Tests\Support\MailServer;
use Enquiry\Tests\Support\Queue;
use Enquiry\Tests\Support\WebServer;

final class MariadbStoreTest extends StoreTestCase
{
    public function test_32_first_requests_at_once_make_the_tables_once(): void
    {
        $this->emptied();
        $answers = Children::run(32, fn(): \Closure => fn(): string => $this->outbox($this->open())->intake->add(self::enquiry())->isNew ? 'taken' : 'known');

        self::assertSame(['taken' => 32], array_count_values($answers));
        self::assertSame(32, $this->waiting());
    }

    /** The server hangs until every attempt has ended, so that an attempt without a limit would never end. */
    public function test_a_request_gives_up_on_a_hanging_server_and_works_again_afterwards(): void
    {
        $connected = new ServerDatabase(self::url(), TimeLimit::Request);
        $this->outbox($connected)->intake->add(self::enquiry());
        DatabaseServer::mariadb()->whileSuspended(function () use ($connected): void {
            $this->assertRefused($connected);
            $this->assertRefused(new ServerDatabase(self::url(), TimeLimit::Request));
            $this->assertRefused(new ServerDatabase(self::url(), TimeLimit::Command));
        });

        self::assertTrue($this->outbox()->intake->add(self::enquiry())->isNew);
    }

    public function test_a_connection_lost_during_the_commit_is_not_reported_as_not_stored(): void
    {
        foreach (['before', 'after'] as $when) {
            try {
                $this->database->write(static function (Connection $connection) use ($when): void {
                    $connection->change("INSERT INTO enquiry_meta (name, value) VALUES (?, 1)", [$when]);
                    DatabaseServer::mariadb()->suspend();
                    if ($when === 'before') {
                        $connection->row('SELECT 1');
                    }
                });
                self::fail('It was answered.');
            } catch (StoreUnavailable $unavailable) {
                self::assertSame($when === 'after', $unavailable->isUndecided(), $when);
            } finally {
                DatabaseServer::mariadb()->resume();
            }
        }
    }

    /** Persistent connections of PHP outlive a restart of the server. */
    public function test_a_restart_of_the_server_loses_no_enquiry(): void
    {
        $site = WebServer::start(Environment::for(Environment::deadPort(), ['DATABASE_URL' => DatabaseServer::mariadb()->url]));
        $before = $site->postMessage();
        self::disconnectOthers($this->otherConnection());
        $after = $site->postMessage();
        $site->stop();

        self::assertSame([200, 200], [$before->status, $after->status]);
    }

    public function test_a_restart_of_the_server_while_a_mail_is_sent_loses_nothing(): void
    {
        $this->clear();
        $mail = MailServer::start(['slowVerdict' => 2_000]);
        $log = DataFolders::fresh();
        $queue = new Queue(Environment::for($mail->port, ['DATABASE_URL' => DatabaseServer::mariadb()->url, 'LOG_FILE' => $log]));
        $reference = $queue->add();
        $other = $this->otherConnection();
        pcntl_async_signals(true);
        pcntl_signal(\SIGALRM, static fn() => self::disconnectOthers($other));
        pcntl_alarm(1);
        $sent = $queue->work();
        $mail->stop();

        self::assertSame([1, 'sent'], [$sent, $queue->record($reference)->state]);
        self::assertStringNotContainsString('not noted', (string) file_get_contents($log));
    }

    public function test_a_row_that_another_transaction_locks_is_reported_as_unavailable_within_the_limit(): void
    {
        $this->outbox()->intake->add(self::enquiry(), null, 'Address');
        $other = $this->otherConnection();
        $other->command('BEGIN');
        $other->change("UPDATE enquiry_rate SET requests = 0 WHERE who = 'Address'");
        $this->assertRefused(new ServerDatabase(self::url(), TimeLimit::Request));
        $other->command('ROLLBACK');

        self::assertTrue($this->outbox()->intake->add(self::enquiry(), null, 'Address')->isNew);
    }

    protected function open(): Database
    {
        return new ServerDatabase(self::url(), TimeLimit::Request);
    }

    protected function emptied(): Connection
    {
        $connection = $this->otherConnection();
        $connection->command('DROP TABLE IF EXISTS enquiry, enquiry_rate, enquiry_meta');

        return $connection;
    }

    private function otherConnection(): Connection
    {
        $url = self::url();

        return Connection::open(Dialect::Mysql, $url->dataSource(), $url->user, $url->password());
    }

    protected function clear(): void
    {
        $this->open()->write(static function (Connection $connection): void {
            foreach (['enquiry', 'enquiry_rate', 'enquiry_meta'] as $table) {
                $connection->command("DELETE FROM {$table}" . ($table === 'enquiry_meta' ? " WHERE name NOT IN ('schema_version', 'migration')" : ''));
            }
        });
    }

    protected static function dialect(): Dialect
    {
        return Dialect::Mysql;
    }

    private static function disconnectOthers(Connection $connection): void
    {
        foreach ($connection->rows('SELECT id FROM information_schema.processlist WHERE id <> CONNECTION_ID()') as $other) {
            try {
                $connection->command("KILL {$other->number('id')}");
            } catch (SqlError) {
                // The connection has ended already.
            }
        }
    }

    private static function url(): DatabaseUrl
    {
        return DatabaseUrl::parse(DatabaseServer::mariadb()->url) ?? self::fail('The URL was not understood.');
    }

    private function assertRefused(Database $database): void
    {
        try {
            $this->outbox($database)->intake->add(self::enquiry(), null, 'Address');
            self::fail('It was stored.');
        } catch (StoreUnavailable $unavailable) {
            self::assertNotSame('', $unavailable->getMessage());
        }
    }
}
