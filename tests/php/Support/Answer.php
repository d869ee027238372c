<?php

declare(strict_types=1);

namespace Enquiry\Tests\Support;

use PHPUnit\Framework\Assert;
use Symfony\Component\HttpFoundation\Response;

final readonly class Answer
{
    /** @param array<string, string> $headers by name in lower case */
    private function __construct(public int $status, public array $headers, public string $body) {}

    public static function of(Response $response): self
    {
        $headers = array_map(static fn(array $values): string => (string) $values[0], $response->headers->all());

        /** @var array<string, string> $headers */
        return new self($response->getStatusCode(), $headers, (string) $response->getContent());
    }

    public static function parse(string $raw): self
    {
        [$head, $body] = explode("\r\n\r\n", $raw, 2) + ['', ''];
        $lines = explode("\r\n", $head);
        $status = (int) (explode(' ', array_shift($lines))[1] ?? 0);
        $headers = [];
        foreach ($lines as $line) {
            [$name, $value] = explode(':', $line, 2) + ['', ''];
            $headers[strtolower($name)] = trim($value);
        }

        return new self($status, $headers, $body);
    }

    public function isWhole(): bool
    {
        return isset($this->headers['content-length']) && \strlen($this->body) >= (int) $this->headers['content-length'];
    }

    /** @return array<mixed> */
    public function json(): array
    {
        Assert::assertJson($this->body, "The answer is {$this->status}: {$this->body}");
        $decoded = json_decode($this->body, true, 8, \JSON_THROW_ON_ERROR);
        \assert(\is_array($decoded));

        return $decoded;
    }
}
