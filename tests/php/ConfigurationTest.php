<?php

declare(strict_types=1);

namespace Enquiry\Tests;

use Enquiry\Configuration;
use Enquiry\InvalidConfiguration;
use Enquiry\Mail\Encryption;
use Monolog\Level;
use PHPUnit\Framework\Attributes\TestWith;
use PHPUnit\Framework\TestCase;

final class ConfigurationTest extends TestCase
{
    private const LEAST = [
        'SMTP_HOST' => 'smtp.example.co.za',
        'MAIL_FROM' => 'website@example.co.za',
        'MAIL_TO' => 'sales@example.co.za',
    ];

    public function test_three_keys_are_enough(): void
    {
        $configuration = Configuration::fromArray(self::LEAST);

        self::assertSame(Encryption::Starttls, $configuration->smtp->encryption);
        self::assertSame(587, $configuration->smtp->port);
        self::assertSame(10, $configuration->smtp->timeout);
        self::assertNull($configuration->smtp->username);
        self::assertSame('Website enquiries', $configuration->route->fromName);
        self::assertSame(['sales@example.co.za'], $configuration->route->to);
        self::assertSame([], $configuration->access->origins);
        self::assertSame([], $configuration->access->proxies);
        self::assertNull($configuration->route->dkim);
        self::assertNull($configuration->site->url);
        self::assertSame('/api', $configuration->site->servicePrefix);
        self::assertSame(\dirname(__DIR__, 2) . '/server/pages', $configuration->site->pagesFolder);
        self::assertNull($configuration->logFile);
        self::assertSame(Level::Info, $configuration->logLevel);
        self::assertSame(\dirname(__DIR__, 2) . '/server/data', $configuration->queue->dataFolder);
        self::assertNull($configuration->queue->databaseUrl);
        self::assertSame([20, 600, 100_000], [$configuration->queue->rateLimit, $configuration->queue->rateWindow, $configuration->queue->maxWaiting]);
        self::assertSame([120, 730, 30], [$configuration->queue->deliveryPerMinute, $configuration->queue->retentionDays, $configuration->queue->alertAfterMinutes]);
    }

    public function test_the_brake_on_delivery_can_be_off(): void
    {
        self::assertSame(0, Configuration::fromArray(['DELIVERY_PER_MINUTE' => '0'] + self::LEAST)->queue->deliveryPerMinute);
    }

    #[TestWith(['mysql://web:p%40ss@db.example/enquiries', 'mysql:dbname=enquiries;host=db.example;port=3306;charset=utf8mb4'])]
    #[TestWith(['pgsql://web:p%40ss@[::1]:6432/enquiries', 'pgsql:dbname=enquiries;host=::1;port=6432;connect_timeout=3'])]
    #[TestWith(['pgsql://web:p%40ss@/enquiries?socket=/run/postgresql', 'pgsql:dbname=enquiries;host=/run/postgresql;port=5432;connect_timeout=3'])]
    #[TestWith(['mysql://web:p%40ss@localhost/enquiries?socket=%2Frun%2Fmysqld.sock', 'mysql:dbname=enquiries;unix_socket=/run/mysqld.sock;charset=utf8mb4'])]
    public function test_a_database_is_named_by_url_and_its_password_is_in_no_dump(string $url, string $dataSource): void
    {
        $configuration = Configuration::fromArray(['DATABASE_URL' => $url] + self::LEAST);
        $database = $configuration->queue->databaseUrl;

        self::assertSame($dataSource, $database?->dataSource());
        self::assertSame(['web', 'p@ss'], [$database->user, $database->password()]);
        self::assertStringNotContainsString('p@ss', print_r($configuration, true) . var_export($configuration, true) . $database->withoutPassword());
        self::assertStringNotContainsString('p%40ss', print_r($configuration, true));
    }

    #[TestWith(['db.example'])]
    #[TestWith(['oracle://web:x@db.example/enquiries'])]
    #[TestWith(['mysql://web:x@db.example/'])]
    #[TestWith(['mysql://web:x@db.example/a;unix_socket=b'])]
    #[TestWith(['mysql://web:x@db.example/enquiries?sockt=/run/x'])]
    public function test_what_is_no_database_url_is_refused(string $url): void
    {
        $this->expectException(InvalidConfiguration::class);
        $this->expectExceptionMessageMatches('/DATABASE_URL must be/');
        Configuration::fromArray(['DATABASE_URL' => $url] + self::LEAST);
    }

