<?php

declare(strict_types=1);

namespace Enquiry\Tests;

use Enquiry\Tests\Support\Answer;
use Enquiry\Tests\Support\Desk;
use Enquiry\Tests\Support\Environment;
use Enquiry\Tests\Support\FixedClock;
use Enquiry\Tests\Support\Operator;
use Enquiry\Tests\Support\Queue;
use PHPUnit\Framework\Attributes\TestWith;
use PHPUnit\Framework\TestCase;

/** What strangers, and what hosts put in front, can cause at the endpoint. */
final class StrangersTest extends TestCase
{
    private const FORM = 'application/x-www-form-urlencoded';
    private const AS_FORM = ['Accept' => 'application/json', 'Idempotency-Key' => 'a-key'];

    #[TestWith(['application/json'])]
    #[TestWith([self::FORM])]
    public function test_a_body_that_never_comes_is_the_client_s_error_and_no_alarm(string $type): void
    {
        $environment = self::environment();
        for ($request = 0; $request < 3; ++$request) {
            self::assertSame(400, Desk::postFormBody($environment, '', ['Content-Type' => $type, 'Content-Length' => '60000'])->status);
        }

        self::assertSame([], self::lines($environment));
        self::assertSame([], self::statusOf($environment)['reasons'] ?? null);
    }

    public function test_an_error_that_strangers_repeat_is_logged_once_in_ten_seconds(): void
    {
        $environment = self::environment();
        (new Queue($environment))->fill();
        foreach ([0, 1, 9, 10] as $seconds) {
            self::assertSame(503, Desk::post($environment, ['subject' => "At {$seconds}"], time: self::later($seconds))->status);
        }

        self::assertCount(2, self::lines($environment, 'not stored'));
    }

    public function test_requests_over_the_rate_limit_leave_a_line_and_are_seen_in_status(): void
    {
        $environment = self::environment(['RATE_LIMIT' => '1']);
        self::assertArrayNotHasKey('events', self::statusOf($environment));
        for ($request = 0; $request < 4; ++$request) {
            Desk::post($environment, ['subject' => "Number {$request}"]);
        }

        self::assertCount(1, self::lines($environment, 'limited'));
        self::assertSame(['Refused by RATE_LIMIT' => 'last 0 seconds ago'], self::statusOf($environment)['events'] ?? null);
        self::assertStringContainsString('last 2 hours ago', Operator::call($environment, new FixedClock(self::later(7200)), 'status', exitCode: 1));
        self::assertArrayNotHasKey('events', self::statusOf($environment, self::later(172_800), 1), 'two days later');
    }

    public function test_a_form_sent_by_the_page_s_script_is_answered_in_json_and_noted(): void
    {
        $environment = self::environment();
        $answer = Desk::postForm($environment, headers: self::AS_FORM);

        self::assertSame([200, ['status' => 'success']], [$answer->status, $answer->json()]);
        $record = Desk::record($environment);
        self::assertSame($record->reference, $answer->headers['enquiry-reference'] ?? null);
        self::assertCount(1, self::lines($environment, 'firewall'));
        self::assertSame(['Sent as a form, because JSON was refused' => 'last 0 seconds ago'], self::statusOf($environment)['events'] ?? null);
        $json = Desk::post($environment, headers: self::AS_FORM);
        self::assertSame($record->reference, $json->headers['enquiry-reference'] ?? null, 'the same key');
    }

    public function test_a_program_that_posts_a_form_without_a_key_is_not_noted(): void
    {
        $environment = self::environment();
        self::assertSame(200, Desk::postForm($environment, headers: ['Accept' => 'application/json'])->status);

        self::assertArrayNotHasKey('events', self::statusOf($environment));
    }

    public function test_a_form_sent_by_the_page_s_script_follows_the_rules_of_json(): void
    {
        $invalid = self::asForm(['email' => 'zoe']);
        self::assertSame([422, ['email']], [$invalid->status, array_keys((array) ($invalid->json()['errors'] ?? []))]);
        $foreign = self::asForm(headers: ['Sec-Fetch-Site' => 'cross-site']);
        self::assertSame([403, 'cross_site'], [$foreign->status, $foreign->json()['code'] ?? null]);
        $token = self::asForm(headers: ['Cookie' => 'XSRF-TOKEN=0123456789abcdef']);
        self::assertSame([403, 'invalid_token'], [$token->status, $token->json()['code'] ?? null]);
        self::assertSame(400, Desk::postFormBody(self::environment(), 'name[]=Zo', self::AS_FORM)->status);
        self::assertSame(400, Desk::postFormBody(self::environment(), 'name=%FF', self::AS_FORM)->status);
        self::assertSame(200, self::asForm(['message' => str_repeat('💩', 10_000)])->status, 'the longest, 120 KB when encoded');
        self::assertSame(413, self::asForm(['message' => str_repeat('%', 66_000)])->status);
    }

    /**
     * @param array<string, string> $fields
     * @param array<string, string> $headers
     */
    private static function asForm(array $fields = [], array $headers = []): Answer
    {
        return Desk::postForm(self::environment(), $fields, $headers + self::AS_FORM);
    }

    /**
     * @param array<string, string> $settings
     * @return array<string, string>
     */
    private static function environment(array $settings = []): array
    {
        return Environment::for(Environment::deadPort(), $settings);
    }

    private static function later(int $seconds): string
    {
        return '@' . ((new FixedClock(Desk::TIME))->now()->getTimestamp() + $seconds);
    }

    /**
     * @param array<string, string> $environment
     * @return array<mixed>
     */
    private static function statusOf(array $environment, string $time = Desk::TIME, int $exitCode = 0): array
    {
        $said = Operator::call($environment, new FixedClock($time), 'status', ['--json' => true], $exitCode);

        return (array) json_decode($said, true);
    }

    /**
     * @param array<string, string> $environment
     * @return list<string> of the endpoint's events, or of one kind
     */
    private static function lines(array $environment, string $event = 'not stored|limited|firewall|error'): array
    {
        $log = (string) @file_get_contents("{$environment['DATA_DIR']}/enquiries.log");

        preg_match_all("/^.*\"event\":\"(?:{$event})\".*$/m", $log, $found);

        return $found[0];
    }
}
