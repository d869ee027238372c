<?php

declare(strict_types=1);

namespace Enquiry\Tests\Support;

/** Sets every key, so that no .env file of the developer's has a say; the data folder is new each time. */
final class Environment
{
    /**
     * @param array<string, string> $overrides
     *
     * @return array<string, string>
     */
    public static function for(int $smtpPort, array $overrides = []): array
    {
        return $overrides + [
            'SMTP_HOST' => '127.0.0.1',
            'SMTP_PORT' => (string) $smtpPort,
            'SMTP_ENCRYPTION' => 'none',
            'SMTP_USERNAME' => '',
            'SMTP_PASSWORD' => '',
            'SMTP_TIMEOUT' => '5',
            'SMTP_CA_FILE' => '',
            'MAIL_FROM' => 'website@kokerboom.example',
            'MAIL_FROM_NAME' => '',
            'MAIL_TO' => 'sales@kokerboom.example',
            'ALLOWED_ORIGINS' => '',
            'TRUSTED_PROXIES' => '',
            'ADDRESS_KEY' => '',
            'HEALTH_TOKEN' => '',
            'DKIM_DOMAIN' => '',
            'DKIM_SELECTOR' => '',
            'DKIM_KEY_FILE' => '',
            'DKIM_PASSPHRASE' => '',
            'SITE_URL' => '',
            'SERVICE_PREFIX' => '',
            'PAGES_DIR' => '/dev/null/pages',
            'DATA_DIR' => DataFolders::fresh(),
            'DATABASE_URL' => '',
            'RATE_LIMIT' => '100000',
            'RATE_WINDOW' => '',
            'MAX_WAITING' => '',
            'DELIVERY_PER_MINUTE' => '0',
            'RETENTION_DAYS' => '',
            'ALERT_AFTER_MINUTES' => '',
            'LOG_FILE' => '/dev/null',
            'LOG_LEVEL' => 'debug',
        ];
    }

    /** A port that was free a moment ago: nobody answers there. */
    public static function deadPort(): int
    {
        $socket = stream_socket_server('tcp://127.0.0.1:0');
        \assert($socket !== false);
        $port = (int) substr((string) strrchr((string) stream_socket_get_name($socket, false), ':'), 1);
        fclose($socket);

        return $port;
    }
}
