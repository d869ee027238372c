<?php

declare(strict_types=1);

namespace Enquiry\Tests;

use Enquiry\Configuration\Configuration;
use Enquiry\Configuration\Installation;
use Enquiry\Configuration\InvalidConfiguration;
use Enquiry\Configuration\Settings;
use Enquiry\Mail\SmtpServer;
use Enquiry\Shared\Clock;
use Enquiry\Tests\Support\DataFolders;
use Enquiry\Tests\Support\Environment;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\TestWith;
use PHPUnit\Framework\TestCase;

final class ConfigurationTest extends TestCase
{
    private const LEAST = [
        'SMTP_HOST' => 'smtp.example.co.za',
        'MAIL_FROM' => 'website@example.co.za',
        'MAIL_TO' => 'sales@example.co.za',
    ];
    private const MAIL = "SMTP_HOST=smtp.example.co.za\nMAIL_FROM=site@example.co.za\nMAIL_TO=sales@example.co.za\nSMTP_USERNAME=website\n";

    private string $folder;

    protected function setUp(): void
    {
        $this->folder = DataFolders::made();
    }

    public function test_three_keys_are_enough(): void
    {
        $configuration = Configuration::load(new Installation("{$this->folder}/server"), new Settings(self::LEAST));

        self::assertSame(SmtpServer::STARTTLS, $configuration->mail()->smtp->encryption);
        self::assertSame(587, $configuration->mail()->smtp->port);
        self::assertSame(20, $configuration->mail()->smtp->timeout);
        self::assertNull($configuration->mail()->smtp->username);
        self::assertSame(['sales@example.co.za'], $configuration->mail()->recipients->all());
        self::assertSame([], $configuration->proxies);
        self::assertSame('', $configuration->siteUrl);
        self::assertSame('/api', $configuration->servicePrefix);
        self::assertSame("{$this->folder}/server/pages", $configuration->pagesFolder);
        self::assertSame("{$this->folder}/server/data", $configuration->folder()->path);
        self::assertNull($configuration->databaseUrl);
        self::assertSame(20, $configuration->rateLimit);
        self::assertSame(120, $configuration->deliveriesPerHour);
        self::assertSame([730, 7], array_values($configuration->keptDays()));
    }

    #[TestWith(['TLS', 'ssl://[::1]', 465])]
    #[TestWith(['none', '[::1]', 25])]
    public function test_each_encryption_has_its_usual_port(string $encryption, string $address, int $port): void
    {
        $environment = ['SMTP_HOST' => '::1', 'SMTP_ENCRYPTION' => $encryption] + self::LEAST;
        $smtp = Environment::configuration($environment)->mail()->smtp;

        self::assertSame([$address, $port], [$smtp->address(), $smtp->port]);
    }

