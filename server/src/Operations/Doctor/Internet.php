<?php

declare(strict_types=1);

namespace Enquiry\Operations\Doctor;

use Symfony\Component\HttpFoundation\Response;

/** Asks name servers, and the site, for things as a stranger would. */
final readonly class Internet
{
    private const MOST_BYTES = 65_536;

    /** What every resolver knows that is connected to the world; one that does not knows nothing of our domain either. */
    private const KNOWN = 'com.';

    /** @var \Closure(string, int): (list<array<mixed>>|false) */
    private \Closure $lookUp;

    /**
     * @param int $timeout seconds to wait for each piece of an answer of the site
     * @param ?\Closure(string, int): (list<array<mixed>>|false) $lookUp in place of dns_get_record()
     */
    public function __construct(private int $timeout = 5, ?\Closure $lookUp = null)
    {
        $this->lookUp = $lookUp ?? dns_get_record(...);
    }

    /** @return ?list<string> the TXT records of a name; null where DNS gives no answer */
    public function texts(string $name): ?array
    {
        $records = $this->records("{$name}.", \DNS_TXT);
        if ($records === [] && $this->records(self::KNOWN, \DNS_NS) === []) {
            return null;
        }

        return $records === null ? null : array_values(array_filter(array_column($records, 'txt'), \is_string(...)));
    }

    /** @return ?list<array<mixed>> */
    private function records(string $name, int $type): ?array
    {
        // A server that does not answer is a warning to PHP, and an answer of null to us.
        set_error_handler(static fn(): bool => true);
        try {
            $records = ($this->lookUp)($name, $type);
        } finally {
            restore_error_handler();
        }

        return $records === false ? null : $records;
    }

    /**
     * By PHP's own HTTP client: certificates are verified, redirects followed unless told.
     *
     * @param string                $encodings that are asked for; what comes is not decoded
     * @param array<string, string> $headers   besides
     *
     * @throws \RuntimeException where no answer came at all
     */
    public function get(string $url, string $encodings = '', int $mostBytes = self::MOST_BYTES, bool $redirects = true, array $headers = []): Response
    {
        $headers += ['Connection' => 'close', 'User-Agent' => 'website-doctor'] + ($encodings === '' ? [] : ['Accept-Encoding' => $encodings]);
        $reason = 'no answer in time, or allow_url_fopen is off in php.ini';
        set_error_handler(static function (int $severity, string $message) use (&$reason): bool {
            $found = (string) preg_replace('/^fopen\([^)]*\): /', '', strtr($message, "\n", ' '));
            // What OpenSSL says comes before, and says more.
            $reason = str_contains($reason, 'certificate') ? $reason : $found;

            return true;
        });
        try {
            $stream = fopen($url, 'r', context: stream_context_create(['http' => [
                'timeout' => $this->timeout,
                'ignore_errors' => true,
                'follow_location' => (int) $redirects,
                'max_redirects' => 4,
                'header' => array_map(static fn(string $name, string $value): string => "{$name}: {$value}", array_keys($headers), $headers),
            ]]));
            if ($stream === false) {
                throw new \RuntimeException("{$url} gave no answer: {$reason}");
            }
            $body = (string) stream_get_contents($stream, $mostBytes);
            $lines = stream_get_meta_data($stream)['wrapper_data'] ?? [];
            fclose($stream);
        } finally {
            restore_error_handler();
        }

        return self::answer(\is_array($lines) ? $lines : [], $body);
    }

    /** @param array<mixed> $lines headers of every answer on the way; the last one counts */
    private static function answer(array $lines, string $body): Response
    {
        $status = 0;
        $headers = [];
        foreach (array_filter($lines, \is_string(...)) as $line) {
            if (preg_match('~^HTTP/\S+ (\d{3})~', $line, $found) === 1) {
                $status = (int) $found[1];
                $headers = [];
            } elseif (preg_match('/^([^:]+): (.+)$/', $line, $found) === 1) {
                $headers[strtolower($found[1])][] = trim($found[2]);
            }
        }
        $answer = new Response($body, $status, $headers);
        // It would be given one of ours.
        if (!isset($headers['date'])) {
            $answer->headers->remove('Date');
        }

        return $answer;
    }
}
