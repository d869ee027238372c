<?php

declare(strict_types=1);

namespace Enquiry;

use Enquiry\Storage\Database;
use Enquiry\Storage\DatabaseUrl;
use Enquiry\Storage\DataFolder;
use Enquiry\Storage\Deadline;
use Enquiry\Storage\Dialect;
use Enquiry\Storage\SqliteDatabase;

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

    public function database(?Deadline $deadline = null): Database
    {
        $deadline ??= Deadline::ofEachOperation();

        return $this->databaseUrl?->open($deadline) ?? new SqliteDatabase($this->folder(), $deadline);
    }
}
