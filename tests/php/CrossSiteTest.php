<?php

declare(strict_types=1);

namespace Enquiry\Tests;

use Enquiry\Tests\Support\Answer;
use Enquiry\Tests\Support\Desk;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\TestWith;
use PHPUnit\Framework\TestCase;

final class CrossSiteTest extends TestCase
{
    private const HOST = ['Host' => 'www.kokerboom.example'];
    private const SITE = ['SITE_URL' => 'https://shop.example'];
    private const TOKEN = '0123456789abcdef';

    /** @param array<string, string> $headers */
    #[DataProvider('fetchMetadata')]
    public function test_fetch_metadata_decides_before_the_origin(array $headers, bool $served): void
    {
        self::assertServed($served, Desk::knock(self::SITE, $headers + self::HOST));
    }

    /** @return iterable<string, array{array<string, string>, bool}> */
    public static function fetchMetadata(): iterable
    {
        yield 'the site itself' => [['Sec-Fetch-Site' => 'same-origin', 'Origin' => 'https://www.kokerboom.example'], true];
        yield 'the site itself, which sends no referrers' => [['Sec-Fetch-Site' => 'same-origin', 'Origin' => 'null'], true];
        yield 'the visitor, by a reload' => [['Sec-Fetch-Site' => 'none', 'Origin' => 'null'], true];
        yield 'another site' => [['Sec-Fetch-Site' => 'cross-site', 'Origin' => 'https://other.example'], false];
        yield 'another site, whose proxy changes Origin to ours' => [['Sec-Fetch-Site' => 'cross-site', 'Origin' => 'https://www.kokerboom.example'], false];
        yield 'another site without a word of Origin' => [['Sec-Fetch-Site' => 'cross-site'], false];
        yield 'a sibling' => [['Sec-Fetch-Site' => 'same-site', 'Origin' => 'https://shop.kokerboom.example'], false];
        yield 'SITE_URL, if another name of the host redirects' => [['Sec-Fetch-Site' => 'cross-site', 'Origin' => 'https://shop.example'], true];
        yield 'the name of SITE_URL over plain HTTP' => [['Sec-Fetch-Site' => 'cross-site', 'Origin' => 'http://shop.example'], false];
        yield 'a word of the future, from another site' => [['Sec-Fetch-Site' => 'same-galaxy', 'Origin' => 'https://other.example'], false];
        yield 'a word of the future, from the site' => [['Sec-Fetch-Site' => 'same-galaxy', 'Origin' => 'https://www.kokerboom.example'], true];
    }

    #[DataProvider('origins')]
    public function test_without_fetch_metadata_the_origin_must_be_the_host_or_site_url(string $origin, string $host, bool $served): void
    {
        self::assertServed($served, Desk::knock(self::SITE, ['Origin' => $origin, 'Host' => $host]));
    }

    /** @return iterable<string, array{string, string, bool}> */
    public static function origins(): iterable
    {
        yield 'the site' => ['https://www.kokerboom.example', 'www.kokerboom.example', true];
        yield 'the site over plain HTTP, in other letters' => ['http://www.kokerboom.example', 'WWW.Kokerboom.example', true];
        yield 'the site on another port' => ['http://localhost:4173', 'localhost:4173', true];
        yield 'the usual port and the root of the DNS spelt out' => ['https://www.kokerboom.example', 'www.kokerboom.example.:443', true];
        yield 'an address in brackets' => ['http://[::1]:8080', '[::1]:8080', true];
        yield 'SITE_URL' => ['https://shop.example', 'www.kokerboom.example', true];
        yield 'no origin, left empty by a proxy' => ['', 'www.kokerboom.example', true];
        yield 'another site' => ['https://other.example', 'www.kokerboom.example', false];
        yield 'another port of the host' => ['http://localhost:5173', 'localhost:4173', false];
        yield 'a name that begins like ours' => ['https://www.kokerboom.example.other.example', 'www.kokerboom.example', false];
        yield 'a name that ends like ours' => ['https://other-www.kokerboom.example', 'www.kokerboom.example', false];
        yield 'a host that was not said' => ['https://www.kokerboom.example', '', false];
        yield 'a page that hides from a host of that name' => ['null', 'null', false];
        yield 'two origins' => ['https://www.kokerboom.example, https://other.example', 'www.kokerboom.example', false];
        yield 'another scheme' => ['chrome-extension://www.kokerboom.example', 'www.kokerboom.example', false];
        yield 'a user before another host' => ['https://www.kokerboom.example@other.example', 'www.kokerboom.example', false];
        yield 'a host that is none' => ['https://other.example', 'other.example/?', false];
        yield 'a line break' => ["https://www.kokerboom.example\n", 'www.kokerboom.example', false];
    }

