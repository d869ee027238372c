<?php

declare(strict_types=1);

namespace Enquiry\Database;

/** A PDO connection that returns typed rows, and the differences in SQL. Every method that runs SQL throws SqlError. */
final readonly class Connection
{
    private const CONNECT_SECONDS = 2;

    /** SQLite's own numbers of its flags. */
    public const READ_ONLY = 1;
    public const READ_WRITE = 2;
    private const CREATE = 4;

    /** For locks of other programs, such as sqlite3. */
    private const BUSY_SECONDS = 1;

    private function __construct(private \PDO $pdo, public bool $isMysql) {}

    /** @param int $flags by default, the file is created if it is missing */
    public static function sqlite(string $file, int $flags = self::READ_WRITE | self::CREATE): self
    {
        self::requireExtension('pdo_sqlite');
        $options = [\PDO::ATTR_TIMEOUT => self::BUSY_SECONDS, self::option('SQLITE_ATTR_OPEN_FLAGS') => $flags];
        $pdo = self::attempt(static fn(): \PDO => new \PDO("sqlite:{$file}", options: $options));

        return new self($pdo, false);
    }

    public static function mysql(DatabaseUrl $url): self
    {
        self::requireExtension('pdo_mysql');
        $options = [
            \PDO::ATTR_EMULATE_PREPARES => false,
            \PDO::ATTR_TIMEOUT => self::CONNECT_SECONDS,
        ];
        if ($url->caFile !== null) {
            $options[self::option('MYSQL_ATTR_SSL_CA')] = $url->caFile;
            $options[self::option('MYSQL_ATTR_SSL_VERIFY_SERVER_CERT')] = true;
        }
        $password = $url->password->getValue();
        $pdo = self::attempt(static fn(): \PDO => new \PDO($url->dataSource, $url->user, $password, $options));

        return new self($pdo, true);
    }

    private static function requireExtension(string $name): void
    {
        if (!\extension_loaded($name)) {
            throw StoreUnavailable::extensionMissing($name);
        }
    }

    /** The number of an option of a driver. PHP 8.4 renamed them, and PHP 8.5 deprecates the old names. */
    private static function option(string $oldName): int
    {
        [$driver, $name] = explode('_', $oldName, 2);
        $newName = 'Pdo\\' . ucfirst(strtolower($driver)) . "::{$name}";
        $number = \constant(\defined($newName) ? $newName : "PDO::{$oldName}");

        return \is_int($number) ? $number : throw new \LogicException("No option: {$oldName}");
    }

    /**
     * @param list<int|string|null> $values
     * @return list<Row>
     */
    public function rows(string $sql, array $values = []): array
    {
        /** @var list<array<string, int|string|null>> $rows */
        $rows = self::attempt(function () use ($sql, $values): array {
            $statement = $this->run($sql, $values);
            $statement->setFetchMode(\PDO::FETCH_ASSOC);

            // fetchAll() is silent about a damaged page after the first row.
            return iterator_to_array($statement, false);
        });

        return array_map(static fn(array $row): Row => new Row($row), $rows);
    }

    /**
     * @param list<int|string|null> $values
     * @return int the number of changed rows
     */
    public function change(string $sql, array $values = []): int
    {
        return self::attempt(fn(): int => $this->run($sql, $values)->rowCount());
    }

    public function command(string $sql): void
    {
        self::attempt(fn(): int|false => $this->pdo->exec($sql));
    }

    /**
     * @template T
     * @param \Closure(): T $work
     * @return T
     */
    private static function attempt(\Closure $work): mixed
    {
        try {
            return $work();
        } catch (\PDOException $failure) {
            throw SqlError::ofPdo($failure);
        }
    }

    /** @param list<int|string|null> $values */
    public function row(string $sql, array $values = []): ?Row
    {
        return $this->rows($sql, $values)[0] ?? null;
    }

    /**
     * For statements that always return a row, such as COUNT.
     * @param list<int|string|null> $values
     */
    public function one(string $sql, array $values = []): Row
    {
        return $this->row($sql, $values) ?? throw new \LogicException("No row: {$sql}");
    }

    /**
     * @template T
     * @param \Closure(self): T $work
     * @return T
     * @throws \Throwable whatever the work throws
     */
    public function transaction(string $begin, \Closure $work): mixed
    {
        $this->command($begin);
        try {
            $result = $work($this);
            try {
                $this->command('COMMIT');
            } catch (SqlError $failure) {
                throw $failure->atCommit();
            }

            return $result;
        } catch (\Throwable $failure) {
            try {
                $this->command('ROLLBACK');
            } catch (SqlError) {
                // There is no transaction, the database rolled back by itself, or the connection is lost.
            }
            throw $failure;
        }
    }

    /** After an INSERT: updates the row that already has this key. */
    public function onConflict(string $key, string $assignments): string
    {
        return $this->isMysql
            ? "ON DUPLICATE KEY UPDATE {$assignments}"
            : "ON CONFLICT ({$key}) DO UPDATE SET {$assignments}";
    }

    /** After an INSERT: skips a row whose unique key is taken. INSERT IGNORE would also truncate values. */
    public function orNothing(string $table): string
    {
        return $this->isMysql ? "ON DUPLICATE KEY UPDATE {$table}.id = {$table}.id" : 'ON CONFLICT DO NOTHING';
    }

    /** Lets workers skip each other's rows in MySQL. SQLite has one writer at a time. */
    public function skipLocked(): string
    {
        return $this->isMysql ? 'FOR UPDATE SKIP LOCKED' : '';
    }

    /** Lets a transaction wait for the others that change the same row. */
    public function forUpdate(): string
    {
        return $this->isMysql ? 'FOR UPDATE' : '';
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
