<?php

declare(strict_types=1);

namespace Enquiry\Storage;

/** PDO, narrowed to what the tables need. A statement's failure is a PDOException, which the Database translates. */
final readonly class Connection
{
    public function __construct(private \PDO $pdo, public Dialect $dialect) {}

    /**
     * @param list<int|string|null> $values
     *
     * @return list<Row>
     */
    public function rows(string $sql, array $values = []): array
    {
        $rows = [];
        foreach ($this->run($sql, $values)->fetchAll(\PDO::FETCH_ASSOC) as $row) {
            $rows[] = new Row(\is_array($row) ? $row : []);
        }

        return $rows;
    }

    /** @param list<int|string|null> $values */
    public function row(string $sql, array $values = []): ?Row
    {
        return $this->rows($sql, $values)[0] ?? null;
    }

    /**
     * @param list<int|string|null> $values
     *
     * @return int how many rows were changed
     */
    public function change(string $sql, array $values = []): int
    {
        return $this->run($sql, $values)->rowCount();
    }

    /** @return list<string> the columns that the table has, whatever release made it */
    public function columns(string $table): array
    {
        $statement = $this->run("SELECT * FROM {$table} LIMIT 0", []);
        $columns = [];
        for ($i = 0; $i < $statement->columnCount(); ++$i) {
            $meta = $statement->getColumnMeta($i);
            $columns[] = $meta === false ? '' : $meta['name'];
        }

        return $columns;
    }

    public function command(string $sql): void
    {
        $this->pdo->exec($sql);
    }

    /** @param list<int|string|null> $values */
    private function run(string $sql, array $values): \PDOStatement
    {
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
}
