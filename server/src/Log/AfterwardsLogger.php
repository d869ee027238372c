<?php

declare(strict_types=1);

namespace Enquiry\Log;

use Psr\Log\AbstractLogger;
use Psr\Log\LoggerInterface;

/**
 * Keeps what it is told until it is let go of, at the end of the request: by then the visitor has the
 * answer, and only then is the real logger built.
 */
final class AfterwardsLogger extends AbstractLogger
{
    /** @var list<array{mixed, string|\Stringable, array<mixed>}> */
    private array $lines = [];

    /** @param \Closure(): LoggerInterface $logger */
    public function __construct(private readonly \Closure $logger) {}

    /** @param array<mixed> $context */
    public function log($level, string|\Stringable $message, array $context = []): void
    {
        $this->lines[] = [$level, $message, $context];
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