    #[TestWith(['starttls', 587])]
    #[TestWith(['tls', 465])]
    #[TestWith(['none', 25])]
    public function test_the_port_follows_the_encryption(string $encryption, int $port): void
    {
        self::assertSame($port, Configuration::fromArray(['SMTP_ENCRYPTION' => $encryption] + self::LEAST)->smtp->port);
    }

    public function test_every_fault_is_named_in_one_message_with_an_example_and_no_value(): void
    {
        $faulty = [
            'SMTP_HOST' => 'ssl://smtp.example.co.za',
            'SMTP_PORT' => '70000',
            'SMTP_ENCRYPTION' => 'ssl',
            'SMTP_PASSWORD' => 'hunter2',
            'SMTP_TIMEOUT' => '1.5',
            'SMTP_CA_FILE' => '/nowhere/ca.pem',
            'MAIL_FROM' => 'website',
            'MAIL_FROM_NAME' => "Website\r\nBcc: victim@example.com",
            'MAIL_TO' => 'sales@example.co.za,',
            'ALLOWED_ORIGINS' => 'https://shop.example,shop.example',
            'TRUSTED_PROXIES' => '10.0.0.5,10.0.0.0/0',
            'ADDRESS_KEY' => 'too short a key for hunter2',
            'HEALTH_TOKEN' => 'hunter2 is a token that has spaces in it',
            'DKIM_DOMAIN' => 'kokerboom.example;',
            'DKIM_SELECTOR' => '',
            'DKIM_KEY_FILE' => '/nowhere/dkim.pem',
            'SITE_URL' => 'https://www.kokerboom.example/',
            'SERVICE_PREFIX' => 'api',
            'PAGES_DIR' => 'pages',
            'LOG_FILE' => 'enquiries.log',
            'LOG_LEVEL' => 'loud',
            'DATA_DIR' => 'data',
            'DATABASE_URL' => 'mysql://website:hunter2@',
            'RATE_LIMIT' => '0',
            'RATE_WINDOW' => '0',
            'MAX_WAITING' => 'many',
            'DELIVERY_PER_MINUTE' => '-1',
            'RETENTION_DAYS' => '1e3',
            'ALERT_AFTER_MINUTES' => '0',
        ];
        try {
            Configuration::fromArray($faulty);
            self::fail('The faulty configuration was taken.');
        } catch (InvalidConfiguration $invalid) {
            $lines = explode("\n- ", $invalid->getMessage());
            $named = array_map(static fn(string $line): string => explode(' ', $line)[0], \array_slice($lines, 1));
            $expected = array_keys(['SMTP_USERNAME' => ''] + array_diff_key($faulty, ['SMTP_PASSWORD' => '']));

            self::assertEqualsCanonicalizing($expected, $named);
            foreach (\array_slice($lines, 1) as $line) {
                self::assertMatchesRegularExpression('/^([A-Z_]+) must .+, for example \1=\S/', $line);
            }
            self::assertStringNotContainsString('hunter2', (string) $invalid);
        }
    }

    #[TestWith(['smtp.example.co.za', false])]
    #[TestWith(['127.0.0.1.example.co.za', false])]
    #[TestWith(['localhost', true])]
    #[TestWith(['127.0.0.1', true])]
    public function test_a_password_goes_unencrypted_to_this_machine_only(string $host, bool $taken): void
    {
        if (!$taken) {
            $this->expectException(InvalidConfiguration::class);
            $this->expectExceptionMessageMatches('/SMTP_ENCRYPTION must not be none/');
        }
        $login = ['SMTP_HOST' => $host, 'SMTP_ENCRYPTION' => 'none', 'SMTP_USERNAME' => 'website', 'SMTP_PASSWORD' => 'hunter2'];

        self::assertSame('website', Configuration::fromArray($login + self::LEAST)->smtp->username);
    }

