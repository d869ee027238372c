<?php

declare(strict_types=1);

namespace Enquiry\Store;

use Enquiry\Shared\SystemClock;

/** MySQL or MariaDB, which several web machines and workers share. */
final class ServerDatabase implements Database
{
    private const CONNECT_SECONDS = 2;
    private const LOCK_SECONDS = 1;

    /** How long conflicts with other transactions are retried. */
    private const RETRY_SECONDS = 3;

    /** The server ends a transaction that is idle for this long, because its process may be suspended. */
    private const IDLE_TRANSACTION_SECONDS = 10;

    /** A connection that was idle for this long is checked before its next use. */
    private const CHECK_AFTER_SECONDS = 1.0;

    private ?Connection $connection = null;
    private float $lastUsed = 0.0;

    public function __construct(private readonly DatabaseUrl $url, private readonly TimeLimit $timeLimit) {}

    public function read(\Closure $work): mixed
    {
        return $this->attempt($work);
    }

    public function write(\Closure $work): mixed
    {
        return $this->attempt(static fn(Connection $connection): mixed => $connection->transaction('BEGIN', $work));
    }

    public function prepare(): void
    {
        $this->read(static fn(): null => null);
    }

    public function scrub(): void {}

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
    private function attempt(\Closure $work): mixed
    {
        $end = SystemClock::elapsed() + self::RETRY_SECONDS - self::LOCK_SECONDS;
        while (true) {
            try {
                return $work($this->connection());
            } catch (SqlError $failure) {
                if (!$failure->isLostToAnother() || SystemClock::elapsed() > $end) {
                    $this->connection = null;
                    throw StoreUnavailable::because($failure);
                }
            } finally {
                $this->lastUsed = SystemClock::elapsed();
            }
        }
    }

    /** The server may have restarted while a worker was mailing. */
    private function connection(): Connection
    {
        if ($this->connection !== null && SystemClock::elapsed() - $this->lastUsed > self::CHECK_AFTER_SECONDS) {
            try {
                $this->connection->row('SELECT 1');
            } catch (SqlError) {
                $this->connection = null;
            }
        }

        return $this->connection ??= $this->connect();
    }

    private function connect(): Connection
    {
        // Without it the system's resolver waits ten seconds for a name server that does not answer.
        \function_exists('putenv') && putenv('RES_OPTIONS=timeout:1 attempts:1');
        // The read limit also applies to the server's greeting, so a patient connection tries a short one first.
        if ($this->timeLimit !== TimeLimit::Request) {
            $this->open(TimeLimit::Request->value);
        }
        $seconds = $this->timeLimit->value;
        $connection = $this->open($seconds);
        // /*M! … */ is for MariaDB only: MySQL has neither setting.
        $connection->command('SET SESSION innodb_lock_wait_timeout = ' . self::LOCK_SECONDS . ', lock_wait_timeout = ' . self::LOCK_SECONDS
            . " /*M! , max_statement_time = {$seconds}, idle_transaction_timeout = " . self::IDLE_TRANSACTION_SECONDS . ' */');
        if (!Schema::isUpToDate($connection)) {
            self::migrate($connection);
        }

        return $connection;
    }

    private function open(int $readSeconds): Connection
    {
        ini_set('mysqlnd.net_read_timeout', (string) $readSeconds);
        $options = [
            \PDO::ATTR_EMULATE_PREPARES => false,
            \PDO::ATTR_TIMEOUT => self::CONNECT_SECONDS,
            // The default level also locks gaps between rows, where other requests insert.
            \PDO::MYSQL_ATTR_INIT_COMMAND => 'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED',
        ];
        if ($this->url->caFile !== null) {
            $options[\PDO::MYSQL_ATTR_SSL_CA] = $this->url->caFile;
            $options[\PDO::MYSQL_ATTR_SSL_VERIFY_SERVER_CERT] = true;
        }

        return Connection::open(Dialect::Mysql, $this->url->dataSource(), $this->url->user, $this->url->password(), $options);
    }

    /** MySQL commits each change of a table by itself, so a lock of the server keeps other processes out. */
    private static function migrate(Connection $connection): void
    {
        $lock = $connection->one("SELECT GET_LOCK('enquiry_schema', ?) AS taken", [self::LOCK_SECONDS]);
        if ($lock->numberOrNull('taken') !== 1) {
            throw SqlError::lostToAnother('another process is creating the tables');
        }
        Schema::migrate($connection);
        $connection->row("SELECT RELEASE_LOCK('enquiry_schema')");
    }
}
