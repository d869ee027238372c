<?php

declare(strict_types=1);

namespace Enquiry\Database;

use Enquiry\Storage\Connection;
use Enquiry\Storage\Dialect;
use Enquiry\Storage\Row;
use Enquiry\Storage\SqlError;

final class PdoConnection extends Connection
{
    /** @param \Closure(): bool $mayAsk whether there is time for one more statement */
    private function __construct(private readonly \PDO $pdo, Dialect $dialect, private readonly \Closure $mayAsk)
    {
        parent::__construct($dialect);
    }

    /**
     * @param array<int, mixed> $options
     * @param \Closure(): bool  $mayAsk  whether there is time for one more statement
     *
     * @throws SqlError
     */
    public static function open(
        Dialect $dialect,
        string $dataSource,
        string $user,
        #[\SensitiveParameter]
        string $password,
        array $options,
        \Closure $mayAsk,
    ): self {
        $options[\PDO::ATTR_ERRMODE] = \PDO::ERRMODE_EXCEPTION;

        return new self(self::translating(static fn(): \PDO => new \PDO($dataSource, $user, $password, $options)), $dialect, $mayAsk);
    }

    public function rows(string $sql, array $values = []): array
    {
        return self::translating(fn(): array => array_map(
            static fn(mixed $row): Row => new Row(\is_array($row) ? $row : []),
            array_values($this->run($sql, $values)->fetchAll(\PDO::FETCH_ASSOC)),
        ));
    }

    public function change(string $sql, array $values = []): int
    {
        return self::translating(fn(): int => $this->run($sql, $values)->rowCount());
    }

    public function command(string $sql): void
    {
        $this->requireTime();
        self::translating(fn(): int|false => $this->pdo->exec($sql));
    }

    /** @param list<int|string|null> $values */
    private function run(string $sql, array $values): \PDOStatement
    {
        $this->requireTime();
        $statement = $this->pdo->prepare($sql);
        foreach ($values as $index => $value) {
            $statement->bindValue($index + 1, $value, match (true) {
                \is_int($value) => \PDO::PARAM_INT,
                $value === null => \PDO::PARAM_NULL,
                default => \PDO::PARAM_STR,
            });
        }
        $statement->execute();

        return $statement;
    }

    private function requireTime(): void
    {
        if (!($this->mayAsk)()) {
            throw SqlError::outOfTime();
        }
    }

    /**
     * @template T
     *
     * @param \Closure(): T $work
     *
     * @return T
     */
    private static function translating(\Closure $work): mixed
    {
        try {
            return $work();
        } catch (\PDOException $failure) {
            throw SqlError::ofPdo($failure);
        }
    }
}
