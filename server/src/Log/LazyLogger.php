<?php

declare(strict_types=1);

namespace Enquiry\Log;

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

    /** PSR-3's levels in their order. */
    public const SEVERITY = ['debug' => 0, 'info' => 1, 'notice' => 2, 'warning' => 3, 'error' => 4, 'critical' => 5, 'alert' => 6, 'emergency' => 7];

    private ?LoggerInterface $logger = null;

    /**
     * @param key-of<self::SEVERITY>       $least
     * @param \Closure(): LoggerInterface $build
     */
    public function __construct(private readonly string $least, private readonly \Closure $build) {}

    /** @param array<mixed> $context */
    public function log($level, string|\Stringable $message, array $context = []): void
    {
        if (\is_string($level) && (self::SEVERITY[$level] ?? \PHP_INT_MAX) >= self::SEVERITY[$this->least]) {
            $this->logger ??= ($this->build)();
            $this->logger->log($level, $message, $context);
        }
    }
}
