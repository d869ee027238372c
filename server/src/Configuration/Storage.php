<?php

declare(strict_types=1);

namespace Enquiry\Configuration;

use Enquiry\Database\DatabaseUrl;

/** The data folder and the database of the enquiries. */
final readonly class Storage
{
    private function __construct(
        public string $folder,
        /** Of the data folder; empty if it has none. */
        public string $id,
        /** Null for the SQLite file in the data folder. */
        public ?DatabaseUrl $url,
        public bool $acceptsRisk,
    ) {}

    public static function from(Settings $settings, string $folder): self
    {
        $url = $settings->secret('DATABASE_URL');
        $databaseUrl = $url === '' ? null : DatabaseUrl::parse($url);
        $settings->require(
            $url === '' || $databaseUrl !== null,
            'DATABASE_URL',
            'must be mysql:// with user, password, host and database, percent-encoded',
            'mysql://website:change%20me@localhost/enquiries',
        );

        return new self(
            folder: $settings->path('DATA_DIR', $folder, '/var/lib/website'),
            id: $settings->text('DATA_ID'),
            url: $databaseUrl,
            acceptsRisk: $settings->choice('ACCEPT_DATABASE_RISK', ['yes', 'no'], 'no') === 'yes',
        );
    }
}