    #[TestWith([
        'mysql://w%65b:p%40ss@db.example/enquiries',
        'mysql:host=db.example;port=3306;dbname=enquiries;charset=utf8mb4',
    ])]
    #[TestWith(['mysql://web:p%40ss@[::1]:6033/enquiries', 'mysql:host=::1;port=6033;dbname=enquiries;charset=utf8mb4'])]
    #[TestWith(['mysql://web:p%40ss@/enquiries?socket=/run/mysqld.sock', 'mysql:unix_socket=/run/mysqld.sock;dbname=enquiries;charset=utf8mb4'])]
    #[TestWith(['mysql://web:p%40ss@localhost/enquiries?socket=%2Frun%2Fmysqld.sock', 'mysql:unix_socket=/run/mysqld.sock;dbname=enquiries;charset=utf8mb4'])]
    public function test_a_database_is_named_by_url_and_no_secret_is_in_a_dump(string $url, string $dataSource): void
    {
        $secrets = ['SMTP_USERNAME' => 'website', 'SMTP_PASSWORD' => ' hunter2 ', 'HEALTH_TOKEN' => str_repeat('hunter2', 5)];
        $configuration = Environment::configuration(['DATABASE_URL' => $url] + $secrets + self::LEAST);
        $database = $configuration->databaseUrl;

        self::assertSame($dataSource, $database?->dataSource);
        self::assertSame(['web', 'p@ss'], [$database->user, $database->password->getValue()]);
        self::assertSame(' hunter2 ', $configuration->mail()->smtp->password->getValue());
        $dump = print_r($configuration, true) . var_export($configuration, true) . $database->name;
        self::assertDoesNotMatchRegularExpression('/p@ss|p%40ss|hunter2/', $dump);
    }

    #[DataProvider('invalidValues')]
    public function test_an_invalid_value_is_rejected(string $key, string $value): void
    {
        self::assertStringStartsWith("{$key} must be", (new Settings([$key => $value] + self::LEAST))->errors()[$key] ?? '');
    }

    /** @return iterable<string, array{string, string}> */
    public static function invalidValues(): iterable
    {
        $databases = [
            'db.example', 'oracle://web:x@db.example/enquiries', 'mysql://web:x@db.example/', 'mysql://web:x@db.example/a;unix_socket=b',
            'mysql://web:x@db.example/enquiries?sockt=/run/x', 'mysql://web:p@ss/w:rd@localhost/enquiries', 'mysql://web:x@db.example/enquiries:more',
            'mysql://web:x@db.example/enquiries/more', 'mysql://web:p@ss/w#rd@localhost/enquiries', 'mysql://web:x@db.example/p@ss',
        ];
        $proxies = ['::/129', '10.0.0.0/33', '0.0.0.0/0', '::/0', '10.0.0.0/8/8', '10.0.0.0/', 'REMOTE_ADDR', 'private_ranges', 'proxy.example', '10.0.0.5,'];
        $secret = static fn(int $bytes): string => 'whsec_' . base64_encode(str_repeat('k', $bytes));
        $edges = [
            'SMTP_PORT' => ['0', '65536'],
            'MAIL_FROM' => ['"website"@kokerboom.example', 'website@[192.0.2.1]'],
            'RATE_LIMIT' => ['0', '1000001'],
            'DELIVERY_PER_HOUR' => ['-1', '1000001'],
            'HEALTH_TOKEN' => [str_repeat('t', 31)],
            'WEBHOOK_SECRET' => [$secret(23), $secret(65), base64_encode(str_repeat('k', 32))],
        ];
        foreach ($edges + ['DATABASE_URL' => $databases, 'TRUSTED_PROXIES' => $proxies] as $key => $values) {
            foreach ($values as $value) {
                yield "{$key}={$value}" => [$key, $value];
            }
        }
    }

    public function test_one_message_names_every_error_with_an_example_and_no_value(): void
    {
        $invalidValues = [
            'SMTP_HOST' => 'ssl://smtp.example.co.za',
            'SMTP_PORT' => '70000',
            'SMTP_ENCRYPTION' => 'ssl',
            'SMTP_PASSWORD' => 'hunter2',
            'MAIL_FROM' => 'website',
            'MAIL_TO' => 'sales@example.co.za,',
            'TRUSTED_PROXIES' => '10.0.0.5,10.0.0.0/0',
            'HEALTH_TOKEN' => 'too short: hunter2',
            'SITE_URL' => 'https://www.kokerboom.example/',
            'SERVICE_PREFIX' => 'api',
            'DATA_DIR' => 'data',
            'DATABASE_URL' => 'mysql://website:hunter2@',
            'RATE_LIMIT' => '0',
            'DELIVERY_PER_HOUR' => '-1',
        ];
        $errors = self::errorsOf($invalidValues);
        $expected = array_keys(['SMTP_USERNAME' => ''] + array_diff_key($invalidValues, ['SMTP_PASSWORD' => '']));

        self::assertEqualsCanonicalizing($expected, self::keysIn($errors));
        foreach ($errors as $error) {
            self::assertMatchesRegularExpression('/^(SMTP_USERNAME must be set with |([A-Z_]+) must .+, for example \2=\S).*\. [A-Z].*\.$/', $error);
        }
    }

    public function test_the_table_and_env_example_have_the_same_settings_and_defaults(): void
    {
        preg_match_all('/^(?:# )?([A-Z][A-Z0-9_]*)=(.*)$/m', (string) file_get_contents(__DIR__ . '/../../.env.example'), $found);

        self::assertSame(array_map(static fn(array $row): string => $row[2] ?? '', Settings::TABLE), array_combine($found[1], $found[2]));
        self::assertLessThanOrEqual(36, \count(Settings::TABLE));
    }

    public function test_an_unencrypted_password_is_allowed_for_this_machine_only(): void
    {
        $login = ['SMTP_ENCRYPTION' => 'none', 'SMTP_USERNAME' => 'website', 'SMTP_PASSWORD' => 'hunter2'] + self::LEAST;
        foreach (['localhost', '127.0.0.1'] as $host) {
            self::assertSame('website', Environment::configuration(['SMTP_HOST' => $host] + $login)->mail()->smtp->username);
        }
        foreach (['smtp.example.co.za', '127.0.0.1.example.co.za'] as $host) {
            self::assertSame(['SMTP_ENCRYPTION'], self::keysIn(self::errorsOf(['SMTP_HOST' => $host] + $login)));
        }
    }

    #[TestWith([false])]
    #[TestWith([true])]
    public function test_nothing_is_posted_to_a_receiver_that_the_privacy_notice_does_not_name(bool $isNamed): void
    {
        file_put_contents("{$this->folder}/firm.json", json_encode(['namesOthers' => $isNamed]));
        $webhook = ['WEBHOOK_URL' => 'https://crm.example/', 'WEBHOOK_SECRET' => 'whsec_' . base64_encode(str_repeat('k', 24))];
        $configuration = Environment::configuration(['TEST_PAGES_DIR' => $this->folder] + $webhook + self::LEAST);

        self::assertSame($isNamed, $configuration->webhook(new Clock()) !== null);
        self::assertSame($isNamed ? [] : ['WEBHOOK_URL'], array_keys($configuration->problems()));
    }

    public function test_the_real_environment_wins_over_the_file(): void
    {
        $installation = $this->with("SMTP_HOST=file.example\nSMTP_PORT=2525\nMAIL_FROM=website@example.co.za\nMAIL_TO='a@example.com, b@example.com'\n");
        putenv('SMTP_HOST=real.example');
        try {
            $configuration = Configuration::load($installation);
        } finally {
            putenv('SMTP_HOST');
        }

        self::assertSame('real.example', $configuration->mail()->smtp->host);
        self::assertSame(2525, $configuration->mail()->smtp->port);
        self::assertSame(['a@example.com', 'b@example.com'], $configuration->mail()->recipients->all());
        self::assertFalse(getenv('SMTP_PORT'), 'a value of the file never reaches the environment of the process');
    }

    /** @param array{is: string, lines: string, value?: string, line?: int} $case */
    #[DataProvider('contract')]
    public function test_the_file_is_read_as_the_contract_says(array $case): void
    {
        $value = $case['value'] ?? null;
        $bom = str_starts_with($case['lines'], "\u{FEFF}") ? "\u{FEFF}" : '';
        // A user name without a password is an error.
        $mail = $value === '' ? str_replace('=website', '=', self::MAIL) : self::MAIL;
        $installation = $this->with($bom . $mail . ltrim($case['lines'], "\u{FEFF}"));
        if ($value === null) {
            $errors = self::errorsOf($installation);
            self::assertStringStartsWith("{$this->folder}/.env, line " . (($case['line'] ?? 0) + 4), $errors[0]);
            self::assertStringNotContainsString('marula', implode("\n", $errors));

            return;
        }
        $mail = Configuration::load($installation)->mail();
        self::assertSame($value, $mail->smtp->password->getValue());
        self::assertSame('smtp.example.co.za', $mail->smtp->host);
        self::assertSame('sales@example.co.za', $mail->recipients->all()[0]);
    }

    /** @return iterable<string, array{array{is: string, lines: string, value?: string, line?: int}}> */
    public static function contract(): iterable
    {
        /** @var list<array{is: string, lines: string, value?: string, line?: int}> $cases */
        $cases = json_decode((string) file_get_contents(__DIR__ . '/../contract/env.json'), true, flags: \JSON_THROW_ON_ERROR);
        foreach ($cases as $case) {
            yield $case['is'] => [$case];
        }
    }

    public function test_all_errors_of_the_file_and_of_its_values_are_in_one_message(): void
    {
        $errors = self::errorsOf($this->with("SMTP_HOST=smtp.example.co.za\nMAIL_FROM=nobody\nMAIL_TO='sales@example.co.za' all\nSMTP_PASSWORD: hunter2\n"));

        self::assertStringContainsString('line 3: the value of MAIL_TO cannot be read', $errors[0]);
        self::assertStringContainsString('line 4 is not KEY=value', $errors[1] ?? '');
        self::assertStringStartsWith('MAIL_FROM must be', $errors[2] ?? '');
        self::assertCount(3, $errors);
    }

    #[TestWith(['UTF-16LE', "\xFF\xFE"])]
    #[TestWith(['Windows-1252'])]
    public function test_another_encoding_is_one_error(string $encoding, string $start = ''): void
    {
        $errors = self::errorsOf($this->with($start . mb_convert_encoding(self::MAIL . "SMTP_PASSWORD=Käse\n", $encoding, 'UTF-8')));

        self::assertSame("{$this->folder}/.env is not saved as UTF-8. Save it as UTF-8.", $errors[0]);
    }

    public function test_a_missing_file_is_the_first_error(): void
    {
        $errors = self::errorsOf(new Installation('/nowhere/server'));

        self::assertSame('/nowhere/.env is missing: copy .env.example to it, let only its owner read it (chmod 600), and fill it in.', $errors[0]);
        self::assertContains('SMTP_HOST', self::keysIn($errors));
    }

    private function with(string $env): Installation
    {
        file_put_contents("{$this->folder}/.env", $env);

        return new Installation("{$this->folder}/server");
    }

    /**
     * @param array<string, string>|Installation $source
     * @return non-empty-list<string>
     */
    private static function errorsOf(array|Installation $source): array
    {
        try {
            $configuration = $source instanceof Installation ? Configuration::load($source) : Configuration::load(Installation::running(), new Settings($source));
            $errors = array_column($configuration->problems(), 0);
        } catch (InvalidConfiguration $invalid) {
            self::assertStringNotContainsString('hunter2', (string) $invalid);
            $errors = $invalid->errors;
        }

        return $errors === [] ? self::fail('The invalid configuration was accepted.') : $errors;
    }

    /**
     * @param list<string> $errors
     * @return list<string>
     */
    private static function keysIn(array $errors): array
    {
        return array_map(static fn(string $error): string => explode(' ', $error)[0], $errors);
    }
}
