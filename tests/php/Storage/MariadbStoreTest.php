<?php

declare(strict_types=1);

namespace Enquiry\Tests\Storage;

use Enquiry\Database\DatabaseUrl;
use Enquiry\Database\PdoConnection;
use Enquiry\Storage\Connection;
use Enquiry\Storage\Dialect;
use Enquiry\Storage\SqlError;
use Enquiry\Tests\Support\DatabaseServer;
use Enquiry\Tests\Support\Files;

final class MariadbStoreTest extends ServerStoreTestCase
{
    protected static function server(): DatabaseServer
    {
        return DatabaseServer::mariadb();
    }

    protected static function connect(DatabaseUrl $url): Connection
    {
        return PdoConnection::open(Dialect::Mysql, $url->dataSource(), $url->user, $url->password(), [], static fn(): bool => true);
    }

    protected static function disconnectOthers(Connection $connection): void
    {
        foreach ($connection->rows('SELECT id FROM information_schema.processlist WHERE id <> CONNECTION_ID()') as $other) {
            try {
                $connection->command("KILL {$other->number('id')}");
            } catch (SqlError) {
                // It has ended by itself meanwhile.
            }
        }
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
}
