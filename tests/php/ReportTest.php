<?php

declare(strict_types=1);

namespace Enquiry\Tests;

use Enquiry\Application;
use Enquiry\Configuration\Configuration;
use Enquiry\Tests\Support\Answer;
use Enquiry\Tests\Support\Desk;
use Enquiry\Tests\Support\Environment;
use Enquiry\Tests\Support\FixedClock;
use Enquiry\Tests\Support\Queue;
use Enquiry\Tests\Support\WebServer;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\TestWith;
use PHPUnit\Framework\TestCase;
use Symfony\Component\HttpFoundation\Request;

/** What a browser tells of errors in it, and how little of that anybody can make of the log. */
final class ReportTest extends TestCase
{
    private const REPORT = ['kind' => 'hydration', 'name' => 'Error', 'code' => 418, 'page' => 'contactUs', 'frames' => ['app-BxYz.js:1:2345']];

    private string $log;

    /** @var array<string, string> */
    private array $environment;

    protected function setUp(): void
    {
        $this->log = (string) tempnam(sys_get_temp_dir(), 'log-');
        $this->environment = Environment::for(Environment::deadPort(), ['LOG_FILE' => $this->log, 'LOG_LEVEL' => 'warning']);
    }

    protected function tearDown(): void
    {
        unlink($this->log);
    }

    public function test_a_report_is_logged_before_it_is_answered_with_exactly_what_it_says(): void
    {
        $endpoint = Application::reports(Configuration::fromArray($this->environment), new FixedClock(Desk::TIME));
        $answer = Answer::of($endpoint->handle(self::request(self::json(self::REPORT))));

        self::assertSame([204, ''], [$answer->status, $answer->body]);
        self::assertStringContainsString('no-store', $answer->headers['cache-control'] ?? '');
        self::assertSame([['A page failed in a browser.', 'WARNING', ['event' => 'browser error'] + self::REPORT]], $this->logged());
    }

    /** @param array<string, mixed> $report */
    #[DataProvider('soundReports')]
    public function test_whatever_a_browser_may_say_is_logged_as_it_was_said(array $report): void
    {
        self::assertSame(204, $this->report(self::json($report))->status);
        self::assertSame([['A page failed in a browser.', 'WARNING', ['event' => 'browser error'] + $report]], $this->logged());
    }

    /** @return iterable<string, array{array<string, mixed>}> */
    public static function soundReports(): iterable
    {
        foreach (['hydration', 'render', 'uncaught', 'rejection', 'sending'] as $kind) {
            yield $kind => [array_replace(self::REPORT, ['kind' => $kind])];
        }
        yield 'no code' => [array_diff_key(self::REPORT, ['code' => 0])];
        yield 'code 0' => [['kind' => 'render', 'name' => 'Error', 'code' => 0, 'page' => 'index', 'frames' => []]];
        yield 'all of it as long as it may be' => [['kind' => 'uncaught', 'name' => str_repeat('N', 40), 'code' => 9999, 'page' => str_repeat('p', 20), 'frames' => array_fill(0, 8, str_repeat('f', 80) . ':9999999:9999999')]];
        yield 'a file of every kind of character' => [array_replace(self::REPORT, ['frames' => ['app-Bx_0.min.js:1:2']])];
    }

    #[DataProvider('unsoundReports')]
    public function test_what_is_no_report_is_refused_and_not_logged(string $body, string $code = 'malformed_message'): void
    {
        $answer = $this->report($body);

        self::assertSame([400, 'error', $code], [$answer->status, $answer->json()['status'] ?? null, $answer->json()['code'] ?? null]);
        self::assertStringNotContainsString('enquiry', $answer->body);
        self::assertSame([], $this->logged());
    }

