<?php

declare(strict_types=1);

namespace Enquiry\Storage;

/** A statement, or the connection for it, failed: what every driver says in its own way. */
final class SqlError extends \RuntimeException
{
    private const MISSING_TABLE = ['42P01', '42S02'];

    /** Deadlocks, serialisation failures, and PostgreSQL's wait for a lock that took too long. */
    private const LOST_TO_ANOTHER = ['40001', '40P01', '55P03'];

    private const MYSQL_LOCK_WAIT_TIMEOUT = 1205;

    /** Of a table, a column and a key. */
    private const MYSQL_ALREADY_THERE = [1050, 1060, 1061];

    private function __construct(string $message, private readonly string $state, private readonly ?int $driverCode, ?\Throwable $previous = null)
    {
        parent::__construct($message, previous: $previous);
    }

    public static function ofPdo(\PDOException $failure): self
    {
        $code = $failure->errorInfo[1] ?? null;

        return new self($failure->getMessage(), (string) $failure->getCode(), \is_int($code) ? $code : null, $failure);
    }

    public static function ofPostgresql(string $message, string $state = ''): self
    {
        return new self(trim($message), $state, null);
    }

    public static function timedOut(float $seconds): self
    {
        return new self(\sprintf('no answer for %.1f seconds', $seconds), '', null);
    }

    public static function outOfTime(): self
    {
        return new self('its answers take too long', '', null);
    }

    public static function lostToAnother(string $message): self
    {
        return new self($message, self::LOST_TO_ANOTHER[0], null);
    }

    public function isMissingTable(): bool
    {
        return \in_array($this->state, self::MISSING_TABLE, true) || str_contains($this->getMessage(), 'no such table');
    }

    public function isAlreadyThere(): bool
    {
        return \in_array($this->driverCode, self::MYSQL_ALREADY_THERE, true) || str_contains($this->getMessage(), 'duplicate column name');
    }

    public function isLostToAnother(): bool
    {
        return \in_array($this->state, self::LOST_TO_ANOTHER, true) || $this->driverCode === self::MYSQL_LOCK_WAIT_TIMEOUT;
    }
}
