<?php

declare(strict_types=1);

namespace Enquiry\Tests\Storage;

use Enquiry\Storage\Connection;
use Enquiry\Storage\DatabaseUrl;
use Enquiry\Storage\PostgresqlConnection;
use Enquiry\Tests\Support\DatabaseServer;

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
}