    /** @return iterable<string, array{0: string, 1?: string}> */
    public static function unsoundReports(): iterable
    {
        yield 'no JSON' => ['{', 'malformed_json'];
        yield 'nothing' => ['', 'malformed_json'];
        yield 'text that is not UTF-8' => ["{\"kind\":\"\xFF\"}", 'malformed_json'];
        yield 'an empty object' => ['{}'];
        yield 'a list' => ['[]'];
        yield 'a list of a report' => ['[' . self::json(self::REPORT) . ']'];
        yield 'nesting' => [str_repeat('[', 2_000) . str_repeat(']', 2_000)];
        yield 'a name that PHP cannot hold' => ['{"\u0000a":1}'];
        foreach (['kind', 'name', 'page', 'frames'] as $key) {
            yield "no {$key}" => [self::json(array_diff_key(self::REPORT, [$key => 0]))];
            yield "{$key} null" => [self::json([$key => null] + self::REPORT)];
            yield "{$key} a number" => [self::json([$key => 1] + self::REPORT)];
            yield "{$key} an object" => [self::json([$key => ['a' => 'b']] + self::REPORT)];
        }
        yield 'an unknown key' => [self::json(self::REPORT + ['message' => 'Error'])];
        yield 'a key in another case' => [self::json(self::REPORT + ['Kind' => 'render'])];
        foreach ([
            'kind' => ['other', 'Hydration', '', "hydration\n"],
            'name' => ['', 'Type Error', 'zoe@example.co.za', 'Zoë', str_repeat('N', 41), "Error\n", '0821234567'],
            'code' => [-1, 10_000, 4.5, '418', true, null, [418]],
            'page' => ['', 'contact-us', str_repeat('p', 21), "index\n", '/public/index'],
            'frames' => [
                'app.js:1:2', [1], [null], [['app.js:1:2']], array_fill(0, 9, 'app.js:1:2'), ['a' => 'app.js:1:2'],
                ['app.js'], ['app.js:1'], ['app.js:1:'], [':1:2'], ['app.js:1:2:3'], ['app.js:10000000:2'], ["app.js:1:2\n"], ['at app.js:1:2'],
                ['https://kokerboom.example/app.js:1:2'], ['Zoë.js:1:2'], [str_repeat('f', 81) . ':1:2'], ['app.js:1:2', ''],
            ],
        ] as $key => $values) {
            foreach ($values as $number => $value) {
                yield "{$key} out of shape, {$number}" => [self::json([$key => $value] + self::REPORT)];
            }
        }
    }

    /** @param array<string, string> $headers */
    #[DataProvider('pages')]
    public function test_pages_of_other_sites_have_nothing_to_report(array $headers, int $status): void
    {
        $this->environment['ALLOWED_ORIGINS'] = 'https://shop.example';
        $answer = $this->report(self::json(self::REPORT), $headers + ['Host' => 'www.kokerboom.example']);

        self::assertSame($status, $answer->status);
        self::assertCount($status === 204 ? 1 : 0, $this->logged());
        self::assertArrayNotHasKey('set-cookie', $answer->headers);
        if ($status !== 204) {
            self::assertSame('cross_site', $answer->json()['code'] ?? null);
        }
    }

    /** @return iterable<string, array{array<string, string>, int}> */
    public static function pages(): iterable
    {
        yield 'ours' => [['Sec-Fetch-Site' => 'same-origin'], 204];
        yield 'ours by its origin' => [['Origin' => 'https://www.kokerboom.example'], 204];
        yield 'ours, without the token' => [['Sec-Fetch-Site' => 'same-origin', 'Cookie' => 'XSRF-TOKEN=0123456789abcdef'], 204];
        yield 'a listed site' => [['Sec-Fetch-Site' => 'cross-site', 'Origin' => 'https://shop.example'], 204];
        yield 'a browser that says nothing' => [[], 204];
        yield 'another site' => [['Sec-Fetch-Site' => 'cross-site', 'Origin' => 'https://other.example'], 403];
        yield 'another site by its origin' => [['Origin' => 'https://other.example'], 403];
    }

