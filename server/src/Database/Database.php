<?php

declare(strict_types=1);

namespace Enquiry\Database;

/** Every method that uses the database throws StoreUnavailable. */
abstract class Database
{
    /** Names the database that was made: if it is missing later, nothing makes an empty one. */
    private const MARKER = 'database-was-made.txt';

    /** @param string $mark what the marker says for this database */
    public function __construct(protected readonly DataFolder $folder, private readonly string $mark) {}

    /**
     * @template T
     * @param \Closure(Connection): T $work
     * @return T
     * @throws StoreUnavailable|\Throwable whatever the work throws
     */
    abstract public function read(\Closure $work): mixed;

    /**
     * Runs the work in one transaction. On return, all of it is on the disk.
     * @template T
     * @param \Closure(Connection): T $work runs again after a conflict with another transaction
     * @return T
     * @throws StoreUnavailable|\Throwable whatever the work throws
     */
    abstract public function write(\Closure $work): mixed;

    /** The database's address without the password, for messages. */
    abstract public function name(): string;

    /** Connects, and creates missing tables. */
    final public function prepare(): void
    {
        $this->read(static fn(): null => null);
    }

    /** Makes an empty database in place of one that is lost. A database that is there stays. */
    final public function makeIfMissing(): void
    {
        @unlink($this->folder->file(self::MARKER));
        $this->prepare();
    }

    final protected function wasMade(): bool
    {
        return trim((string) @file_get_contents($this->folder->file(self::MARKER))) === $this->mark;
    }

    /** @throws StoreUnavailable if the database was made before, and has no tables */
    final protected function makeMissingTables(Connection $connection): void
    {
        $wasMade = $this->wasMade();
        if (!Schema::isThere($connection)) {
            $wasMade ? throw StoreUnavailable::missing($this->name()) : Schema::create($connection);
        }
        if (!$wasMade) {
            $this->folder->make();
            $this->folder->save(self::MARKER, "{$this->mark}\n");
        }
    }

    /**
     * @param list<int|string|null> $values
     * @return list<Row>
     */
    final public function rows(string $sql, array $values = []): array
    {
        return $this->read(static fn(Connection $connection): array => $connection->rows($sql, $values));
    }

    /**
     * Runs one statement in a transaction of its own.
     *
     * @param list<int|string|null> $values
     * @return int the number of changed rows
     */
    final public function change(string $sql, array $values = []): int
    {
        return $this->write(static fn(Connection $connection): int => $connection->change($sql, $values));
    }
}
