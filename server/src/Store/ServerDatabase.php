<?php

declare(strict_types=1);

namespace Enquiry\Store;

use Enquiry\Shared\SystemClock;

/**
 * MySQL or MariaDB, which several web machines and workers share. Connections are not persistent: a
 * connection to a server that was restarted, or that hangs, would cost a request.
 */
final class ServerDatabase implements Database
{
    private const CONNECT_SECONDS = 2;

    /** An answer that takes longer is none, while somebody waits for a page: MySQL's driver has one limit for each read. */
    private const READ_SECONDS = 2;

    private const LOCK_SECONDS = 1;

    /** For how long others that lock the same rows are waited for, and deadlocks tried again. */
    private const PATIENCE_SECONDS = 3;

    /** Transactions are short: whoever leaves one open for so long is suspended, and keeps others from its rows. */
    private const IDLE_TRANSACTION_SECONDS = 10;

    /** After which it is asked whether a connection is still there. */
    private const IDLE_SECONDS = 1.0;

    private ?Connection $connection = null;
    private float $lastAsked = -\INF;

    public function __construct(private readonly DatabaseUrl $url, private readonly TimeLimit $timeLimit) {}

    public function read(\Closure $work): mixed
    {
        return $this->attempt(fn(): mixed => $work($this->connection()));
    }

    public function write(\Closure $work): mixed
    {
        return $this->attempt(fn(): mixed => self::inTransaction($this->connection(), $work));
    }

    /** Synced all the same: the power may fail on the database's machine while the workers go on. */
    public function writeUnsynced(\Closure $work): mixed
    {
        return $this->write($work);
    }

    public function prepare(bool $anew = false): void
    {
        $this->attempt(function () use ($anew): void {
            $connection = $this->connection();
            if ($anew || !Schema::isUpToDate($connection)) {
                self::migrate($connection, $anew);
            }
        });
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
    private static function inTransaction(Connection $connection, \Closure $work): mixed
    {
        $connection->command('BEGIN');
        try {
            $result = $work($connection);
            self::commit($connection);

            return $result;
        } catch (\Throwable $failure) {
            try {
                $connection->command('ROLLBACK');
            } catch (SqlError) {
                // The connection is lost, and its transaction with it; what failed first says why.
            }
            throw $failure;
        }
    }

    private static function commit(Connection $connection): void
    {
        try {
            $connection->command('COMMIT');
        } catch (SqlError $failure) {
            throw $failure->atCommit();
        }
    }

    /**
     * Again and again where another transaction, or another process that makes the tables, was in its way.
     *
     * @template T
     *
     * @param \Closure(): T $work
     *
     * @return T
     */
    private function attempt(\Closure $work): mixed
    {
        return $this->timeLimit->during(function () use ($work): mixed {
            $end = SystemClock::elapsed() + self::PATIENCE_SECONDS;
            while (true) {
                try {
                    return $work();
                } catch (SqlError $failure) {
                    if (!$failure->isLostToAnother() || min($end - SystemClock::elapsed(), $this->timeLimit->secondsLeft()) < self::LOCK_SECONDS) {
                        // What failed may be the connection: the next call makes another.
                        $this->connection = null;
                        throw StoreUnavailable::because($failure);
                    }
                }
            }
        });
    }

    private function connection(): Connection
    {
        if ($this->connection !== null && $this->isAlive($this->connection)) {
            return $this->connection;
        }
        // A name server that does not answer is waited for by the system's resolver, for ten seconds unless told.
        \function_exists('putenv') && putenv('RES_OPTIONS=timeout:1 attempts:1');
        $connection = $this->connect();
        if (!Schema::isUsable($connection)) {
            self::migrate($connection);
        }

        $this->lastAsked = SystemClock::elapsed();

        return $this->connection = $connection;
    }

    /** A worker leaves its connection idle while it mails, and a server may have been started anew meanwhile. */
    private function isAlive(Connection $connection): bool
    {
        $idle = SystemClock::elapsed() - $this->lastAsked;
        $this->lastAsked = SystemClock::elapsed();
        if ($idle < self::IDLE_SECONDS) {
            return true;
        }
        try {
            return $connection->row('SELECT 1 AS alive') !== null;
        } catch (SqlError) {
            return false;
        }
    }

    private function connect(): Connection
    {
        // Its limit on reads holds from the greeting on, so one with much patience comes after one with little.
        if (!$this->timeLimit->isShort()) {
            $this->open(self::READ_SECONDS);
        }
        $seconds = $this->timeLimit->isShort() ? self::READ_SECONDS : (int) ceil($this->timeLimit->secondsLeft());
        $connection = $this->open($seconds);
        // MySQL takes what stands between these marks for a comment: it knows neither setting.
        $connection->command('SET SESSION innodb_lock_wait_timeout = ' . self::LOCK_SECONDS . ', lock_wait_timeout = ' . self::LOCK_SECONDS
            . " /*M! , max_statement_time = {$seconds}, idle_transaction_timeout = " . self::IDLE_TRANSACTION_SECONDS . ' */');

        return $connection;
    }

    private function open(int $readSeconds): Connection
    {
        // Where a host forbids this, a server that hangs is waited for as long as php.ini says; the doctor tells.
        ini_set('mysqlnd.net_read_timeout', (string) $readSeconds);
        $options = [
            \PDO::ATTR_EMULATE_PREPARES => false,
            \PDO::ATTR_TIMEOUT => self::CONNECT_SECONDS,
            // The default also locks the gaps between rows, where other requests add theirs.
            \PDO::MYSQL_ATTR_INIT_COMMAND => 'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED',
        ];
        if ($this->url->caFile !== null) {
            $options[\PDO::MYSQL_ATTR_SSL_CA] = $this->url->caFile;
            $options[\PDO::MYSQL_ATTR_SSL_VERIFY_SERVER_CERT] = true;
        }

        return Connection::open(Dialect::Mysql, $this->url->dataSource(), $this->url->user, $this->url->password(), $options, $this->mayAsk(...));
    }

    /** No statement is begun that could not end in time. */
    private function mayAsk(): bool
    {
        return $this->timeLimit->secondsLeft() > self::READ_SECONDS / 2;
    }

    /** Under a lock of the server's, which ends with the connection of whoever has it. */
    private static function migrate(Connection $connection, bool $anew = false): void
    {
        // MySQL commits each change of a table by itself, so that a transaction would end with the first.
        $lock = $connection->row("SELECT GET_LOCK('enquiry_schema', ?) AS taken", [self::LOCK_SECONDS]);
        if ($lock?->numberOrNull('taken') !== 1) {
            throw SqlError::lostToAnother('another process is making the tables');
        }
        Schema::migrate($connection, $anew);
        $connection->row("SELECT RELEASE_LOCK('enquiry_schema') AS released");
    }
}
