<?php

declare(strict_types=1);

namespace Enquiry\Log;

use Enquiry\Database\NoteFile;
use Psr\Log\AbstractLogger;
use Psr\Log\LoggerInterface;
use Psr\Log\LogLevel;

/** For events that a stranger can cause: logs each kind once in ten seconds. */
final class LimitedLog extends AbstractLogger
{
    private const PAUSE_SECONDS = 10;

    /** @param \Closure(string): NoteFile $noteOf a kind of event: its time and exception, which status shows */
    public function __construct(private readonly LoggerInterface $logger, private readonly \Closure $noteOf) {}

    /** @param array<mixed> $context */
    public function log($level, string|\Stringable $message, array $context = []): void
    {
        if ($level !== LogLevel::DEBUG) {
            $event = $context['event'] ?? '';
            $note = ($this->noteOf)(\is_string($event) && $event !== '' ? $event : 'error');
            if ($note->read(self::PAUSE_SECONDS - 1) !== null) {
                return;
            }
            $failure = $context['exception'] ?? null;
            $note->write($failure instanceof \Throwable ? $failure->getMessage() : '');
        }
        $this->logger->log($level, $message, $context);
    }
}
