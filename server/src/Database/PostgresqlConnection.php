<?php

declare(strict_types=1);

namespace Enquiry\Database;

use Enquiry\Domain\SystemClock;
use Enquiry\Storage\Connection;
use Enquiry\Storage\Dialect;
use Enquiry\Storage\Row;
use Enquiry\Storage\SqlError;

/**
 * PostgreSQL by libpq's asynchronous calls: PDO would wait for a server that hangs for ever. There is no
 * limit to set there, and the kernel below a suspended server still acknowledges every packet.
 */
final class PostgresqlConnection extends Connection
{
    /** @param \Closure(): float $left for how many seconds it may still wait, now and later */
    private function __construct(private readonly \PgSql\Connection $link, private readonly \Closure $left)
    {
        parent::__construct(Dialect::Pgsql);
    }

    /** @param array<string, string> $parameters by libpq's names */
    public static function parameters(#[\SensitiveParameter] array $parameters): string
    {
        return implode(' ', array_map(
            static fn(string $key, string $value): string => "{$key}='" . addcslashes($value, "'\\") . "'",
            array_keys($parameters),
            $parameters,
        ));
    }

    /**
     * @param string            $dataSource of parameters()
     * @param \Closure(): float $left       for how many seconds it may still wait, now and later
     *
     * @throws SqlError
     */
    public static function open(
        string $dataSource,
        string $user,
        #[\SensitiveParameter]
        string $password,
        float $connectSeconds,
        \Closure $left,
    ): self {
        $parameters = $dataSource . ' ' . self::parameters(['user' => $user, 'password' => $password]);
        $link = @pg_connect($parameters, \PGSQL_CONNECT_FORCE_NEW | \PGSQL_CONNECT_ASYNC);
        if ($link === false) {
            // Names are looked up here already.
            throw SqlError::ofPostgresql(error_get_last()['message'] ?? 'the connection cannot be made');
        }
        $connection = new self($link, $left);
        $end = SystemClock::elapsed() + min($connectSeconds, $left());
        for ($step = \PGSQL_POLLING_WRITING; $step !== \PGSQL_POLLING_OK; $step = pg_connect_poll($link)) {
            if ($step === \PGSQL_POLLING_FAILED) {
                throw $connection->failed();
            }
            $connection->awaitSocket($step === \PGSQL_POLLING_WRITING, $end - SystemClock::elapsed());
        }
        stream_set_blocking($connection->socket(), false);

        return $connection;
    }

    public function rows(string $sql, array $values = []): array
    {
        return array_map(static fn(array $row): Row => new Row($row), array_values(pg_fetch_all($this->run($sql, $values))));
    }

    public function change(string $sql, array $values = []): int
    {
        return pg_affected_rows($this->run($sql, $values));
    }

    public function command(string $sql): void
    {
        $this->run($sql, []);
    }

    /** @param list<int|string|null> $values */
    private function run(string $sql, array $values): \PgSql\Result
    {
        $isSent = $values === []
            ? @pg_send_query($this->link, $sql)
            : @pg_send_query_params($this->link, self::numbered($sql), $values);
        if ($isSent === false) {
            throw $this->failed();
        }
        while (($isFlushed = pg_flush($this->link)) !== true) {
            $isFlushed === false ? throw $this->failed() : $this->awaitSocket(true, ($this->left)());
        }
        while (pg_connection_busy($this->link)) {
            $this->awaitSocket(false, ($this->left)());
        }
        $last = null;
        // One for each statement; all must be fetched, or the next is not sent.
        while (($result = pg_get_result($this->link)) !== false) {
            $last = $last !== null && self::isFailure($last) ? $last : $result;
        }
        if ($last === null) {
            throw $this->failed();
        }
        if (self::isFailure($last)) {
            throw SqlError::ofPostgresql(
                (string) pg_result_error_field($last, \PGSQL_DIAG_MESSAGE_PRIMARY),
                (string) pg_result_error_field($last, \PGSQL_DIAG_SQLSTATE),
            );
        }

        return $last;
    }

    /** PostgreSQL counts its parameters: $1, $2. No statement here has a question mark that is no parameter. */
    private static function numbered(string $sql): string
    {
        $parts = explode('?', $sql);
        $numbered = array_shift($parts);
        foreach ($parts as $index => $part) {
            $numbered .= '$' . ($index + 1) . $part;
        }

        return $numbered;
    }

    private static function isFailure(\PgSql\Result $result): bool
    {
        return !\in_array(pg_result_status($result), [\PGSQL_COMMAND_OK, \PGSQL_TUPLES_OK, \PGSQL_EMPTY_QUERY], true);
    }

    /** Waits until something can be read from the server, or written to it. */
    private function awaitSocket(bool $toWrite, float $seconds): void
    {
        $start = SystemClock::elapsed();
        $read = $toWrite ? [] : [$this->socket()];
        $write = $toWrite ? [$this->socket()] : [];
        $except = [];
        $microseconds = (int) ceil(max(0.0, $seconds) * 1_000_000);
        if (@stream_select($read, $write, $except, intdiv($microseconds, 1_000_000), $microseconds % 1_000_000) === 0) {
            $this->abandon();
            throw SqlError::timedOut(SystemClock::elapsed() - $start);
        }
    }

    /**
     * Without this, libpq would wait for the rest of the answer as the connection is let go of, at the end
     * of the request, and this process with it.
     */
    private function abandon(): void
    {
        $socket = \function_exists('socket_import_stream') && \function_exists('socket_shutdown') ? socket_import_stream($this->socket()) : false;
        if ($socket !== false) {
            socket_shutdown($socket);
        }
    }

    /** @return resource asked for each time: while it connects, another address of the host has another one */
    private function socket()
    {
        $socket = @pg_socket($this->link);

        return $socket === false ? throw $this->failed() : $socket;
    }

    private function failed(): SqlError
    {
        $reason = pg_last_error($this->link);

        return SqlError::ofPostgresql($reason === '' ? 'the connection is lost' : $reason);
    }
}
