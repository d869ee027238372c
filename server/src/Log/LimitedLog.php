<?php

declare(strict_types=1);

namespace Enquiry\Log;

use Enquiry\Database\EventCount;
use Psr\Log\AbstractLogger;
use Psr\Log\LoggerInterface;
use Psr\Log\LogLevel;

/**
 * For events that a stranger can cause: logs the first ten of a kind in each hour, then the 100th, the 1,000th and so
 * on.
 */
final class LimitedLog extends AbstractLogger
{
    private const ALL_UNTIL = 10;

    public function __construct(private readonly LoggerInterface $logger, private readonly EventCount $count) {}

    /** @param array<mixed> $context */
    public function log($level, string|\Stringable $message, array $context = []): void
    {
        if ($level !== LogLevel::DEBUG) {
            $event = $context['event'] ?? '';
            $number = $this->count->add(\is_string($event) && $event !== '' ? $event : 'error');
            if ($number > self::ALL_UNTIL && preg_match('/^10+$/D', (string) $number) !== 1) {
                return;
            }
            $context += $number < self::ALL_UNTIL ? [] : ['thisHour' => $number];
        }
        $this->logger->log($level, $message, $context);
    }
}
