<?php

declare(strict_types=1);

namespace Enquiry\Log;

use Enquiry\Database\DataFolder;
use Monolog\Formatter\JsonFormatter;
use Monolog\Handler\RotatingFileHandler;
use Monolog\LogRecord;

/** Writes one JSON object per line, into a file for each day (UTC): enquiries-2026-11-26.log. */
final class LogFile extends RotatingFileHandler
{
    /** No line is older: this is promised in src/pages/privacy/words.ts. */
    private const MOST_DAYS = 35;

    /** Today's file and those of the days before. The margin is for a purge that comes late. */
    private const DAYS_KEPT = self::MOST_DAYS - 2;

    public function __construct(private readonly DataFolder $folder)
    {
        parent::__construct(
            $folder->file('enquiries.log'),
            self::DAYS_KEPT,
            timezone: new \DateTimeZone('UTC'),
        );
        $this->setFormatter(new JsonFormatter(ignoreEmptyContextAndExtra: true));
    }

    protected function write(LogRecord $record): void
    {
        $file = $this->getTimedFilename();
        if (!is_file($file)) {
            // Monolog's own file would belong to root if the console runs as root.
            $this->folder->make();
            $this->folder->makePrivateFile($file);
            $this->mustRotate = true;
        }
        parent::write($record);
    }

    /** Monolog counts files, and deletes only when it makes one. The daily purge deletes by the date in a name. */
    public static function deleteOld(DataFolder $folder): void
    {
        $oldest = gmdate('Y-m-d', time() - (self::DAYS_KEPT - 1) * 86_400);
        foreach (self::filesIn($folder) as $file) {
            if (basename($file) < "enquiries-{$oldest}.log") {
                @unlink($file);
            }
        }
    }

    /** @return list<string> paths, the newest first */
    public static function filesIn(DataFolder $folder): array
    {
        return array_map($folder->file(...), array_reverse($folder->names('/^enquiries-\d{4}-\d\d-\d\d\.log$/D')));
    }
}
