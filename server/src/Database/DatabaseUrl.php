<?php

declare(strict_types=1);

namespace Enquiry\Database;

/** mysql://user:password@host:port/name?socket=…&ca=… With ca, a PEM file, the connection is encrypted and verified. */
final readonly class DatabaseUrl
{
    private const OPTIONS = ['socket', 'ca'];

    /**
     * @param string                          $name       without user and password, for messages
     * @param string                          $dataSource for PDO, without user and password
     * @param \SensitiveParameterValue<string> $password
     */
    private function __construct(
        public string $name,
        public string $dataSource,
        public string $user,
        public \SensitiveParameterValue $password,
        public ?string $caFile,
    ) {}

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
        $host = $parts['host'] ?? 'localhost';
        // A semicolon would end a part of PDO's data source name.
        if (preg_match('/[;\s\p{Cc}]/u', $name . $host) !== 0 || str_contains(implode('', $strings), ';')) {
            return null;
        }
        $socket = $strings['socket'] ?? null;
        $server = $socket === null
            ? 'host=' . trim($host, '[]') . ';port=' . ($parts['port'] ?? 3306)
            : "unix_socket={$socket}";

        return new self(
            'mysql://' . ($socket ?? $host) . "/{$name}",
            "mysql:{$server};dbname={$name};charset=utf8mb4",
            rawurldecode($parts['user'] ?? ''),
            new \SensitiveParameterValue(rawurldecode($parts['pass'] ?? '')),
            $strings['ca'] ?? null,
        );
    }
}
