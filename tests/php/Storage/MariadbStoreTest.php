<?php

declare(strict_types=1);

namespace Enquiry\Tests\Storage;

use Enquiry\Storage\Connection;
use Enquiry\Storage\Database;
use Enquiry\Storage\DatabaseUrl;
use Enquiry\Tests\Support\Children;
use Enquiry\Tests\Support\DatabaseServer;
use Enquiry\Tests\Support\Files;

final class MariadbStoreTest extends StoreTestCase
{
    public function test_32_first_requests_at_once_make_the_tables_once(): void
    {
        $this->database->write(static fn(Connection $connection) => $connection->command('DROP TABLE enquiry, enquiry_rate, enquiry_meta'));
        $answers = Children::run(32, fn(): \Closure => fn(): string => $this->outbox($this->open())->add(self::enquiry())->isNew ? 'taken' : 'known');

        self::assertSame(['taken' => 32], array_count_values($answers));
        self::assertSame(32, $this->waiting());
    }

    protected function open(): Database
    {
        return self::url()->open();
    }

    protected function otherConnection(string $class = \PDO::class): \PDO
    {
        return new $class(self::url()->dataSource(), self::url()->user, self::url()->password(), [
            // As our own connections have it.
            \PDO::MYSQL_ATTR_INIT_COMMAND => 'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED',
        ]);
    }

    /** The log of changes, which an owner of tables cannot clear, lies elsewhere. */
    protected function isOnDisk(string $text): bool
    {
        $socket = self::url()->socket ?? '';
        $root = new \PDO("mysql:unix_socket={$socket};dbname=enquiries", 'root', '');
        $root->exec('FLUSH TABLES enquiry FOR EXPORT');
        $root->exec('UNLOCK TABLES');

        return Files::hold(\dirname($socket) . '/data/enquiries', $text);
    }

    protected function clear(): void
    {
        $this->open()->write(static function (Connection $connection): void {
            foreach (['enquiry', 'enquiry_rate', 'enquiry_meta'] as $table) {
                $connection->command("DELETE FROM {$table}" . ($table === 'enquiry_meta' ? " WHERE name <> 'schema_version'" : ''));
            }
        });
    }

    private static function url(): DatabaseUrl
    {
        return DatabaseUrl::parse(DatabaseServer::mariadb()->url) ?? self::fail('The URL was not understood.');
    }
}
