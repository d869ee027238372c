<?php

declare(strict_types=1);

namespace Enquiry\Database;

use Enquiry\Shared\Clock;

/** MySQL or MariaDB, which several web machines and workers share. */
final class ServerDatabase extends Database
{
    /** The server may take so long to answer one statement, because a visitor may wait. */
    private const STATEMENT_SECONDS = 2;
    private const LOCK_SECONDS = 1;

    /** Transient errors are retried until then. The last attempt may wait for a lock as well. */
    private const RETRY_SECONDS = 3;

    /** Random: processes that failed together must not retry together. */
    private const PAUSE_MICROSECONDS = [20_000, 80_000];

    /** The server ends a transaction that is idle for this long, because its process may be suspended. */
    private const IDLE_TRANSACTION_SECONDS = 10;

    /** The default level also locks gaps between rows, where other requests insert. */
    private const ISOLATION = 'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED';

    /**
     * The server's configuration overrules the character set of the data source name. Strict mode: an error is better
     * than a shortened value. M! is for MariaDB, !80000 for MySQL.
     */
    private const SETTINGS = <<<'SQL'
        SET NAMES utf8mb4 COLLATE utf8mb4_bin, sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION',
            autocommit = 1, completion_type = 'NO_CHAIN', time_zone = '+00:00', sql_safe_updates = 0,
            innodb_lock_wait_timeout = %1$d, lock_wait_timeout = %1$d
            /*M! , max_statement_time = %2$d, idle_transaction_timeout = %3$d */
            /*!80000 , max_execution_time = %2$d000 */
        SQL;

    private ?Connection $connection = null;

    public function __construct(private readonly DatabaseUrl $url, DataFolder $folder)
    {
        parent::__construct($folder, $url->name);
    }

    public function read(\Closure $work): mixed
    {
        return $this->attempt($work);
    }

    public function write(\Closure $work): mixed
    {
        return $this->attempt(static fn(Connection $connection): mixed => $connection->transaction('BEGIN', $work));
    }

    public function name(): string
    {
        return $this->url->name;
    }

    /**
     * @template T
     * @param \Closure(Connection): T $work
     * @return T
     */
    private function attempt(\Closure $work): mixed
    {
        $end = Clock::stopwatch() + self::RETRY_SECONDS;
        while (true) {
            try {
                return $work($this->connection ??= $this->connect());
            } catch (SqlError $failure) {
                if (!$failure->isTransient() || Clock::stopwatch() >= $end) {
                    $this->connection = null;
                    throw $failure;
                }
                usleep(random_int(...self::PAUSE_MICROSECONDS));
            }
        }
    }

    private function connect(): Connection
    {
        // Without it the system's resolver waits ten seconds for a name server that does not answer.
        \function_exists('putenv') && putenv('RES_OPTIONS=timeout:1 attempts:1');
        ini_set('mysqlnd.net_read_timeout', (string) self::STATEMENT_SECONDS);
        $connection = Connection::mysql($this->url);
        $connection->command(self::ISOLATION);
        $settings = [self::LOCK_SECONDS, self::STATEMENT_SECONDS, self::IDLE_TRANSACTION_SECONDS];
        $connection->command(vsprintf(self::SETTINGS, $settings));
        $this->makeMissingTables($connection);

        return $connection;
    }
}
