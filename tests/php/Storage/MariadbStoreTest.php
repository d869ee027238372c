<?php

declare(strict_types=1);

namespace Enquiry\Tests\Storage;

use Enquiry\Storage\Connection;
use Enquiry\Storage\DatabaseUrl;
use Enquiry\Storage\Dialect;
use Enquiry\Storage\PdoConnection;
use Enquiry\Tests\Support\DatabaseServer;

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
}
