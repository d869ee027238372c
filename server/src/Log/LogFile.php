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
    /** A suffix that logrotate does not use. */
    private const OLD = '.old-';
    private const OLD_FILES = 4;

    /** No line is older: this is promised in src/pages/privacy/words.ts. */
    private const MOST_DAYS = 35;
    private const WEEK = 604_800;

    private const FILE_TYPE = 0o170000;
    private const REGULAR_FILE = 0o100000;

    /** @param DataFolder $folder its owner is the user that PHP runs as */
    public function __construct(
        private readonly string $path,
        private readonly DataFolder $folder,
        private readonly int $mostBytes = 5_000_000,
    ) {
        parent::__construct();
        $this->setFormatter(new JsonFormatter(ignoreEmptyContextAndExtra: true));
    }

    /** @throws \RuntimeException if the line was not written in full */
    protected function write(LogRecord $record): void
    {
        $line = \is_string($record->formatted) ? $record->formatted : '';
        $file = $this->open();
        $stat = fstat($file);
        if ($stat !== false && $this->isFull($stat, $record, \strlen($line)) && $this->putAside($file, $stat['ino'])) {
            self::deleteOld($this->path);
            $file = $this->open();
            @chmod($this->path, $stat['mode'] & 0o777);
        }
        if (@fwrite($file, $line) !== \strlen($line)) {
            throw new \RuntimeException("The log {$this->path} cannot be written. Check whether the disk is full.");
        }
    }

    /** @param array{size: int, mtime: int} $stat */
    private function isFull(array $stat, LogRecord $record, int $bytes): bool
    {
        $week = static fn(int $time): int => intdiv($time, self::WEEK);

        return $stat['size'] + $bytes > $this->mostBytes
            || ($stat['size'] > 0 && $week($stat['mtime']) < $week($record->datetime->getTimestamp()));
    }

    /** A file has the lines of one week: it goes a week before its last line is MOST_DAYS old. */
    public static function deleteOld(string $path): void
    {
        $oldest = time() - self::MOST_DAYS * 86_400 + self::WEEK;
        foreach (self::filesOf($path) as $file) {
            (int) filemtime($file) < $oldest && @unlink($file);
        }
    }

    /** @return list<string> the log, and what was put aside of it; the newest first */
    public static function filesOf(string $path): array
    {
        $old = array_map(static fn(int $number): string => $path . self::OLD . $number, range(1, self::OLD_FILES));

        return array_values(array_filter([$path, ...$old], is_file(...)));
    }

    /** @return resource */
    private function open()
    {
        $this->makeFolder();
        // With a later chmod(), others could open the file for a moment.
        $mask = umask(0o077);
        // Mode n: a pipe without a reader must not block a request.
        $file = @fopen($this->path, 'an');
        umask($mask);
        if ($file === false) {
            throw new \RuntimeException(
                "The log {$this->path} cannot be opened. Let the user that PHP runs as write to it.",
            );
        }
        $stat = fstat($file);
        if ($stat !== false && $stat['size'] === 0 && ($stat['mode'] & self::FILE_TYPE) === self::REGULAR_FILE) {
            $this->giveToOwner($this->path);
        }

        return $file;
    }

    private function makeFolder(): void
    {
        $folder = \dirname($this->path);
        if (str_contains($this->path, '://') || @is_dir($folder)) {
            return;
        }
        if ($folder === $this->folder->path) {
            $this->folder->make();
        } elseif (@mkdir($folder, 0o700, true)) {
            $this->giveToOwner($folder);
        }
    }

    /** A file that root creates from the console must be writable by the web server. */
    private function giveToOwner(string $path): void
    {
        \function_exists('chown') && @chown($path, (int) @fileowner($this->folder->path));
    }

    /**
     * One process renames the file. The others continue to write to the file that they have open.
     * @param resource $file
     * @return bool whether the path may now be another file
     */
    private function putAside($file, int $inode): bool
    {
        if (!flock($file, \LOCK_EX | \LOCK_NB)) {
            return false;
        }
        clearstatcache(true, $this->path);
        if (@fileinode($this->path) !== $inode) {
            return true;
        }
        $old = $this->path . self::OLD;
        for ($number = self::OLD_FILES; $number > 1; --$number) {
            @rename($old . ($number - 1), $old . $number);
        }

        return @rename($this->path, "{$old}1");
    }
}
