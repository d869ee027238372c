<?php

declare(strict_types=1);

namespace Enquiry\Tests\Support;

use Enquiry\Store\Connection;

/** Lets something happen before a statement: what others do meanwhile, or the end of the process. */
final class InterruptedConnection extends Connection
{
    /** @param \Closure(string): void $before told the statement */
    public function __construct(Connection $connection, private readonly \Closure $before)
    {
        parent::__construct($connection->pdo, $connection->dialect, static fn(): bool => true);
    }

    public function rows(string $sql, array $values = []): array
    {
        ($this->before)($sql);

        return parent::rows($sql, $values);
    }

    public function change(string $sql, array $values = []): int
    {
        ($this->before)($sql);

        return parent::change($sql, $values);
    }

    public function command(string $sql): void
    {
        ($this->before)($sql);
        parent::command($sql);
    }
}
