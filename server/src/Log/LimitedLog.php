<?php

declare(strict_types=1);

namespace Enquiry\Log;

use Enquiry\Database\DataFolder;
use Enquiry\Database\NoteFile;
use Enquiry\Shared\Clock;
use Psr\Log\AbstractLogger;
use Psr\Log\LoggerInterface;

/** For events that a stranger can cause: logs each kind once in ten seconds. */
final class LimitedLog extends AbstractLogger
{
    private const PAUSE_SECONDS = 10;

    public function __construct(
        private readonly LoggerInterface $logger,
        private readonly DataFolder $folder,
        private readonly Clock $clock,
    ) {}

    /** @param array<mixed> $context */
    public function log($level, string|\Stringable $message, array $context = []): void
    {
        $event = $context['event'] ?? null;
        // status shows when an event last occurred.
        $note = NoteFile::ofEvent(\is_string($event) ? $event : 'error', $this->folder, $this->clock);
        if ($note->read(self::PAUSE_SECONDS - 1) !== null) {
            return;
        }
        $failure = $context['exception'] ?? null;
        $note->write($failure instanceof \Throwable ? $failure->getMessage() : '');
        $this->logger->log($level, $message, $context);
    }
}
