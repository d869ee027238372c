<?php

declare(strict_types=1);

namespace Enquiry\Log;

use Enquiry\Database\DataFolder;
use Monolog\Formatter\JsonFormatter;
use Monolog\Handler\ErrorLogHandler;
use Monolog\Handler\FallbackGroupHandler;
use Monolog\Logger;
use Psr\Log\AbstractLogger;
use Psr\Log\LoggerInterface;

/** The log. Builds Monolog for the first line only: that takes time, and most enquiries log nothing. */
final class ApplicationLog extends AbstractLogger
{
    private ?LoggerInterface $logger = null;

    public function __construct(private readonly DataFolder $folder) {}

    /** @param array<mixed> $context */
    public function log($level, string|\Stringable $message, array $context = []): void
    {
        if ($this->logger === null) {
            $errorLog = new ErrorLogHandler();
            $errorLog->setFormatter(new JsonFormatter(ignoreEmptyContextAndExtra: true));
            // A line that cannot be written to the log goes to PHP's error log.
            $handler = new FallbackGroupHandler([new LogFile($this->folder), $errorLog]);
            $this->logger = new Logger('enquiry', [$handler]);
        }
        $this->logger->log($level, $message, $context);
    }
}
