<?php

declare(strict_types=1);

namespace Enquiry\Log;

use Enquiry\Database\DataFolder;
use Monolog\Formatter\JsonFormatter;
use Monolog\Handler\AbstractProcessingHandler;
use Monolog\LogRecord;

/** Writes one JSON object per line, into a new file each week and when it is full. No process waits for another. */
final class LogFile extends AbstractProcessingHandler
{
    private const NAME = 'enquiries.log';
    private const OLD_FILES = 4;

    /** No line is older: this is promised in src/pages/privacy/words.ts. */
    private const MOST_DAYS = 35;
    private const WEEK = 604_800;

    private readonly string $path;

    public function __construct(private readonly DataFolder $folder, private readonly int $mostBytes = 5_000_000)
    {
        parent::__construct();
        $this->path = $folder->file(self::NAME);
        $this->setFormatter(new JsonFormatter(ignoreEmptyContextAndExtra: true));
    }

    /** @throws \RuntimeException if the line was not written in full */
    protected function write(LogRecord $record): void
    {
        $line = \is_string($record->formatted) ? $record->formatted : '';
        $now = $record->datetime->getTimestamp();
        if ($this->isFull($now, \strlen($line))) {
            $this->putAside($now, \strlen($line));
        }
        if (!is_file($this->path)) {
            $this->folder->make();
            $this->folder->makePrivateFile($this->path);
        }
        if (@file_put_contents($this->path, $line, \FILE_APPEND) !== \strlen($line)) {
            throw new \RuntimeException(
                "The log {$this->path} cannot be written. Let the user that PHP runs as write to it, and check whether "
                    . 'the disk is full.',
            );
        }
    }

    private function isFull(int $now, int $bytes): bool
    {
        clearstatcache(true, $this->path);
        $size = (int) @filesize($this->path);
        $isOfEarlierWeek = intdiv((int) @filemtime($this->path), self::WEEK) < intdiv($now, self::WEEK);

        return $size > 0 && ($isOfEarlierWeek || $size + $bytes > $this->mostBytes);
    }

    /** While another process does it, the line goes into the full file. */
    private function putAside(int $now, int $bytes): void
    {
        $lock = $this->folder->openPrivate('log.lock');
        if (flock($lock, \LOCK_EX | \LOCK_NB) && $this->isFull($now, $bytes)) {
            @rename($this->path, "{$this->path}.old-" . gmdate('Ymd-') . uniqid());
            self::deleteOld($this->folder);
        }
        fclose($lock);
    }

    /** A file has the lines of one week: it goes a week before its last line is MOST_DAYS old. */
    public static function deleteOld(DataFolder $folder): void
    {
        $oldest = time() - self::MOST_DAYS * 86_400 + self::WEEK;
        foreach (self::filesIn($folder) as $index => $file) {
            $written = @filemtime($file);
            // Another process may make a missing log at this moment.
            if ($index > self::OLD_FILES || ($written !== false && $written < $oldest)) {
                @unlink($file);
            }
        }
    }

    /** @return list<string> the log, and what was put aside of it; the newest first */
    public static function filesIn(DataFolder $folder): array
    {
        $old = array_reverse($folder->names('/^enquiries\.log\.old-/'));

        return array_map($folder->file(...), [self::NAME, ...$old]);
    }
}