    public function test_no_header_causes_an_internal_error(): void
    {
        foreach (['Origin', 'Sec-Fetch-Site', 'Host', 'Cookie', 'X-XSRF-TOKEN', 'X-Forwarded-For', 'X-Forwarded-Proto'] as $name) {
            foreach (['', ' ', '[', ':', ';=,', "\xFF\0\n", '[::1', 'a:b:c', '%', '"', 'for="[";host=";', str_repeat('a=b;', 2000)] as $value) {
                $headers = [$name => $value] + ['Origin' => 'https://www.kokerboom.example'] + self::HOST;
                $answer = Desk::knock(['TRUSTED_PROXIES' => '10.0.0.5'], $headers, ['REMOTE_ADDR' => '10.0.0.5']);

                self::assertContains($answer->status, [403, 422], "{$name}: " . addcslashes(substr($value, 0, 20), "\0..\37\177..\377"));
            }
        }
    }

    public function test_an_answer_sets_a_valid_token_if_the_request_repeated_none(): void
    {
        $first = Desk::knock([], self::HOST)->headers['set-cookie'] ?? '';
        self::assertMatchesRegularExpression('/^XSRF-TOKEN=[0-9a-f]{32}; path=\/; samesite=strict$/D', $first);
        self::assertArrayHasKey('set-cookie', Desk::knock([], self::token('', ''))->headers);
        preg_match('/^XSRF-TOKEN=([0-9a-f]+);/', Desk::knock([], self::token(self::TOKEN, 'another'))->headers['set-cookie'] ?? '', $found);
        $second = Desk::knock([], self::token($found[1] ?? '', $found[1] ?? ''));

        self::assertServed(true, $second);
        self::assertArrayNotHasKey('set-cookie', $second->headers);
    }

    /**
     * @param array<string, string> $headers
     * @param array<string, string> $server
     */
    #[TestWith([[], ['HTTPS' => 'on'], true])]
    #[TestWith([[], ['HTTPS' => 'off'], false])]
    #[TestWith([['X-Forwarded-Proto' => 'https'], ['REMOTE_ADDR' => '10.0.0.5'], true])]
    #[TestWith([['X-Forwarded-Proto' => 'https'], ['REMOTE_ADDR' => '192.0.2.1'], false])]
    public function test_the_cookie_is_secure_if_the_request_used_https(array $headers, array $server, bool $secure): void
    {
        $cookie = Desk::knock(['TRUSTED_PROXIES' => '10.0.0.5'], $headers, $server)->headers['set-cookie'] ?? '';

        self::assertSame($secure, str_contains($cookie, '; secure;'));
    }

    /** @param array<string, string> $headers */
    #[DataProvider('tokens')]
    public function test_a_cookie_must_be_repeated_if_no_header_says_where_the_request_comes_from(array $headers, bool $served): void
    {
        self::assertServed($served, Desk::knock([], $headers + self::HOST), 'invalid_token');
    }

    /** @return iterable<string, array{array<string, string>, bool}> */
    public static function tokens(): iterable
    {
        yield 'repeated, among other cookies' => [['Cookie' => 'a=b; XSRF-TOKEN=' . self::TOKEN . ';c', 'X-XSRF-TOKEN' => self::TOKEN], true];
        yield 'set by another program, encoded, and repeated decoded' => [self::token('eyJ%2Fa%3D', 'eyJ/a='), true];
        yield 'one of two, the first repeated, as PHP and the page read them' => [['Cookie' => 'XSRF-TOKEN=first; XSRF-TOKEN=second', 'X-XSRF-TOKEN' => 'first'], true];
        yield 'an empty cookie counts as none' => [['Cookie' => 'XSRF-TOKEN='], true];
        yield 'a header alone has nothing to repeat' => [['X-XSRF-TOKEN' => self::TOKEN], true];
        yield 'in part' => [self::token(self::TOKEN, '0123456789abcde'), false];
        yield 'a zero repeated as another zero' => [self::token('0e1', '0e2'), false];
        yield 'not repeated' => [['Cookie' => 'XSRF-TOKEN=' . self::TOKEN], false];
        yield 'not repeated by a page of ours, by Fetch Metadata' => [['Cookie' => 'XSRF-TOKEN=' . self::TOKEN, 'Sec-Fetch-Site' => 'same-origin'], true];
        yield 'not repeated by a page of ours, by its origin' => [['Cookie' => 'XSRF-TOKEN=' . self::TOKEN, 'Origin' => 'https://www.kokerboom.example'], true];
    }

    /** @return array<string, string> */
    private static function token(string $cookie, string $header): array
    {
        return ['Cookie' => "XSRF-TOKEN={$cookie}", 'X-XSRF-TOKEN' => $header];
    }

    private static function assertServed(bool $served, Answer $answer, string $refusal = 'cross_site'): void
    {
        self::assertSame($served ? 'invalid_fields' : $refusal, $answer->json()['code'] ?? null);
        self::assertSame($served ? 422 : 403, $answer->status);
    }
}
