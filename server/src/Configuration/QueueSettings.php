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
    private function __construct(
        public string $dataFolder,
        public ?DatabaseUrl $databaseUrl,
        public int $rateLimit,
        public int $rateWindow,
        public int $maxWaiting,
        public int $deliveryPerMinute,
        public int $retentionDays,
        public int $alertAfterMinutes,
    ) {}

    /** Notes faults with the settings. */
    public static function from(Settings $settings): self
    {
        $folder = $settings->text('DATA_DIR', \dirname(__DIR__, 2) . '/data');
        $settings->require(Settings::isFullPath($folder), 'DATA_DIR', 'must be a full path', '/var/lib/website');

        $url = $settings->secret('DATABASE_URL');
        $databaseUrl = $url === '' ? null : DatabaseUrl::parse($url);
        $settings->require($url === '' || $databaseUrl !== null, 'DATABASE_URL', 'must be mysql:// or pgsql:// with user, password, host and database, percent-encoded', 'mysql://website:change%20me@localhost/enquiries');

        return new self(
            rtrim($folder, '/'),
            $databaseUrl,
            $settings->number('RATE_LIMIT', 20, 1_000_000),
            $settings->number('RATE_WINDOW', 600, 86_400),
            $settings->number('MAX_WAITING', 100_000, 100_000_000),
            $settings->number('DELIVERY_PER_MINUTE', 120, 1_000_000, min: 0),
            $settings->number('RETENTION_DAYS', 730, 36_500),
            $settings->number('ALERT_AFTER_MINUTES', 30, 10_080),
        );
    }

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
