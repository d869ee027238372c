<?php

declare(strict_types=1);

namespace Enquiry\Tests;

use Enquiry\Database\DataFolder;
use Enquiry\Http\ClientAddresses;
use Enquiry\Tests\Support\DataFolders;
use Enquiry\Tests\Support\PrivateFile;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\TestWith;
use PHPUnit\Framework\TestCase;
use Symfony\Component\HttpFoundation\Request;

final class ClientAddressesTest extends TestCase
{
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
        yield 'a stranger who forges the header' => ['192.0.2.1', ['X-Forwarded-For' => '198.51.100.7'], '192.0.2.1'];
        yield 'a proxy' => ['10.0.0.5', ['X-Forwarded-For' => '198.51.100.7'], '198.51.100.7'];
        yield 'two proxies, one of a range' => ['10.0.0.5', ['X-Forwarded-For' => '198.51.100.7, 2001:db8:aaaa::9'], '198.51.100.7'];
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

    public function test_an_address_is_kept_only_as_a_hash_with_a_private_key_and_a_connection_without_one_is_not_counted(): void
    {
        mkdir($this->folder);
        $file = "{$this->folder}/" . PrivateFile::ADDRESS_KEY;
        file_put_contents($file, 'cut short by a full disk');
        $hash = $this->hash('192.0.2.1');
        $key = (string) file_get_contents($file);

        self::assertMatchesRegularExpression('/^[0-9a-f]{64}$/D', $key);
        self::assertSame(hash_hmac('sha256', '192.0.2.1', $key), $hash);
        unlink($file);
        self::assertNotSame($hash, $this->hash('192.0.2.1'));
        self::assertSame('0600', substr(\sprintf('%o', fileperms($file)), -4));
        self::assertNull($this->hash('unix:'));
    }

    /** @param array<string, string> $headers */
    private function hash(string $connection, array $headers = []): ?string
    {
        Request::setTrustedProxies(['10.0.0.5', '2001:db8:aaaa::/48'], Request::HEADER_X_FORWARDED_FOR | Request::HEADER_X_FORWARDED_PROTO);
        $request = Request::create('/contact_process.php', 'POST', server: ['REMOTE_ADDR' => $connection]);
        $request->headers->add($headers);

        return (new ClientAddresses(new DataFolder($this->folder)))->client($request);
    }
}
