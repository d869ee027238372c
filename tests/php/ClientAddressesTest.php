<?php

declare(strict_types=1);

namespace Enquiry\Tests;

use Enquiry\Configuration\Configuration;
use Enquiry\Http\ClientAddresses;
use Enquiry\Http\RequestReader;
use Enquiry\Tests\Support\Environment;
use Enquiry\Tests\Support\Lines;
use Monolog\Handler\TestHandler;
use Monolog\Logger;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\TestWith;
use PHPUnit\Framework\TestCase;
use Random\Engine\Xoshiro256StarStar;
use Random\Randomizer;
use Symfony\Component\Filesystem\Filesystem;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\Process\InputStream;
use Symfony\Component\Process\Process;

/** Who counts as the same client, and what is kept of an address. */
final class ClientAddressesTest extends TestCase
{
    private const KEY = ['ADDRESS_KEY' => 'a key of thirty-two characters!!'];
    private const PROXIES = ['TRUSTED_PROXIES' => '10.0.0.5, 2001:db8:aaaa::/48'];

    private string $folder;
    private TestHandler $log;

    protected function setUp(): void
    {
        $this->folder = sys_get_temp_dir() . '/addresses-' . bin2hex(random_bytes(6));
        $this->log = new TestHandler();
    }

    protected function tearDown(): void
    {
        (new Filesystem())->remove($this->folder);
    }

    /** @param array<string, string> $headers */
    #[DataProvider('clients')]
    public function test_the_client_is_found_behind_proxies_that_are_trusted_and_no_others(string $connection, array $headers, string $client): void
    {
        self::assertSame($this->hash($client), $this->hash($connection, $headers));
    }

    /** @return iterable<string, array{string, array<string, string>, string}> */
    public static function clients(): iterable
    {
        yield 'no proxy' => ['192.0.2.1', [], '192.0.2.1'];
        yield 'a stranger who forges the header' => ['192.0.2.1', ['X-Forwarded-For' => '198.51.100.7'], '192.0.2.1'];
        yield 'a stranger who forges the standard header' => ['192.0.2.1', ['Forwarded' => 'for=198.51.100.7'], '192.0.2.1'];
        yield 'a proxy' => ['10.0.0.5', ['X-Forwarded-For' => '198.51.100.7'], '198.51.100.7'];
        yield 'a proxy that speaks the standard' => ['10.0.0.5', ['Forwarded' => 'for="[2001:db8:1::1]:4711"'], '2001:db8:1::1'];
        yield 'a proxy on an IPv6 socket' => ['::ffff:10.0.0.5', ['X-Forwarded-For' => '198.51.100.7'], '198.51.100.7'];
        yield 'a proxy in a range' => ['2001:db8:aaaa::9', ['X-Forwarded-For' => '198.51.100.7'], '198.51.100.7'];
        yield 'two proxies' => ['10.0.0.5', ['X-Forwarded-For' => '198.51.100.7, 2001:db8:aaaa::9'], '198.51.100.7'];
        yield 'a client that forges the beginning of the chain' => ['10.0.0.5', ['X-Forwarded-For' => '203.0.113.1, 10.0.0.5, 198.51.100.7'], '198.51.100.7'];
        yield 'a port at the end' => ['10.0.0.5', ['X-Forwarded-For' => '198.51.100.7:4711'], '198.51.100.7'];
        yield 'a chain of nonsense' => ['10.0.0.5', ['X-Forwarded-For' => 'unknown, [, <script>'], '10.0.0.5'];
        yield 'a client whose own header contradicts the proxy' => ['10.0.0.5', ['X-Forwarded-For' => '198.51.100.7', 'Forwarded' => 'for=203.0.113.1'], '10.0.0.5'];
    }

    #[TestWith(['192.0.2.1', '192.0.2.1', true])]
    #[TestWith(['192.0.2.1', '192.0.2.2', false])]
    #[TestWith(['192.0.2.1', '::ffff:192.0.2.1', true])]
    #[TestWith(['192.0.2.1', '::FFFF:c000:201', true])]
    #[TestWith(['192.0.2.1', '::192.0.2.1', false])]
    #[TestWith(['2001:db8::1', '2001:db8:0:0:ffff:ffff:ffff:ffff', true])]
    #[TestWith(['2001:db8::1', '2001:db8:0:1::1', false])]
    #[TestWith(['fe80::1', 'fe80::1%eth0', true])]
    public function test_an_ipv6_client_is_its_first_64_bits(string $one, string $another, bool $same): void
    {
        self::assertSame($same, $this->hash($one) === $this->hash($another));
    }

    public function test_nothing_of_an_address_is_kept_but_a_keyed_hash(): void
    {
        $hash = $this->hash('192.0.2.1');

        self::assertMatchesRegularExpression('/^[0-9a-f]{64}$/D', (string) $hash);
        self::assertSame(hash_hmac('sha256', "\xC0\x00\x02\x01", self::KEY['ADDRESS_KEY']), $hash);
        self::assertNotSame($hash, $this->hash('192.0.2.1', settings: ['ADDRESS_KEY' => 'another key, as long as it must be']));
    }

    #[TestWith([''])]
    #[TestWith(['unix:'])]
    #[TestWith(['not an address'])]
    public function test_a_connection_without_an_address_is_nobody_s(string $connection): void
    {
        self::assertNull($this->hash($connection));
    }

    #[DataProvider('hostileValues')]
    public function test_no_header_makes_a_fault_of_our_own(string $header, string $value): void
    {
        self::assertNotNull($this->hash('10.0.0.5', [$header => $value]));
        self::assertNotNull($this->hash('10.0.0.5', [$header => $value, 'X-Forwarded-For' => '198.51.100.7']));
    }