    public function test_what_is_no_post_of_json_is_refused_as_an_enquiry_would_be(): void
    {
        $get = $this->handle(self::request('', method: 'GET'));
        self::assertSame([405, 'method_not_allowed', 'POST'], [$get->status, $get->json()['code'] ?? null, $get->headers['allow'] ?? null]);
        self::assertSame('application/json; charset=utf-8', $get->headers['content-type'] ?? null);
        self::assertStringContainsString('no-store', $get->headers['cache-control'] ?? '');
        foreach (['', 'text/plain', 'application/x-www-form-urlencoded'] as $type) {
            $answer = $this->report(self::json(self::REPORT), ['Content-Type' => $type]);
            self::assertSame([415, 'unsupported_media_type'], [$answer->status, $answer->json()['code'] ?? null]);
        }
        self::assertSame(204, $this->report(self::json(self::REPORT), ['Content-Type' => 'Application/JSON; charset=utf-8'])->status);
        self::assertCount(1, $this->logged());
    }

    /** @param array<string, string> $headers */
    #[TestWith([[]])]
    #[TestWith([['Content-Length' => '']])]
    public function test_more_than_4_kb_are_left_unread(array $headers): void
    {
        $most = str_pad(self::json(self::REPORT), 4_096);

        self::assertSame(204, $this->report($most, $headers)->status);
        $answer = $this->report("{$most} ", $headers);
        self::assertSame([413, 'payload_too_large'], [$answer->status, $answer->json()['code'] ?? null]);
        self::assertStringContainsString('4 KB', $answer->body);
        self::assertCount(1, $this->logged());
    }

    public function test_one_address_gets_five_reports_into_the_log_in_ten_minutes(): void
    {
        for ($i = 0; $i < 5; ++$i) {
            self::assertSame(204, $this->report(self::json(self::REPORT))->status);
        }
        self::assertSame(400, $this->report('{}')->status, 'what is no report is not counted either');
        $sixth = $this->report(self::json(self::REPORT));

        self::assertSame([429, 'too_many_requests', '600'], [$sixth->status, $sixth->json()['code'] ?? null, $sixth->headers['retry-after'] ?? null]);
        self::assertSame('1', $this->report(self::json(self::REPORT), time: '2026-03-06 22:52:06 UTC')->headers['retry-after'] ?? null);
        self::assertCount(5, $this->logged());
        self::assertSame(204, $this->report(self::json(self::REPORT), server: ['REMOTE_ADDR' => '192.0.2.7'])->status);
        self::assertSame(204, $this->report(self::json(self::REPORT), time: '2026-03-06 22:52:07 UTC')->status);
        self::assertCount(7, $this->logged());
    }

    public function test_all_addresses_together_get_sixty_into_it(): void
    {
        $statuses = [];
        for ($i = 0; $i < 64; ++$i) {
            $statuses[] = $this->report(self::json(self::REPORT), server: ['REMOTE_ADDR' => '192.0.2.' . intdiv($i, 5)])->status;
        }

        self::assertSame([204 => 60, 429 => 4], array_count_values($statuses));
        self::assertSame(array_fill(0, 4, 429), \array_slice($statuses, 60));
        self::assertCount(60, $this->logged());
        self::assertSame(429, $this->report(self::json(self::REPORT), server: ['REMOTE_ADDR' => ''])->status, 'nor does a client without an address');
        self::assertSame(204, $this->report(self::json(self::REPORT), time: '2026-03-06 22:52:07 UTC')->status);
    }

    public function test_what_a_worker_forgets_is_no_report_of_the_last_ten_minutes(): void
    {
        $this->environment['RATE_WINDOW'] = '60';
        for ($i = 0; $i < 5; ++$i) {
            $this->report(self::json(self::REPORT));
        }
        $queue = new Queue($this->environment);
        $queue->now += 599;
        $queue->work();

        self::assertSame('1', $this->report(self::json(self::REPORT), time: "@{$queue->now}")->headers['retry-after'] ?? null);
    }

    public function test_reports_and_enquiries_are_counted_apart(): void
    {
        $this->environment['RATE_LIMIT'] = '2';
        for ($i = 0; $i < 6; ++$i) {
            $this->report(self::json(self::REPORT));
        }
        self::assertSame([200, 200, 429], array_map(fn(): int => Desk::post($this->environment)->status, range(1, 3)));
        self::assertSame(204, $this->report(self::json(self::REPORT), time: '2026-03-06 22:52:07 UTC')->status);
    }

