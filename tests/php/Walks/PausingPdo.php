<?php

declare(strict_types=1);

namespace Enquiry\Tests\Walks;

/** Lets another fiber go on before each statement. */
final class PausingPdo extends \PDO
{
    /** @param array<mixed> $options */
    public function prepare(string $query, array $options = []): \PDOStatement|false
    {
        self::pause();

        return parent::prepare($query, $options);
    }

    public function exec(string $statement): int|false
    {
        self::pause();

        return parent::exec($statement);
    }

    public static function pause(): void
    {
        if (\Fiber::getCurrent() !== null) {
            \Fiber::suspend();
        }
    }
}
