<?php

declare(strict_types=1);

namespace Enquiry\Configuration;

use Enquiry\Database\DatabaseUrl;
use Enquiry\Database\SqliteDatabase;
use Enquiry\Database\TimeLimit;
use Enquiry\Storage\Database;
use Enquiry\Storage\DataFolder;
use Enquiry\Storage\Dialect;

/** Where enquiries wait, how many may, and for how long they are kept. */
final readonly class QueueSettings
{
    public function __construct(
        public string $dataFolder,
        public ?DatabaseUrl $databaseUrl,
        public int $rateLimit,
        public int $rateWindow,
        public int $maxWaiting,
        public int $deliveryPerMinute,
        public int $retentionDays,
        public int $alertAfterMinutes,
    ) {}

    public function folder(): DataFolder
    {
        return new DataFolder($this->dataFolder);
    }

    public function dialect(): Dialect
    {
        return $this->databaseUrl->dialect ?? Dialect::Sqlite;
    }

    /** The file in which enquiries were kept before they were in a database server; null where there is none. */
    public function earlier(): ?Database
    {
        $file = $this->folder()->file(SqliteDatabase::FILE);
        $now = $this->database()->name();

        return is_file($file) && realpath($file) !== realpath($now) ? new SqliteDatabase($this->folder()) : null;
    }

    public function database(?TimeLimit $timeLimit = null): Database
    {
        $timeLimit ??= TimeLimit::ofEachOperation();

        return $this->databaseUrl?->open($timeLimit) ?? new SqliteDatabase($this->folder(), $timeLimit);
    }
}
