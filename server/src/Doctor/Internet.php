<?php

declare(strict_types=1);

namespace Enquiry\Doctor;

use Symfony\Component\HttpFoundation\Response;

/** Reads DNS records and pages of the live site. */
final readonly class Internet
{
    private const MOST_BYTES = 1_048_576;

    /** @var \Closure(string, int): (list<array<mixed>>|false) */
    private \Closure $lookUp;

    /**
     * @param int                                                $timeout seconds
     * @param ?\Closure(string, int): (list<array<mixed>>|false) $lookUp  replaces dns_get_record()
     */
    public function __construct(private int $timeout = 5, ?\Closure $lookUp = null)
    {
        $this->lookUp = $lookUp ?? dns_get_record(...);
    }

    /** @return ?list<string> the TXT records of a name; null if DNS does not answer */
    public function texts(string $name): ?array
    {
        $records = self::silently(fn(): array|false => ($this->lookUp)("{$name}.", \DNS_TXT))[0];

        return \is_array($records) ? array_values(array_filter(array_column($records, 'txt'), \is_string(...))) : null;
    }

    /**
     * Verifies certificates, and does not follow redirects.
     * @param array<string, string> $headers
     * @param ?string               $body    of a POST request
     * @throws \RuntimeException if there is no answer
     */
    public function ask(string $url, array $headers = [], ?string $body = null): Response
    {
        $headers += ['Connection' => 'close', 'User-Agent' => 'website-doctor'];
        $context = stream_context_create([
            'http' => [
                'method' => $body === null ? 'GET' : 'POST',
                'content' => $body ?? '',
                'timeout' => $this->timeout,
                'ignore_errors' => true,
                'follow_location' => 0,
                'header' => array_map(
                    static fn(string $name, string $value): string => "{$name}: {$value}",
                    array_keys($headers),
                    $headers,
                ),
            ],
        ]);
        [$stream, $reason] = self::silently(static fn() => fopen($url, 'r', context: $context));
        if (!\is_resource($stream)) {
            throw new \RuntimeException(
                "{$url} gave no answer: " . ($reason === '' ? 'allow_url_fopen may be off in php.ini' : $reason),
            );
        }
        $content = (string) self::silently(static fn() => stream_get_contents($stream, self::MOST_BYTES))[0];
        $lines = stream_get_meta_data($stream)['wrapper_data'] ?? [];
        fclose($stream);

        return self::answer(\is_array($lines) ? array_filter($lines, \is_string(...)) : [], $content);
    }

    /** @param array<string> $lines the status line and the headers */
    private static function answer(array $lines, string $body): Response
    {
        preg_match('~^HTTP/\S+ (\d{3})~m', implode("\n", $lines), $status);
        $answer = new Response($body, (int) ($status[1] ?? 0));
        foreach ($lines as $line) {
            [$name, $value] = explode(':', $line, 2) + ['', ''];
            if ($value !== '' && !str_contains($name, ' ')) {
                $answer->headers->set($name, trim($value), replace: false);
            }
        }

        return $answer;
    }

    /**
     * @template T
     * @param \Closure(): T $call
     * @return array{T, string} the result, and PHP's warnings
     */
    private static function silently(\Closure $call): array
    {
        $warnings = [];
        set_error_handler(static function (int $severity, string $message) use (&$warnings): bool {
            $warnings[] = (string) preg_replace('/^\w+\([^)]*\): /', '', strtr($message, "\n", ' '));

            return true;
        });
        try {
            $result = $call();
        } finally {
            restore_error_handler();
        }

        return [$result, implode('; ', $warnings)];
    }
}