    public function test_without_a_store_nothing_can_be_counted_and_so_nothing_is_logged(): void
    {
        $this->environment['DATA_DIR'] = '/dev/null/data';
        $this->environment['ADDRESS_KEY'] = str_repeat('k', 32);
        $answer = $this->report(self::json(self::REPORT));

        self::assertSame([503, 'unavailable'], [$answer->status, $answer->json()['code'] ?? null]);
        self::assertSame([], $this->logged());
    }

    public function test_a_fault_of_our_own_is_logged_as_one(): void
    {
        $answer = $this->report(self::json(self::REPORT), time: 'a clock that is broken');

        self::assertSame([500, 'server_error'], [$answer->status, $answer->json()['code'] ?? null]);
        self::assertSame([['A report was not answered because of a fault.', 'CRITICAL']], array_map(static fn(array $line): array => \array_slice($line, 0, 2), $this->logged()));
    }

    public function test_it_answers_over_http(): void
    {
        $site = WebServer::start($this->environment);
        try {
            $answer = $site->request('POST', ['Content-Type' => 'application/json'], self::json(self::REPORT), '/contact_report.php');
            self::assertSame([204, '', null], [$answer->status, $answer->body, $answer->headers['content-type'] ?? null]);
            self::assertCount(1, $this->logged());
            $chunked = \sprintf("%x\r\n%s\r\n0\r\n\r\n", 4_097, str_repeat(' ', 4_097));
            self::assertSame(413, $site->request('POST', ['Content-Type' => 'application/json', 'Transfer-Encoding' => 'chunked'], $chunked, '/contact_report.php')->status);
            self::assertSame(405, $site->request('GET', ['X-HTTP-Method-Override' => 'POST', 'Content-Type' => 'application/json'], '', '/contact_report.php')->status);
        } finally {
            $site->stop();
        }
    }

    public function test_a_broken_configuration_is_told_as_everywhere(): void
    {
        $site = WebServer::start(['RATE_LIMIT' => 'many'] + $this->environment);
        try {
            $answer = $site->request('POST', ['Content-Type' => 'application/json'], self::json(self::REPORT), '/contact_report.php');
            self::assertSame([500, 'server_error'], [$answer->status, $answer->json()['code'] ?? null]);
        } finally {
            $site->stop();
        }
    }

    /**
     * @param array<string, string> $headers
     * @param array<string, string> $server
     */
    private function report(string $body, array $headers = [], array $server = [], string $time = Desk::TIME): Answer
    {
        return $this->handle(self::request($body, $headers, $server), $time);
    }

    private function handle(Request $request, string $time = Desk::TIME): Answer
    {
        return Answer::of(Application::reports(Configuration::fromArray($this->environment), new FixedClock($time))->handle($request));
    }

    /**
     * @param array<string, string> $headers
     * @param array<string, string> $server
     */
    private static function request(string $body, array $headers = [], array $server = [], string $method = 'POST'): Request
    {
        $server += ['CONTENT_TYPE' => 'application/json', 'CONTENT_LENGTH' => (string) \strlen($body)];
        $request = Request::create('/contact_report.php', $method, server: $server, content: $body);
        $request->headers->add($headers);

        return $request;
    }

    /** @param array<string, mixed> $report */
    private static function json(array $report): string
    {
        return json_encode($report, \JSON_THROW_ON_ERROR);
    }

    /** @return list<array{mixed, mixed, mixed}> message, level and context of each line */
    private function logged(): array
    {
        $lines = file($this->log, \FILE_IGNORE_NEW_LINES | \FILE_SKIP_EMPTY_LINES);
        \assert($lines !== false);

        return array_map(static function (string $line): array {
            $decoded = json_decode($line, true, 8, \JSON_THROW_ON_ERROR);
            \assert(\is_array($decoded));

            return [$decoded['message'] ?? null, $decoded['level_name'] ?? null, $decoded['context'] ?? null];
        }, $lines);
    }
}