    /** @param list<string> $missing */
    #[TestWith(['DKIM_DOMAIN', 'kokerboom.example', ['DKIM_SELECTOR', 'DKIM_KEY_FILE']])]
    #[TestWith(['DKIM_SELECTOR', 'website', ['DKIM_DOMAIN', 'DKIM_KEY_FILE']])]
    #[TestWith(['DKIM_PASSPHRASE', 'hunter2', ['DKIM_DOMAIN', 'DKIM_SELECTOR', 'DKIM_KEY_FILE']])]
    public function test_signing_is_configured_whole_or_not_at_all(string $key, string $value, array $missing): void
    {
        try {
            Configuration::fromArray([$key => $value] + self::LEAST);
            self::fail('Half a configuration was taken.');
        } catch (InvalidConfiguration $invalid) {
            self::assertSame($missing, array_map(static fn(string $fault): string => explode(' ', $fault)[0], $invalid->faults));
        }
    }

    #[TestWith(['10.0.0.5', true])]
    #[TestWith(['10.0.0.0/8, 2001:db8::/32,::1', true])]
    #[TestWith(['::/129', false])]
    #[TestWith(['10.0.0.0/33', false])]
    #[TestWith(['0.0.0.0/0', false])]
    #[TestWith(['::/0', false])]
    #[TestWith(['10.0.0.0/8/8', false])]
    #[TestWith(['10.0.0.0/', false])]
    #[TestWith(['REMOTE_ADDR', false])]
    #[TestWith(['private_ranges', false])]
    #[TestWith(['proxy.example', false])]
    #[TestWith(['10.0.0.5,', false])]
    public function test_proxies_are_addresses_or_ranges_and_never_the_whole_world(string $proxies, bool $taken): void
    {
        if (!$taken) {
            $this->expectException(InvalidConfiguration::class);
            $this->expectExceptionMessageMatches('/TRUSTED_PROXIES must be/');
        }

        self::assertNotSame([], Configuration::fromArray(['TRUSTED_PROXIES' => $proxies] + self::LEAST)->access->proxies);
    }

    public function test_no_secret_is_in_a_dump(): void
    {
        $key = str_repeat('hunter2', 5);
        $configuration = Configuration::fromArray(['SMTP_USERNAME' => 'website', 'SMTP_PASSWORD' => ' hunter2 ', 'ADDRESS_KEY' => $key, 'HEALTH_TOKEN' => $key] + self::LEAST);

        self::assertSame(' hunter2 ', $configuration->smtp->password());
        self::assertStringNotContainsString('hunter2', print_r($configuration, true) . var_export($configuration, true));
    }

    public function test_the_real_environment_wins_over_the_file(): void
    {
        $folder = $this->folderWith("SMTP_HOST=file.example\nSMTP_TIMEOUT=7\nMAIL_FROM=website@example.co.za\nMAIL_TO='a@example.com, b@example.com'\n");
        putenv('SMTP_HOST=real.example');
        try {
            $configuration = Configuration::load($folder);

            self::assertSame('real.example', $configuration->smtp->host);
            self::assertSame(7, $configuration->smtp->timeout);
            self::assertSame(['a@example.com', 'b@example.com'], $configuration->route->to);
        } finally {
            putenv('SMTP_HOST');
        }
    }

    public function test_a_file_that_cannot_be_parsed_is_refused_without_quoting_it(): void
    {
        $folder = $this->folderWith("SMTP_PASSWORD=hunter2 with spaces\n");
        try {
            Configuration::load($folder);
            self::fail('The faulty file was taken.');
        } catch (InvalidConfiguration $invalid) {
            self::assertStringContainsString("{$folder}/.env", $invalid->getMessage());
            self::assertStringNotContainsString('hunter2', (string) $invalid);
        }
    }

    public function test_where_there_is_no_file_that_is_the_first_fault(): void
    {
        try {
            Configuration::load('/nowhere');
            self::fail('Nothing at all was taken for a configuration.');
        } catch (InvalidConfiguration $invalid) {
            self::assertSame('There is no /nowhere/.env: copy .env.example to it and fill it in.', $invalid->faults[0]);
            self::assertStringContainsString('SMTP_HOST', implode('', $invalid->faults));
        }
    }

    private ?string $folder = null;

    private function folderWith(string $env): string
    {
        $this->folder = sys_get_temp_dir() . '/configuration-' . bin2hex(random_bytes(6));
        mkdir($this->folder);
        file_put_contents("{$this->folder}/.env", $env);

        return $this->folder;
    }

    protected function tearDown(): void
    {
        if ($this->folder !== null) {
            unlink("{$this->folder}/.env");
            rmdir($this->folder);
        }
    }
}