    /** @return iterable<string, array{string, string}> */
    public static function hostileValues(): iterable
    {
        foreach (['Forwarded', 'X-Forwarded-For'] as $header) {
            foreach (['', ' ', ',', '[', ']', '[]', ':', '::', '%', '=', 'for', 'for=', 'for="', 'for=";=,', 'for=[', "\0", "\xFF", '1.2.3', '1.2.3.4:', '1.2.3.4:5:6', str_repeat('for=1.2.3.4,', 1000)] as $value) {
                yield "{$header}: " . addcslashes(substr($value, 0, 20), "\0..\37\177..\377") => [$header, $value];
            }
        }
    }

    public function test_without_a_key_one_is_made_once_that_only_its_owner_can_read(): void
    {
        $hash = $this->hash('192.0.2.1', settings: ['ADDRESS_KEY' => '']);
        $key = (string) file_get_contents("{$this->folder}/address.key");

        self::assertMatchesRegularExpression('/^[0-9a-f]{64}$/D', $key);
        self::assertSame('0600', substr(\sprintf('%o', fileperms("{$this->folder}/address.key")), -4));
        self::assertSame('0700', substr(\sprintf('%o', fileperms($this->folder)), -4));
        self::assertSame($hash, $this->hash('192.0.2.1', settings: ['ADDRESS_KEY' => $key]));
        self::assertSame($hash, $this->hash('192.0.2.1', settings: ['ADDRESS_KEY' => '']));
    }

    #[TestWith([''])]
    #[TestWith(['cut short'])]
    public function test_a_key_that_was_cut_short_is_made_anew(string $content): void
    {
        mkdir($this->folder);
        file_put_contents("{$this->folder}/address.key", $content);
        $hash = $this->hash('192.0.2.1', settings: ['ADDRESS_KEY' => '']);

        self::assertSame(64, filesize("{$this->folder}/address.key"));
        self::assertSame($hash, $this->hash('192.0.2.1', settings: ['ADDRESS_KEY' => '']));
    }

    /** The first is held up while it makes the key; the second comes meanwhile. */
    public function test_requests_that_come_first_together_agree_on_one_key(): void
    {
        $code = \sprintf(
            <<<'PHP'
                require %s;
                $engine = new class implements Random\Engine {
                    private bool $held = false;

                    public function generate(): string
                    {
                        if (!$this->held) {
                            echo "making\n";
                            $this->held = fgets(STDIN) !== false;
                        }

                        return random_bytes(8);
                    }
                };
                echo "here\n";
                echo (new Enquiry\Http\ClientAddresses(new Enquiry\Http\RequestReader([]), null, %s, new Random\Randomizer($engine), static fn(): Psr\Log\NullLogger => new Psr\Log\NullLogger()))->key(), "\n";
                PHP,
            var_export(__DIR__ . '/../../server/vendor/autoload.php', true),
            var_export($this->folder, true),
        );
        [$first, $second] = [new InputStream(), new InputStream()];
        $firstLines = Lines::of($maker = self::start($code, $first));
        $firstLines->nextMatching('/^making$/');
        $secondLines = Lines::of($comer = self::start($code, $second));
        $secondLines->nextMatching('/^here$/');
        $first->write("\n");
        $second->write("\n");
        $key = $firstLines->next();

        self::assertSame($key, $secondLines->next());
        self::assertStringEqualsFile("{$this->folder}/address.key", $key);
        $maker->stop();
        $comer->stop();
    }

    private static function start(string $code, InputStream $input): Process
    {
        $process = new Process([\PHP_BINARY, '-r', $code], input: $input, timeout: 300);
        $process->start();

        return $process;
    }

    public function test_one_question_about_a_request_does_not_change_the_answer_to_the_next(): void
    {
        $reader = new RequestReader(['10.0.0.5']);
        $request = Request::create('/', server: ['REMOTE_ADDR' => '10.0.0.5']);
        $request->headers->add(['X-Forwarded-For' => '198.51.100.7', 'X-Forwarded-Proto' => 'https', 'Forwarded' => 'for=203.0.113.1;proto=http']);

        self::assertFalse($reader->isSecure($request));
        self::assertSame('10.0.0.5', $reader->clientAddressOf($request));
        self::assertFalse($reader->isSecure($request));
    }

    public function test_a_folder_that_cannot_be_written_leaves_clients_uncounted_and_is_logged(): void
    {
        self::assertNull($this->hash('192.0.2.1', settings: ['ADDRESS_KEY' => '', 'DATA_DIR' => '/dev/null/data']));
        self::assertTrue($this->log->hasErrorThatContains('cannot be counted'));
    }

    public function test_a_key_that_was_given_needs_no_folder(): void
    {
        $this->hash('192.0.2.1');

        self::assertDirectoryDoesNotExist($this->folder);
        self::assertStringNotContainsString(self::KEY['ADDRESS_KEY'], print_r($this->addresses(), true));
    }

    /**
     * @param array<string, string> $headers
     * @param array<string, string> $settings
     */
    private function hash(string $connection, array $headers = [], array $settings = []): ?string
    {
        $request = Request::create('/contact_process.php', 'POST', server: ['REMOTE_ADDR' => $connection]);
        $request->headers->add($headers);

        return $this->addresses($settings)->hashOf($request);
    }

    /** @param array<string, string> $settings */
    private function addresses(array $settings = []): ClientAddresses
    {
        $configuration = Configuration::fromArray(Environment::for(1, $settings + self::KEY + self::PROXIES + ['DATA_DIR' => $this->folder]));

        return new ClientAddresses(
            new RequestReader($configuration->proxies),
            $configuration->addressKey,
            $configuration->dataFolder,
            new Randomizer(new Xoshiro256StarStar(1)),
            fn(): Logger => new Logger('test', [$this->log]),
        );
    }
}
