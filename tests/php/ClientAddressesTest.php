<?php

declare(strict_types=1);

namespace Enquiry\Tests;

use Enquiry\Configuration\Configuration;
use Enquiry\Http\ClientAddresses;
use Enquiry\Tests\Support\Children;
use Enquiry\Tests\Support\DataFolders;
use Enquiry\Tests\Support\Desk;
use Enquiry\Tests\Support\Environment;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\TestWith;
use PHPUnit\Framework\TestCase;
use Random\Randomizer;
use Symfony\Component\HttpFoundation\Request;

final class ClientAddressesTest extends TestCase
{
    private const KEY = ['ADDRESS_KEY' => 'a-key-of-thirty-two-characters!!'];
    private const OWN_KEY = ['ADDRESS_KEY' => ''];

    private string $folder;

    protected function setUp(): void
    {
        $this->folder = DataFolders::fresh();
    }

    /** @param array<string, string> $headers */
    #[DataProvider('clients')]
    public function test_only_trusted_proxies_may_name_the_client(string $connection, array $headers, string $client): void
    {
        self::assertSame($this->hash($client), $this->hash($connection, $headers));
    }

    /** @return iterable<string, array{string, array<string, string>, string}> */
    public static function clients(): iterable
    {
        yield 'no proxy' => ['192.0.2.1', [], '192.0.2.1'];
        yield 'a stranger who forges the header' => ['192.0.2.1', ['X-Forwarded-For' => '198.51.100.7'], '192.0.2.1'];
        yield 'a proxy' => ['10.0.0.5', ['X-Forwarded-For' => '198.51.100.7'], '198.51.100.7'];
        yield 'a proxy in a range' => ['2001:db8:aaaa::9', ['X-Forwarded-For' => '198.51.100.7'], '198.51.100.7'];
        yield 'two proxies' => ['10.0.0.5', ['X-Forwarded-For' => '198.51.100.7, 2001:db8:aaaa::9'], '198.51.100.7'];
        yield 'a client that forges the beginning of the chain' => ['10.0.0.5', ['X-Forwarded-For' => '203.0.113.1, 10.0.0.5, 198.51.100.7'], '198.51.100.7'];
        yield 'a chain of nonsense' => ['10.0.0.5', ['X-Forwarded-For' => 'unknown, [, <script>'], '10.0.0.5'];
        yield 'a client whose own Forwarded header contradicts the proxy' => ['10.0.0.5', ['X-Forwarded-For' => '198.51.100.7', 'Forwarded' => 'for=203.0.113.1'], '198.51.100.7'];
    }

    #[TestWith(['192.0.2.1', '192.0.2.2', false])]
    #[TestWith(['::ffff:192.0.2.1', '::ffff:192.0.2.2', false])]
    #[TestWith(['2001:db8::1', '2001:db8:0:0:ffff:ffff:ffff:ffff', true])]
    #[TestWith(['2001:db8::1', '2001:db8:0:1::1', false])]
    public function test_an_ipv6_client_is_its_first_64_bits(string $one, string $another, bool $same): void
    {
        self::assertSame($same, $this->hash($one) === $this->hash($another));
    }

    public function test_an_address_is_kept_only_as_a_keyed_hash(): void
    {
        $hash = $this->hash('192.0.2.1');

        self::assertSame(hash_hmac('sha256', '192.0.2.1', self::KEY['ADDRESS_KEY']), $hash);
        self::assertNotSame($hash, $this->hash('192.0.2.1', settings: ['ADDRESS_KEY' => 'another-key,-as-long-as-it-must-be']));
        self::assertDirectoryDoesNotExist($this->folder);
    }

    #[TestWith([''])]
    #[TestWith(['unix:'])]
    public function test_a_connection_without_an_ip_address_is_not_counted(string $connection): void
    {
        self::assertNull($this->hash($connection));
    }

    public function test_a_missing_key_is_created_and_readable_by_its_owner_only(): void
    {
        $hash = $this->hash('192.0.2.1', settings: self::OWN_KEY);
        $key = (string) file_get_contents("{$this->folder}/address.key");

        self::assertMatchesRegularExpression('/^[0-9a-f]{64}$/D', $key);
        self::assertSame('0600', substr(\sprintf('%o', fileperms("{$this->folder}/address.key")), -4));
        self::assertSame($hash, $this->hash('192.0.2.1', settings: ['ADDRESS_KEY' => $key]));
        self::assertSame($hash, $this->hash('192.0.2.1', settings: self::OWN_KEY));
    }

    public function test_a_key_that_a_full_disk_cut_short_is_created_again(): void
    {
        mkdir($this->folder);
        file_put_contents("{$this->folder}/address.key", str_repeat('a', 40));
        $hash = $this->hash('192.0.2.1', settings: self::OWN_KEY);
        self::assertSame(64, filesize("{$this->folder}/address.key"));
        self::assertSame($hash, $this->hash('192.0.2.1', settings: self::OWN_KEY));
    }

    public function test_simultaneous_first_requests_agree_on_one_key(): void
    {
        $hashes = Children::run(16, fn(): \Closure => fn(): string => (string) $this->hash('192.0.2.1', settings: self::OWN_KEY));

        self::assertCount(1, array_unique($hashes));
    }

    public function test_an_enquiry_is_accepted_and_logged_if_its_client_cannot_be_counted(): void
    {
        mkdir("{$this->folder}/address.key", recursive: true);
        $environment = Environment::for(1, self::OWN_KEY + ['DATA_DIR' => $this->folder, 'RATE_LIMIT' => '1']);

        foreach (['First', 'Second'] as $subject) {
            self::assertSame(200, Desk::post($environment, ['subject' => $subject])->status);
        }
        self::assertStringContainsString('Clients cannot be counted', Environment::log($environment));
    }

    /**
     * @param array<string, string> $headers
     * @param array<string, string> $settings
     */
    private function hash(string $connection, array $headers = [], array $settings = []): ?string
    {
        Request::setTrustedProxies(['10.0.0.5', '2001:db8:aaaa::/48'], Request::HEADER_X_FORWARDED_FOR | Request::HEADER_X_FORWARDED_PROTO);
        $request = Request::create('/contact_process.php', 'POST', server: ['REMOTE_ADDR' => $connection]);
        $request->headers->add($headers);
        $configuration = Configuration::fromArray(Environment::for(1, $settings + self::KEY + ['DATA_DIR' => $this->folder]));

        return array_key_first((new ClientAddresses($configuration->addressKey, $configuration->folder(), new Randomizer(), 20))->limitsOf($request));
    }
}
