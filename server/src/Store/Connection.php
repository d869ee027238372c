<?php

declare(strict_types=1);

namespace Enquiry\Store;

/** PDO, narrowed to what the tables need. */
class Connection
{
    /** @param \Closure(): bool $mayAsk whether there is time for one more statement */
    protected function __construct(
        protected readonly \PDO $pdo,
        public readonly Dialect $dialect,
        private readonly \Closure $mayAsk,
    ) {}

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

    /**
     * @param list<int|string|null> $values
     *
     * @return list<Row>
     *
     * @throws SqlError
     */
    public function rows(string $sql, array $values = []): array
    {
        return self::translating(fn(): array => array_map(
            static fn(mixed $row): Row => new Row(\is_array($row) ? $row : []),
            array_values($this->run($sql, $values)->fetchAll(\PDO::FETCH_ASSOC)),
        ));
    }

    /**
     * @param list<int|string|null> $values
     *
     * @return int how many rows were changed
     *
     * @throws SqlError
     */
    public function change(string $sql, array $values = []): int
    {
        return self::translating(fn(): int => $this->run($sql, $values)->rowCount());
    }

    /** @throws SqlError */
    public function command(string $sql): void
    {
        $this->requireTime();
        self::translating(fn(): int|false => $this->pdo->exec($sql));
    }

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
