<?php

declare(strict_types=1);

namespace Enquiry\Tests\Walks;

use Enquiry\Database\Connection;
use Enquiry\Database\Database;
use Enquiry\Database\DatabaseUrl;
use Enquiry\Database\DataFolder;
use Enquiry\Database\ServerDatabase;
use Enquiry\Database\SqlError;
use Enquiry\Tests\Support\DataFolders;

/** Like ServerDatabase, but a lock that is not free fails at once, so that the fiber that holds it can go on. */
final class PausingDatabase extends Database
{
    private readonly Connection $connection;

    public function __construct(DatabaseUrl $url)
    {
        parent::__construct(new DataFolder(DataFolders::made()), $url->name);
        $pdo = new PausingPdo($url->dataSource, $url->user, $url->password->getValue(), [
            \PDO::ATTR_EMULATE_PREPARES => false,
        ]);
        $class = new \ReflectionClass(Connection::class);
        $this->connection = $class->newInstanceWithoutConstructor();
        $class->getConstructor()?->invoke($this->connection, $pdo, true);
        $isolation = new \ReflectionClassConstant(ServerDatabase::class, 'ISOLATION');
        \assert(\is_string($isolation->getValue()));
        $this->connection->command($isolation->getValue());
        $this->connection->command('SET NAMES utf8mb4 COLLATE utf8mb4_bin, innodb_lock_wait_timeout = 0');
        // MariadbStoreTest may just have set these for all new connections.
        $this->connection->command("SET sql_mode = 'STRICT_ALL_TABLES', autocommit = 1, completion_type = 'NO_CHAIN', sql_safe_updates = 0");
        $this->makeMissingTables($this->connection);
    }

    public function read(\Closure $work): mixed
    {
        return $this->attempt(fn(): mixed => $work($this->connection));
    }

    public function write(\Closure $work): mixed
    {
        return $this->attempt(fn(): mixed => $this->connection->transaction('BEGIN', $work));
    }

    public function name(): string
    {
        return 'MariaDB';
    }

    /**
     * @template T
     * @param \Closure(): T $work
     * @return T
     */
    private function attempt(\Closure $work): mixed
    {
        while (true) {
            try {
                return $work();
            } catch (SqlError $failure) {
                // MariaDB says 1180 of SKIP LOCKED if it may not wait at all, which only this test asks for.
                if (!$failure->isTransient() && !str_contains($failure->getMessage(), 'error: 1180 ')) {
                    throw $failure;
                }
                PausingPdo::pause();
            }
        }
    }
}
