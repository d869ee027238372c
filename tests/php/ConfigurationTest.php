<?php

declare(strict_types=1);

namespace Enquiry\Tests;

use Enquiry\Configuration\Configuration;
use Enquiry\Configuration\InvalidConfiguration;
use Enquiry\Mail\SmtpServer;
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

    public function test_three_keys_are_enough(): void
    {
        $configuration = Configuration::fromArray(self::LEAST);

        self::assertSame(SmtpServer::STARTTLS, $configuration->smtp()->encryption);
        self::assertSame(587, $configuration->smtp()->port);
        self::assertSame(10, $configuration->smtp()->timeout);
        self::assertNull($configuration->smtp()->username);
        self::assertSame('Website enquiries', $configuration->route()->fromName);
        self::assertSame(['sales@example.co.za'], $configuration->route()->to);
        self::assertSame([], $configuration->origins);
        self::assertSame([], $configuration->proxies);
        self::assertNull($configuration->route()->dkim);
        self::assertNull($configuration->siteUrl);
        self::assertSame('/api', $configuration->servicePrefix);
        self::assertSame(\dirname(__DIR__, 2) . '/server/pages', $configuration->pagesFolder);
        self::assertSame(\dirname(__DIR__, 2) . '/server/data/enquiries.log', $configuration->logFile);
        self::assertSame('info', $configuration->logLevel);
        self::assertSame(\dirname(__DIR__, 2) . '/server/data', $configuration->dataFolder);
        self::assertNull($configuration->databaseUrl);
        self::assertSame([20, 600, 100_000], [$configuration->rateLimit, $configuration->rateWindow, $configuration->maxWaiting]);
        self::assertSame([120, 730, 30], [$configuration->deliveryPerMinute, $configuration->retentionDays, $configuration->alertAfterMinutes]);
    }

    public function test_the_throttle_on_delivery_can_be_off(): void
    {
        self::assertSame(0, Configuration::fromArray(['DELIVERY_PER_MINUTE' => '0'] + self::LEAST)->deliveryPerMinute);
    }

    #[TestWith(['mysql://web:p%40ss@db.example/enquiries', 'mysql:host=db.example;port=3306;dbname=enquiries;charset=utf8mb4'])]
    #[TestWith(['mysql://web:p%40ss@[::1]:6033/enquiries', 'mysql:host=::1;port=6033;dbname=enquiries;charset=utf8mb4'])]
    #[TestWith(['mysql://web:p%40ss@/enquiries?socket=/run/mysqld.sock', 'mysql:unix_socket=/run/mysqld.sock;dbname=enquiries;charset=utf8mb4'])]
    #[TestWith(['mysql://web:p%40ss@localhost/enquiries?socket=%2Frun%2Fmysqld.sock', 'mysql:unix_socket=/run/mysqld.sock;dbname=enquiries;charset=utf8mb4'])]
    public function test_a_database_is_named_by_url_and_its_password_is_in_no_dump(string $url, string $dataSource): void
    {
        $configuration = Configuration::fromArray(['DATABASE_URL' => $url] + self::LEAST);
        $database = $configuration->databaseUrl;

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
    #[TestWith(['mysql://web:p@ss/w:rd@localhost/enquiries'])]
    #[TestWith(['mysql://web:x@db.example/enquiries:more'])]
    #[TestWith(['mysql://web:x@db.example/enquiries/more'])]
    #[TestWith(['mysql://web:p@ss/w#rd@localhost/enquiries'])]
    #[TestWith(['mysql://web:x@db.example/p@ss'])]
    public function test_what_is_no_database_url_is_refused(string $url): void
    {
        $this->expectException(InvalidConfiguration::class);
        $this->expectExceptionMessageMatches('/DATABASE_URL must be/');
        Configuration::fromArray(['DATABASE_URL' => $url] + self::LEAST);
    }

    #[TestWith(['pgsql://website:hunter2@localhost/enquiries'])]
    #[TestWith(['pgsql:host=localhost;password=hunter2'])]
    #[TestWith(['postgres://website:hunter2@db.example:5432/enquiries?sslmode=require'])]
    #[TestWith(['PostgreSQL://website:hunter2@/enquiries'])]
    public function test_a_database_of_postgresql_is_refused_and_the_way_out_is_told(string $url): void
    {
        try {
            Configuration::fromArray(['DATABASE_URL' => $url] + self::LEAST);
            self::fail('It was taken.');
        } catch (InvalidConfiguration $invalid) {
            self::assertSame(['DATABASE_URL is for PostgreSQL, which is no longer supported. Release 1.0 can still move the waiting enquiries (php server/console move URL) and export the others (export EMAIL). Leave DATABASE_URL empty for SQLite, or use MySQL or MariaDB, for example DATABASE_URL=mysql://website:change%20me@localhost/enquiries'], $invalid->faults);
            self::assertStringNotContainsString('hunter2', (string) $invalid);
        }
    }

    #[TestWith(['starttls', 587])]
    #[TestWith(['tls', 465])]
    #[TestWith(['none', 25])]
    public function test_the_port_follows_the_encryption(string $encryption, int $port): void
    {
        self::assertSame($port, Configuration::fromArray(['SMTP_ENCRYPTION' => $encryption] + self::LEAST)->smtp()->port);
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

        self::assertSame('website', Configuration::fromArray($login + self::LEAST)->smtp()->username);
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

        self::assertNotSame([], Configuration::fromArray(['TRUSTED_PROXIES' => $proxies] + self::LEAST)->proxies);
    }

    public function test_no_secret_is_in_a_dump(): void
    {
        $key = str_repeat('hunter2', 5);
        $configuration = Configuration::fromArray(['SMTP_USERNAME' => 'website', 'SMTP_PASSWORD' => ' hunter2 ', 'ADDRESS_KEY' => $key, 'HEALTH_TOKEN' => $key] + self::LEAST);

        self::assertSame(' hunter2 ', $configuration->smtp()->password());
        self::assertStringNotContainsString('hunter2', print_r($configuration, true) . var_export($configuration, true));
    }

    public function test_the_real_environment_wins_over_the_file(): void
    {
        $folder = $this->folderWith("SMTP_HOST=file.example\nSMTP_TIMEOUT=7\nMAIL_FROM=website@example.co.za\nMAIL_TO='a@example.com, b@example.com'\n");
        putenv('SMTP_HOST=real.example');
        try {
            $configuration = Configuration::load($folder);

            self::assertSame('real.example', $configuration->smtp()->host);
            self::assertSame(7, $configuration->smtp()->timeout);
            self::assertSame(['a@example.com', 'b@example.com'], $configuration->route()->to);
        } finally {
            putenv('SMTP_HOST');
        }
    }

    #[DataProvider('passwordsThatAreTaken')]
    public function test_a_value_in_the_file_is_taken_as_it_was_meant(string $lines, string $password): void
    {
        $folder = $this->folderWith("SMTP_HOST=smtp.example.co.za\nMAIL_FROM=website@example.co.za\nMAIL_TO=sales@example.co.za\nSMTP_USERNAME=website\n{$lines}");

        self::assertSame($password, Configuration::load($folder)->smtp()->password());
    }

    /** @return iterable<string, array{string, string}> */
    public static function passwordsThatAreTaken(): iterable
    {
        yield 'bare' => ["SMTP_PASSWORD=hunter2\n", 'hunter2'];
        yield 'bare, with what is special elsewhere' => ['SMTP_PASSWORD=a=b:c;d$e$1\f%g&h|i~j*k!l?m', 'a=b:c;d$e$1\f%g&h|i~j*k!l?m'];
        yield 'bare, with quotation marks inside' => ["SMTP_PASSWORD=it's\"so\n", 'it\'s"so'];
        yield 'bare, with an equals sign and a quotation mark, which once took the lines after it along' => ["SMTP_PASSWORD=x=\"y\nSMTP_TIMEOUT=7\n", 'x="y'];
        yield 'bare, beyond ASCII' => ["SMTP_PASSWORD=Käse🧀\n", 'Käse🧀'];
        yield 'in single quotation marks, to the letter' => ['SMTP_PASSWORD=\'a #1 "b" $c ${HOME} \n\\\\ d \'', 'a #1 "b" $c ${HOME} \n\\\\ d '];
        yield 'in double quotation marks' => ['SMTP_PASSWORD="it\'s #1 $HOME"', "it's #1 \$HOME"];
        yield 'in double quotation marks, escaped' => ['SMTP_PASSWORD="a\"b\\\\c\${HOME}\$d"', 'a"b\c${HOME}$d'];
        yield 'a comment after a quoted value' => ["SMTP_PASSWORD='hunter2' # the \"provider's\"\n", 'hunter2'];
        yield 'a comment after a value in double quotation marks' => ["SMTP_PASSWORD=\"hunter2\"\t#\n", 'hunter2'];
        yield 'comments on lines of their own, in any encoding' => ["# SMTP_PASSWORD=old\n  #b\xFCro\n\nSMTP_PASSWORD=hunter2", 'hunter2'];
        yield 'spaces around it' => ["  SMTP_PASSWORD \t=  hunter2 \t\n", 'hunter2'];
        yield 'as for a shell' => ["export SMTP_PASSWORD=hunter2\n", 'hunter2'];
        yield 'lines as Windows ends them' => ["SMTP_PASSWORD=hunter2\r\nSMTP_PORT='25'\r\n", 'hunter2'];
    }

    public function test_a_byte_order_mark_of_utf_8_is_none_of_the_first_key_s(): void
    {
        $folder = $this->folderWith("\u{FEFF}SMTP_HOST=smtp.example.co.za\nMAIL_FROM=website@example.co.za\nMAIL_TO=sales@example.co.za\n");

        self::assertSame('smtp.example.co.za', Configuration::load($folder)->smtp()->host);
    }

    /** @param string $words that say what is wrong, and how to mend it */
    #[DataProvider('passwordsThatAreRefused')]
    public function test_a_value_in_the_file_that_may_be_meant_otherwise_is_refused_without_quoting_it(string $line, string $words, bool $named = true): void
    {
        $username = $named ? 'SMTP_USERNAME=website' : '# a password that is not there would be one more fault';
        $faults = $this->faultsOf("SMTP_HOST=smtp.example.co.za\nMAIL_FROM=website@example.co.za\nMAIL_TO=sales@example.co.za\n{$username}\n{$line}\n");

        self::assertCount(1, $faults, implode("\n", $faults));
        self::assertStringContainsString("{$this->folder}/.env, line 5: " . ($named ? 'SMTP_PASSWORD ' : ''), $faults[0]);
        self::assertStringContainsString($words, $faults[0]);
    }

    /** @return iterable<string, array{0: string, 1: string, 2?: bool}> */
    public static function passwordsThatAreRefused(): iterable
    {
        yield 'a hash' => ['SMTP_PASSWORD=hunter2#1', "has a # outside of quotation marks: write SMTP_PASSWORD='…'"];
        yield 'a comment, or part of the password' => ['SMTP_PASSWORD=hunter2 #1', 'give the comment a line of its own'];
        yield 'nothing but what may be a comment' => ['SMTP_PASSWORD=#hunter2', 'has a # outside'];
        yield 'a space' => ['SMTP_PASSWORD=hunter2 x', "has a space outside of quotation marks: write SMTP_PASSWORD='…'"];
        yield 'a space, and a quotation mark of the kind that is proposed' => ["SMTP_PASSWORD=hunter2's x", 'write SMTP_PASSWORD="…" with a backslash before every ", \\ and $ of the value'];
        yield 'a space that does not break' => ["SMTP_PASSWORD=hunter2\u{A0}", 'has a space outside'];
        yield 'a reference' => ['SMTP_PASSWORD=hunter2${SMTP_USERNAME}', 'has ${, which'];
        yield 'a reference in double quotation marks' => ['SMTP_PASSWORD="hunter2${SMTP_USERNAME}"', 'has ${, which'];
        yield 'an escape' => ['SMTP_PASSWORD="hunter2\temp"', 'has a backslash between double quotation marks'];
        yield 'a quotation mark that is not closed' => ['SMTP_PASSWORD="hunter2', 'has a quotation mark without its partner'];
        yield 'a single one' => ["SMTP_PASSWORD='hunter2", 'has a quotation mark without its partner'];
        yield 'one that is escaped and so does not close' => ['SMTP_PASSWORD="hunter2\"', 'has a quotation mark without its partner'];
        yield 'one that was not opened' => ['SMTP_PASSWORD=hunter2"', 'has a quotation mark without its partner'];
        yield 'text after the value' => ["SMTP_PASSWORD='hunter2'x", 'has something after its closing quotation mark'];
        yield 'a hash right after the value' => ["SMTP_PASSWORD='hunter2'#x", 'has something after its closing quotation mark'];
        yield 'a quotation mark escaped where nothing is' => ["SMTP_PASSWORD='hunter2\\'s'", 'has something after its closing quotation mark'];
        yield 'text after a value in double quotation marks' => ['SMTP_PASSWORD="hunter2""x"', 'has something after its closing quotation mark'];
        yield 'typographic quotation marks' => ['SMTP_PASSWORD=“hunter2”', 'has quotation marks of a word processor'];
        yield 'half of them' => ['SMTP_PASSWORD=hunter2”', 'has quotation marks of a word processor'];
        yield 'German ones' => ['SMTP_PASSWORD=‚hunter2‘', 'has quotation marks of a word processor'];
        yield 'backticks, which are quotation marks to others' => ['SMTP_PASSWORD=`hunter2`', 'has quotation marks of a word processor'];
        yield 'Latin-1' => ["SMTP_PASSWORD=hunter2\xE4", 'is not UTF-8: save the file'];
        yield 'Latin-1 in quotation marks' => ["SMTP_PASSWORD='hunter2\xE4'", 'is not UTF-8: save the file'];
        yield 'a control character' => ["SMTP_PASSWORD=hunter2\x00", 'has an invisible character'];
        yield 'a control character in quotation marks' => ["SMTP_PASSWORD='hunter2\tx'", 'has an invisible character'];
        yield 'an end of line that is none' => ["SMTP_PASSWORD=hunter2\rSMTP_PORT=25", 'has an invisible character'];
        yield 'a space of no width' => ["SMTP_PASSWORD=hunter2\u{200B}", 'has an invisible character'];
        yield 'a byte-order mark' => ["SMTP_PASSWORD=\u{FEFF}hunter2", 'has an invisible character'];
        yield 'as YAML has it' => ['SMTP_PASSWORD: hunter2', 'is not KEY=value', false];
        yield 'no value' => ['SMTP_PASSWORD', 'is not KEY=value', false];
        yield 'no key' => ['=hunter2', 'is not KEY=value', false];
        yield 'in lower case' => ['smtp_password=hunter2', 'with the key in capitals', false];
        yield 'a key in quotation marks' => ['"SMTP_PASSWORD"=hunter2', 'is not KEY=value', false];
        yield 'a strange space before the equals sign' => ["SMTP_PASSWORD\u{A0}=hunter2", 'is not KEY=value', false];
        yield 'a comment of another language' => ['; hunter2', 'is not KEY=value', false];
        yield 'twice' => ["MAIL_TO='hunter2@example.com'", 'MAIL_TO is set in line 3 already. Delete one of them.', false];
    }

    public function test_every_fault_of_the_file_is_named_with_those_of_its_values_and_once(): void
    {
        $faults = $this->faultsOf("SMTP_HOST=smtp.example.co.za\nMAIL_FROM=nobody\nMAIL_TO=sales@example.co.za #all\nSMTP_USERNAME=website\nSMTP_PASSWORD=\"hunter2\nhunter2\"\n");

        self::assertSame(['MAIL_TO has', 'SMTP_PASSWORD has', 'is not'], array_map(static fn(string $fault): string => (string) preg_replace('/^.*, line \d+: (?:this )?(\S+ \S+).*$/', '$1', $fault), \array_slice($faults, 0, 3)));
        self::assertStringStartsWith('MAIL_FROM must be', $faults[3] ?? '');
        self::assertCount(4, $faults);
    }

    #[TestWith(['UTF-16LE', "\xFF\xFE"])]
    #[TestWith(['UTF-16BE', "\xFE\xFF"])]
    public function test_a_file_in_utf_16_is_refused_in_one_sentence(string $encoding, string $mark): void
    {
        $faults = $this->faultsOf($mark . mb_convert_encoding("SMTP_HOST=smtp.example.co.za\nSMTP_PASSWORD=hunter2\n", $encoding, 'UTF-8'));

        self::assertSame(["{$this->folder}/.env is saved as UTF-16: save it as UTF-8."], $faults);
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

    /** @return non-empty-list<string> */
    private function faultsOf(string $env): array
    {
        try {
            Configuration::load($this->folderWith($env));
        } catch (InvalidConfiguration $invalid) {
            self::assertStringNotContainsString('hunter2', (string) $invalid);

            return $invalid->faults;
        }
        self::fail('The faulty file was taken.');
    }

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
