<?php

declare(strict_types=1);

namespace Enquiry\Storage;

/** MariaDB, MySQL or PostgreSQL: several web machines and several workers share it. */
final class ServerDatabase implements Database
{
    public const CONNECT_SECONDS = 3;

    /** Transactions are short and always lock in the same order, so a second deadlock in a row is rare. */
    private const TRIES = 10;

    private ?Connection $connection = null;

    public function __construct(private readonly DatabaseUrl $url) {}

    public function read(\Closure $work): mixed
    {
        try {
            return $this->withTables(fn(): mixed => $work($this->connection()));
        } catch (\PDOException $failure) {
            throw $this->unavailable($failure);
        }
    }

    public function write(\Closure $work): mixed
    {
        for ($try = 1;; ++$try) {
            try {
                return $this->withTables(fn(): mixed => $this->inTransaction($work));
            } catch (\PDOException $failure) {
                if ($try === self::TRIES || !self::lostToAnother($failure)) {
                    throw $this->unavailable($failure);
                }
            }
        }
    }

    /** Synced all the same: the power may fail on the database's machine while the workers go on. */
    public function writeUnsynced(\Closure $work): mixed
    {
        return $this->write($work);
    }

    public function prepare(): void
    {
        $version = $this->read(
            static fn(Connection $connection): int => $connection->row("SELECT value FROM enquiry_meta WHERE name = 'schema_version'")?->number('value') ?? 0,
        );
        if ($version > SqliteDatabase::VERSION) {
            throw StoreUnavailable::newer($this->name(), $version);
        }
    }

    /** Without a rebuilt table the server itself overwrites what is deleted, when it needs the room. */
    public function scrub(bool $rebuild): void
    {
        if (!$rebuild) {
            return;
        }
        try {
            $this->read(static fn(Connection $connection): array => array_map($connection->command(...), $connection->dialect->rebuild()));
        } catch (StoreUnavailable $unavailable) {
            throw StoreUnavailable::notRebuilt($this->name(), $unavailable);
        }
    }

    public function name(): string
    {
        return $this->url->withoutPassword();
    }

    /**
     * @template T
     *
     * @param \Closure(Connection): T $work
     *
     * @return T
     */
    private function inTransaction(\Closure $work): mixed
    {
        $connection = $this->connection();
        $connection->command('BEGIN');
        try {
            $result = $work($connection);
            $connection->command('COMMIT');

            return $result;
        } catch (\Throwable $failure) {
            $this->rollBack($connection);
            throw $failure;
        }
    }

    private function rollBack(Connection $connection): void
    {
        try {
            $connection->command('ROLLBACK');
        } catch (\PDOException) {
            $this->connection = null; // A connection that cannot roll back is of no more use.
        }
    }

    /**
     * The tables are made when the first statement misses them: looking for them each time would cost
     * every request a round trip.
     *
     * @template T
     *
     * @param \Closure(): T $work
     *
     * @return T
     */
    private function withTables(\Closure $work): mixed
    {
        try {
            return $work();
        } catch (\PDOException $failure) {
            if (!\in_array($failure->getCode(), ['42P01', '42S02'], true)) {
                throw $failure;
            }
            $this->create();

            return $work();
        }
    }

    /** Under a lock of the server's: CREATE TABLE IF NOT EXISTS is not proof against two at once. */
    private function create(): void
    {
        $connection = $this->connection();
        $isMysql = $connection->dialect === Dialect::Mysql;
        $connection->row($isMysql ? "SELECT GET_LOCK('enquiry_schema', 10) AS locked" : 'SELECT pg_advisory_lock(7315427)');
        try {
            $there = $connection->row(
                "SELECT 1 AS there FROM information_schema.tables WHERE table_name = 'enquiry_meta' AND table_schema = "
                . ($isMysql ? 'DATABASE()' : 'current_schema()'),
            );
            if ($there === null) {
                array_map($connection->command(...), $connection->dialect->schema());
                $connection->change("INSERT INTO enquiry_meta (name, value) VALUES ('schema_version', ?)", [SqliteDatabase::VERSION]);
            }
        } finally {
            $connection->row($isMysql ? "SELECT RELEASE_LOCK('enquiry_schema') AS released" : 'SELECT pg_advisory_unlock(7315427)');
        }
    }

    /** Deadlocks, serialisation failures and waits for a lock that took too long. */
    private static function lostToAnother(\PDOException $failure): bool
    {
        return \in_array($failure->getCode(), ['40001', '40P01'], true) || ($failure->errorInfo[1] ?? null) === 1205;
    }

    /** The next call connects anew: what failed may be the connection. */
    private function unavailable(\PDOException $failure): StoreUnavailable
    {
        $this->connection = null;

        return StoreUnavailable::because($failure);
    }

    private function connection(): Connection
    {
        return $this->connection ??= $this->connect();
    }

    private function connect(): Connection
    {
        $options = [
            // By name: never a connection that a forked process inherited.
            \PDO::ATTR_PERSISTENT => 'enquiries-' . getmypid(),
            \PDO::ATTR_ERRMODE => \PDO::ERRMODE_EXCEPTION,
            \PDO::ATTR_EMULATE_PREPARES => false,
        ];
        if ($this->url->dialect === Dialect::Mysql) {
            $options[\PDO::ATTR_TIMEOUT] = self::CONNECT_SECONDS;
            // As PostgreSQL does it by default: no locks on the gaps between rows, where others want to add theirs.
            $options[\PDO::MYSQL_ATTR_INIT_COMMAND] = 'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED';
            if ($this->url->caFile !== null) {
                $options[\PDO::MYSQL_ATTR_SSL_CA] = $this->url->caFile;
                $options[\PDO::MYSQL_ATTR_SSL_VERIFY_SERVER_CERT] = true;
            }
        }
        $connection = new Connection(
            new \PDO($this->url->dataSource(), $this->url->user, $this->url->password(), $options),
            $this->url->dialect,
        );
        // One that a script left in the middle of a transaction must not carry it into this one.
        $connection->command('ROLLBACK');

        return $connection;
    }
}
