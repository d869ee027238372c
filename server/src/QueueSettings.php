<?php

declare(strict_types=1);

namespace Enquiry;

use Enquiry\Storage\Database;
use Enquiry\Storage\DatabaseUrl;
use Enquiry\Storage\DataFolder;
use Enquiry\Storage\Dialect;
use Enquiry\Storage\SqliteDatabase;
use Enquiry\Storage\TimeLimit;

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

    public function database(?TimeLimit $timeLimit = null): Database
    {
        $timeLimit ??= TimeLimit::ofEachOperation();

        return $this->databaseUrl?->open($timeLimit) ?? new SqliteDatabase($this->folder(), $timeLimit);
    }
}
