<?php

declare(strict_types=1);

namespace Enquiry\Store;

/**
 * mysql://user:password@host:port/name?socket=…&ca=… (ca is a PEM file: encrypt, and verify the server by it),
 * or sqlite:///full/path/of/a/folder. The password stays out of dumps, traces and logs.
 */
final readonly class DatabaseUrl
{
    private \SensitiveParameterValue $password;

    private function __construct(
        public Dialect $dialect,
        public string $host,
        public ?int $port,
        public string $name,
        public string $user,
        public ?string $socket,
        public ?string $caFile,
        #[\SensitiveParameter]
        string $password,
    ) {
        $this->password = new \SensitiveParameterValue($password);
    }

    /** Null where it is none. The URL is never repeated: it holds a password. */
    public static function parse(#[\SensitiveParameter] string $url): ?self
    {
        // PHP knows no URL without a host, which is how one with a socket is written.
        $parts = parse_url((string) preg_replace('~^(\w+://(?:[^/@]*@)?)/~', '$1localhost/', $url));
        $dialect = Dialect::tryFrom($parts['scheme'] ?? '');
        $name = rawurldecode($parts['path'] ?? '');
        if ($parts === false || $dialect === null || \strlen($name) < 2 || preg_match('/[;\s\p{Cc}]/u', $name . ($parts['host'] ?? '')) !== 0) {
            return null;
        }
        // A password that is not percent-encoded may end before its time: the rest of it would be a name, and shown.
        if (isset($parts['fragment']) || ($dialect !== Dialect::Sqlite && strpbrk(substr($parts['path'] ?? '', 1), '/@:') !== false)) {
            return null;
        }
        parse_str($parts['query'] ?? '', $query);
        $option = static fn(string $key): ?string => \is_string($query[$key] ?? null) && !str_contains($query[$key], ';') ? $query[$key] : null;
        if (array_diff(array_keys($query), ['socket', 'ca']) !== [] || array_filter(array_map($option, array_map(strval(...), array_keys($query))), \is_null(...)) !== []) {
            return null;
        }

        return new self(
            $dialect,
            trim($parts['host'] ?? 'localhost', '[]'),
            $parts['port'] ?? null,
            $dialect === Dialect::Sqlite ? $name : substr($name, 1),
            rawurldecode($parts['user'] ?? ''),
            $option('socket'),
            $option('ca'),
            rawurldecode($parts['pass'] ?? ''),
        );
    }

    public static function isForPostgresql(#[\SensitiveParameter] string $url): bool
    {
        return preg_match('/^(?:pgsql|postgres|postgresql):/i', $url) === 1;
    }

    public function open(?TimeLimit $timeLimit = null): Database
    {
        $timeLimit ??= TimeLimit::ofEachOperation();

        return $this->dialect === Dialect::Sqlite ? new SqliteDatabase(new DataFolder($this->name), $timeLimit) : new ServerDatabase($this, $timeLimit);
    }

    /** As MySQL's driver reads it, without user and password. */
    public function dataSource(): string
    {
        $server = $this->socket === null ? "host={$this->host};port=" . ($this->port ?? 3306) : "unix_socket={$this->socket}";

        return "mysql:{$server};dbname={$this->name};charset=utf8mb4";
    }

    public function password(): string
    {
        return $this->password->getValue();
    }

    /** For people, without the password. */
    public function withoutPassword(): string
    {
        return $this->dialect === Dialect::Sqlite
            ? $this->name
            : 'mysql://' . ($this->socket ?? $this->host) . "/{$this->name}";
    }
}
