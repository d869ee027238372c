<?php

declare(strict_types=1);

namespace Enquiry\Tests\Storage;

use Enquiry\Database\DatabaseUrl;
use Enquiry\Database\PostgresqlConnection;
use Enquiry\Storage\Connection;
use Enquiry\Tests\Support\DatabaseServer;
use Enquiry\Tests\Support\Files;

final class PostgresqlStoreTest extends ServerStoreTestCase
{
    protected static function server(): DatabaseServer
    {
        return DatabaseServer::postgresql();
    }

    protected static function connect(DatabaseUrl $url): Connection
    {
        return PostgresqlConnection::open($url->dataSource(), $url->user, $url->password(), 2, static fn(): float => 10.0);
    }

    protected static function disconnectOthers(Connection $connection): void
    {
        $connection->rows('SELECT pg_terminate_backend(pid) AS ended FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()');
    }

    /** The log of changes, which an owner of tables cannot clear, lies elsewhere. */
    protected function isOnDisk(string $text): bool
    {
        $this->open()->read(static fn(Connection $connection) => $connection->command('CHECKPOINT'));

        return Files::hold((self::url()->socket ?? '') . '/data/base', $text);
    }
}
