<?php

declare(strict_types=1);

namespace Enquiry\Tests\Support;

use Enquiry\Database\SqliteDatabase;

/** Files of DATA_DIR that a document names, or that a test must hold, damage or look for. */
final class PrivateFile
{
    public const DATABASE = SqliteDatabase::FILE;
    public const BACKUPS = 'backups';
    public const SUSPECTS = 'suspects.txt';

    /** Held while a process uses the SQLite file. */
    public const WRITE_LOCK = 'write.lock';

    /** Held while a visit mails. */
    public const MAIL_LOCK = 'mail.lock';

    public const ADDRESS_KEY = 'address.key';

    /** Made when an error of the program stops a visitor. */
    public const PROGRAM_FAILED = 'program-failed.seen';

    /** @param array<string, string> $environment */
    public static function in(array $environment, string $name): string
    {
        return ($environment['DATA_DIR'] ?? '') . "/{$name}";
    }

    /** @return string the name of the log of a day, such as enquiries-2026-11-26.log */
    public static function log(int $time): string
    {
        return 'enquiries-' . gmdate('Y-m-d', $time) . '.log';
    }

    /** @return string the name of a backup */
    public static function backup(int $time): string
    {
        return 'enquiries-' . gmdate('Ymd\THis\Z', $time) . '.sqlite';
    }
}
