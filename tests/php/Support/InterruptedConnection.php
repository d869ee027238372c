<?php

declare(strict_types=1);

namespace Enquiry\Tests\Support;

use Enquiry\Storage\Connection;

/** Ends after so many statements that change something, as the process does that is killed. */
final class InterruptedConnection extends Connection
{
    public function __construct(private readonly Connection $connection, private int $left)
    {
        parent::__construct($connection->dialect);
    }

    public function rows(string $sql, array $values = []): array
    {
        return $this->connection->rows($sql, $values);
    }

    public function change(string $sql, array $values = []): int
    {
        $this->count();

        return $this->connection->change($sql, $values);
    }

    public function command(string $sql): void
    {
        $this->count();
        $this->connection->command($sql);
    }

    private function count(): void
    {
        if ($this->left-- === 0) {
            throw new Interrupted();
        }
    }
}
