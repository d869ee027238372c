<?php

declare(strict_types=1);

namespace Enquiry\Log;

use Enquiry\Database\DataFolder;
use Enquiry\Database\NoteFile;
use Enquiry\Database\StoreUnavailable;
use Enquiry\Shared\Clock;
use Enquiry\Shared\Text;
use Monolog\Formatter\JsonFormatter;
use Monolog\Handler\ErrorLogHandler;
use Monolog\Handler\FallbackGroupHandler;
use Monolog\Handler\NoopHandler;
use Monolog\Handler\StreamHandler;
use Monolog\Logger;
use Psr\Log\AbstractLogger;
use Psr\Log\LoggerInterface;

/**
 * The log: one JSON object per line, in a file for each day (UTC). The daily purge deletes old files. Builds Monolog
 * for the first line only: that takes time, and most enquiries log nothing.
 */
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

    /** @return string such as enquiries-2026-11-26.log: names sort like days */
    public static function fileOf(int $time): string
    {
        return 'enquiries-' . gmdate('Y-m-d', $time) . '.log';
    }

    /** @param array<mixed> $context */
    public function log($level, string|\Stringable $message, array $context = []): void
    {
        if (!$this->isLimited || $this->isNew($context)) {
            $this->logger ??= $this->logger();
            $this->logger->log($level, $message, $context);
        }
    }

    private function logger(): LoggerInterface
    {
        $file = $this->folder->file(self::fileOf(time()));
        $handlers = [];
        try {
            // Monolog's own file would belong to root if the console runs as root.
            $this->folder->make();
            $this->folder->makePrivateFile($file);
            $handlers[] = new StreamHandler($file);
        } catch (StoreUnavailable) {
            // Then the line goes elsewhere.
        }
        // On the command line PHP's error log may be the terminal, and cron would mail every line.
        $isTerminal = \PHP_SAPI === 'cli' && (string) \ini_get('error_log') === '';
        $otherwise = $isTerminal ? new NoopHandler() : new ErrorLogHandler();
        $handler = new FallbackGroupHandler([...$handlers, $otherwise]);
        $handler->setFormatter(new JsonFormatter(ignoreEmptyContextAndExtra: true));

        return new Logger('enquiry', [$handler]);
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
        $note->write($failure instanceof \Throwable ? Text::reasonOf($failure) : '');

        return true;
    }
}
