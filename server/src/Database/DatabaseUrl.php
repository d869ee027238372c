<?php

declare(strict_types=1);

namespace Enquiry\Database;

/** mysql://user:password@host:port/name?socket=…&ca=… With ca, a PEM file, the connection is encrypted and verified. */
final readonly class DatabaseUrl
{
    private const OPTIONS = ['socket', 'ca'];

    private \SensitiveParameterValue $password;

    private function __construct(
        private string $host,
        private ?int $port,
        private string $name,
        public string $user,
        public ?string $socket,
        public ?string $caFile,
        #[\SensitiveParameter]
        string $password,
    ) {
        $this->password = new \SensitiveParameterValue($password);
    }

    /** @return ?self null if the URL is invalid */
    public static function parse(#[\SensitiveParameter] string $url): ?self
    {
        // parse_url() needs a host, but a URL with a socket has none.
        $parts = parse_url((string) preg_replace('~^(\w+://(?:[^/@]*@)?)/~', '$1localhost/', $url));
        if ($parts === false || ($parts['scheme'] ?? '') !== 'mysql') {
            return null;
        }
        $path = substr($parts['path'] ?? '', 1);
        $name = rawurldecode($path);
        // If a password is not percent-encoded, its end may become the name, which messages show.
        if ($name === '' || isset($parts['fragment']) || strpbrk($path, '/@:') !== false) {
            return null;
        }
        parse_str($parts['query'] ?? '', $options);
        $strings = array_filter($options, \is_string(...));
        if ($strings !== $options || array_diff(array_keys($options), self::OPTIONS) !== []) {
            return null;
        }
        // A semicolon would end a part of PDO's data source name.
        if (
            preg_match('/[;\s\p{Cc}]/u', $name . ($parts['host'] ?? '')) !== 0
            || str_contains(implode('', $strings), ';')
        ) {
            return null;
        }

        return new self(
            trim($parts['host'] ?? 'localhost', '[]'),
            $parts['port'] ?? null,
            $name,
            rawurldecode($parts['user'] ?? ''),
            $strings['socket'] ?? null,
            $strings['ca'] ?? null,
            rawurldecode($parts['pass'] ?? ''),
        );
    }

    /** For PDO, without user and password. */
    public function dataSource(): string
    {
        $tcp = "host={$this->host};port=" . ($this->port ?? 3306);
        $server = $this->socket === null ? $tcp : "unix_socket={$this->socket}";

        return "mysql:{$server};dbname={$this->name};charset=utf8mb4";
    }

    public function password(): string
    {
        return $this->password->getValue();
    }

    public function withoutPassword(): string
    {
        return 'mysql://' . ($this->socket ?? $this->host) . "/{$this->name}";
    }
}
