<?php

declare(strict_types=1);

namespace Enquiry\Tests\Support;

/** Lets something happen at the moment when a copy has some of the pieces and is about to read the next one. */
final class InterruptedPdo extends \PDO
{
    private int $pieces = 0;
    private int $piece = 0;
    private ?\Closure $happening = null;

    public function beforePiece(int $piece, \Closure $happening): void
    {
        [$this->piece, $this->happening] = [$piece, $happening];
    }

    /** @param array<mixed> $options */
    public function prepare(string $query, array $options = []): \PDOStatement|false
    {
        if (str_contains($query, 'WHERE id > ?') && ++$this->pieces === $this->piece) {
            ($this->happening)?->__invoke();
        }

        return parent::prepare($query, $options);
    }
}
