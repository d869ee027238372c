<?php

declare(strict_types=1);

namespace Enquiry\Storage;

/** What the tables need of a database's driver. */
abstract class Connection
{
    public function __construct(public readonly Dialect $dialect) {}

    /**
     * @param list<int|string|null> $values
     *
     * @return list<Row>
     *
     * @throws SqlError
     */
    abstract public function rows(string $sql, array $values = []): array;

    /**
     * @param list<int|string|null> $values
     *
     * @return int how many rows were changed
     *
     * @throws SqlError
     */
    abstract public function change(string $sql, array $values = []): int;

    /** @throws SqlError */
    abstract public function command(string $sql): void;

    /**
     * @param list<int|string|null> $values
     *
     * @throws SqlError
     */
    final public function row(string $sql, array $values = []): ?Row
    {
        return $this->rows($sql, $values)[0] ?? null;
    }

    /**
     * The row of a statement that always has one, such as a COUNT.
     *
     * @param list<int|string|null> $values
     *
     * @throws SqlError
     */
    final public function one(string $sql, array $values = []): Row
    {
        return $this->row($sql, $values) ?? throw new \LogicException("No row: {$sql}");
    }
}
