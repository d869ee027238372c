<?php

declare(strict_types=1);

namespace Enquiry\Database;

use Enquiry\Shared\Clock;

/** MySQL or MariaDB, which several web machines and workers share. */
final class ServerDatabase extends Database
{
    private const LOCK_SECONDS = 1;

    /** Conflicts with other transactions are retried until then. The last attempt may wait for a lock as well. */
    private const CONFLICT_SECONDS = 2;

    /** A refused connection is retried until then. */
    private const NO_CONNECTION_SECONDS = 4;

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

    /** The values with which a confirmed enquiry survives a crash and a power failure; the first is the one to set. */
    private const DURABLE = [
        'innodb_flush_log_at_trx_commit' => ['1', '3'],
        'sync_binlog' => ['1'],
        'innodb_doublewrite' => ['ON', '1', 'FAST', 'DETECT_AND_RECOVER'],
    ];

    private int $seconds = self::REQUEST_SECONDS;
    private ?Connection $connection = null;

    /** Names the database whose tables were made: if they are missing later, nothing makes empty ones. */
    private readonly NoteFile $made;

    public function __construct(private readonly DatabaseUrl $url, DataFolder $folder)
    {
        $this->made = new NoteFile($folder, 'tables-were-made.note', new Clock());
    }

    public function read(\Closure $work): mixed
    {
        return $this->attempt($work);
    }

    public function write(\Closure $work): mixed
    {
        return $this->attempt(static fn(Connection $connection): mixed => $connection->transaction('BEGIN', $work));
    }

    /** Reconnects, because PHP sets its read timeout when it connects. */
    public function limit(int $seconds): void
    {
        if ($seconds !== $this->seconds) {
            $this->seconds = $seconds;
            $this->connection = null;
        }
    }

    public function makeIfMissing(): void
    {
        $this->made->write('');
        $this->prepare();
    }

    public function name(): string
    {
        return $this->url->name;
    }

    public function risks(): array
    {
        // sync_binlog has no effect without a binary log.
        $sql = 'SELECT @@innodb_flush_log_at_trx_commit AS innodb_flush_log_at_trx_commit, '
            . 'IF(@@log_bin, @@sync_binlog, 1) AS sync_binlog, @@innodb_doublewrite AS innodb_doublewrite';
        $row = $this->read(static fn(Connection $connection): Row => $connection->one($sql));
        $risks = [];
        foreach (self::DURABLE as $name => $values) {
            $value = $row->text($name);
            if (!\in_array(strtoupper($value), $values, true)) {
                $risks[
                    "The database server may lose confirmed enquiries in a crash or power failure: {$name} is {$value}."
                ] = "Set {$name}={$values[0]} in the server's configuration and restart it; on a shared host, ask the "
                    . "host, or use SQLite.";
            }
        }

        return $risks;
    }

    /**
     * @template T
     * @param \Closure(Connection): T $work
     * @return T
     */
    private function attempt(\Closure $work): mixed
    {
        $start = Clock::stopwatch();
        while (true) {
            try {
                return $work($this->connection ??= $this->connect());
            } catch (SqlError $failure) {
                $seconds = match (true) {
                    $failure->isLostToAnother() => self::CONFLICT_SECONDS,
                    $failure->isWithoutConnection() => self::NO_CONNECTION_SECONDS,
                    default => 0,
                };
                if (Clock::stopwatch() - $start >= $seconds) {
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
        // The read limit also applies to the server's greeting, so a patient connection tries a short one first.
        if ($this->seconds !== self::REQUEST_SECONDS) {
            $this->open(self::REQUEST_SECONDS);
        }
        $connection = $this->open($this->seconds);
        $connection->command(self::ISOLATION);
        $settings = [self::LOCK_SECONDS, $this->seconds, self::IDLE_TRANSACTION_SECONDS];
        $connection->command(vsprintf(self::SETTINGS, $settings));
        $isMade = $this->made->read(\PHP_INT_MAX) === $this->name();
        if (!Schema::isThere($connection)) {
            // MySQL commits each table by itself, so several processes may do it at once.
            $isMade ? throw StoreUnavailable::missing($this->name()) : Schema::create($connection);
        }
        if (!$isMade) {
            $this->made->write($this->name());
        }

        return $connection;
    }

    private function open(int $readSeconds): Connection
    {
        ini_set('mysqlnd.net_read_timeout', (string) $readSeconds);

        return Connection::mysql($this->url);
    }
}
