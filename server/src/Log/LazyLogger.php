<?php

declare(strict_types=1);

namespace Enquiry\Log;

use Monolog\Level;
use Psr\Log\LoggerInterface;
use Psr\Log\LoggerTrait;

/**
 * Builds the real logger when there is something to log: that is a tenth of what an enquiry costs, and an
 * ordinary one has nothing to say before its answer. What is said is written at once, because an error
 * has to be on record before somebody is told of it.
 */
final class LazyLogger implements LoggerInterface
{
    use LoggerTrait;

    /** PSR-3's levels that are often below what is asked for, with Monolog's numbers. */
    private const SEVERITY = ['debug' => 100, 'info' => 200, 'notice' => 250, 'warning' => 300, 'error' => 400];

    private ?LoggerInterface $logger = null;

    /** @param \Closure(): LoggerInterface $build */
    public function __construct(private readonly Level $least, private readonly \Closure $build) {}

    /** @param array<mixed> $context */
    public function log($level, string|\Stringable $message, array $context = []): void
    {
        if (\is_string($level) && (self::SEVERITY[$level] ?? \PHP_INT_MAX) >= $this->least->value) {
            $this->logger ??= ($this->build)();
            $this->logger->log($level, $message, $context);
        }
    }
}
