<?php

declare(strict_types=1);

namespace Enquiry\Log;

use Enquiry\Configuration\Configuration;
use Monolog\Formatter\JsonFormatter;
use Monolog\Handler\ErrorLogHandler;
use Monolog\Handler\FallbackGroupHandler;
use Monolog\Level;
use Monolog\Logger;
use Psr\Log\AbstractLogger;
use Psr\Log\LoggerInterface;
use Psr\Log\LogLevel;

/** The log. Builds Monolog for the first line only: that takes time, and most enquiries log nothing. */
final class ApplicationLog extends AbstractLogger
{
    private ?LoggerInterface $logger = null;

    public function __construct(private readonly Configuration $configuration) {}

    /** @param array<mixed> $context */
    public function log($level, string|\Stringable $message, array $context = []): void
    {
        if ($level === LogLevel::DEBUG && $this->configuration->logLevel !== LogLevel::DEBUG) {
            return;
        }
        $this->logger ??= $this->build();
        $this->logger->log($level, $message, $context);
    }

    /** A line that cannot be written to LOG_FILE goes to the log in the data folder, or to PHP's error log. */
    private function build(): LoggerInterface
    {
        $folder = $this->configuration->folder();
        $level = Level::fromName($this->configuration->logLevel);
        $errorLog = new ErrorLogHandler(level: $level);
        $errorLog->setFormatter(new JsonFormatter(ignoreEmptyContextAndExtra: true));

        return new Logger('enquiry', [new FallbackGroupHandler([
            new LogFile($this->configuration->logFile, $folder, $level),
            new LogFile($this->configuration->ordinaryLog(), $folder, $level),
            $errorLog,
        ])]);
    }
}
