<?php

declare(strict_types=1);

namespace Enquiry\Tests\Support;

use Enquiry\Configuration\Configuration;
use Enquiry\Configuration\Installation;
use Enquiry\Configuration\Settings;

/** Sets every key, so that a developer's own .env has no effect. The data folder is new each time. */
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
            'TEST_SMTP_TIMEOUT' => '5',
            'MAIL_FROM' => 'website@kokerboom.example',
            'MAIL_TO' => 'sales@kokerboom.example',
            'TEST_PAGES_DIR' => '/dev/null/pages',
            'DATA_DIR' => DataFolders::fresh(),
            'RATE_LIMIT' => '100000',
            'DELIVERY_PER_HOUR' => '0',
        ] + array_fill_keys(self::keys(), '');
    }

    /** @param array<string, string> $environment without .env */
    public static function configuration(#[\SensitiveParameter] array $environment): Configuration
    {
        $configuration = Configuration::load(Installation::running(), new Settings($environment));
        $configuration->mail();

        return $configuration;
    }

    /** @return list<string> every key that .env.example explains */
    private static function keys(): array
    {
        preg_match_all('/^([A-Z_]+)=/m', (string) file_get_contents(__DIR__ . '/../../../.env.example'), $found);

        return $found[1];
    }

    /** @param array<string, string> $environment */
    public static function log(array $environment): string
    {
        $files = glob(($environment['DATA_DIR'] ?? '') . '/enquiries-*.log');

        return implode('', array_map(file_get_contents(...), $files === false ? [] : $files));
    }

    public static function deadPort(): int
    {
        $socket = stream_socket_server('tcp://127.0.0.1:0');
        \assert($socket !== false);
        $port = (int) substr((string) strrchr((string) stream_socket_get_name($socket, false), ':'), 1);
        fclose($socket);

        return $port;
    }
}
