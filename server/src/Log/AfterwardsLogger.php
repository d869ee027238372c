<?php

declare(strict_types=1);

namespace Enquiry\Log;

use Monolog\Level;
use Psr\Log\AbstractLogger;
use Psr\Log\LoggerInterface;

/**
 * Keeps what it is told until it is let go of, at the end of the request: by then the visitor has the
 * answer, and only then is the real logger built, where there is anything to log at all.
 */
final class AfterwardsLogger extends AbstractLogger
{
    /** PSR-3's levels that are often below what is asked for, with Monolog's numbers. */
    private const SEVERITY = ['debug' => 100, 'info' => 200, 'notice' => 250, 'warning' => 300, 'error' => 400];

    /** @var list<array{string, string|\Stringable, array<mixed>}> */
    private array $lines = [];

    /** @param \Closure(): LoggerInterface $logger */
    public function __construct(private readonly Level $least, private readonly \Closure $logger) {}

    /** @param array<mixed> $context */
    public function log($level, string|\Stringable $message, array $context = []): void
    {
        if (\is_string($level) && (self::SEVERITY[$level] ?? \PHP_INT_MAX) >= $this->least->value) {
            $this->lines[] = [$level, $message, $context];
        }
    }

    public function __destruct()
    {
        if ($this->lines === []) {
            return;
        }
        $logger = ($this->logger)();
        foreach ($this->lines as [$level, $message, $context]) {
            $logger->log($level, $message, $context);
        }
    }
}
