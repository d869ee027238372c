<?php

declare(strict_types=1);

namespace Enquiry\Log;

use Enquiry\Database\DataFolder;
use Enquiry\Database\NoteFile;
use Enquiry\Shared\Clock;
use Monolog\Formatter\JsonFormatter;
use Monolog\Handler\ErrorLogHandler;
use Monolog\Handler\FallbackGroupHandler;
use Monolog\Logger;
use Psr\Log\AbstractLogger;
use Psr\Log\LoggerInterface;

/** The log. Builds Monolog for the first line only: that takes time, and most enquiries log nothing. */
final class ApplicationLog extends AbstractLogger
{
    private const PAUSE_SECONDS = 10;

    private ?LoggerInterface $logger = null;

    /** @param bool $isLimited for events that a stranger can cause: logs each kind once in ten seconds */
    public function __construct(
        private readonly DataFolder $folder,
        private readonly Clock $clock,
        private readonly bool $isLimited = false,
    ) {}

    /** @param array<mixed> $context */
    public function log($level, string|\Stringable $message, array $context = []): void
    {
        if ($this->isLimited && !$this->isNew($context)) {
            return;
        }
        if ($this->logger === null) {
            $errorLog = new ErrorLogHandler();
            $errorLog->setFormatter(new JsonFormatter(ignoreEmptyContextAndExtra: true));
            // A line that cannot be written to the log goes to PHP's error log.
            $handler = new FallbackGroupHandler([new LogFile($this->folder), $errorLog]);
            $this->logger = new Logger('enquiry', [$handler]);
        }
        $this->logger->log($level, $message, $context);
    }

    /**
     * Notes the event, because status shows when it last occurred.
     * @param array<mixed> $context
     * @return bool false if it was noted a moment ago
     */
    private function isNew(array $context): bool
    {
        $event = $context['event'] ?? null;
        $note = NoteFile::ofEvent(\is_string($event) ? $event : 'error', $this->folder, $this->clock);
        if ($note->read(self::PAUSE_SECONDS - 1) !== null) {
            return false;
        }
        $failure = $context['exception'] ?? null;
        $note->write($failure instanceof \Throwable ? $failure->getMessage() : '');

        return true;
    }
}
