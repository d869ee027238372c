<?php

declare(strict_types=1);

namespace Enquiry\Tests;

use Enquiry\Tests\Support\Answer;
use Enquiry\Tests\Support\Contract;
use Enquiry\Tests\Support\Desk;
use Enquiry\Tests\Support\Environment;
use Enquiry\Tests\Support\FixedClock;
use Enquiry\Tests\Support\Operator;
use PHPUnit\Framework\Attributes\TestWith;
use PHPUnit\Framework\TestCase;

/** What strangers, and what hosts put in front, can cause at the endpoint. */
final class StrangersTest extends TestCase
{
    private const AS_FORM = ['Accept' => 'application/json', 'Idempotency-Key' => 'a-key'];

    /** @var array<string, string> */
    private array $environment;

    protected function setUp(): void
    {
        $this->environment = Environment::for(Environment::deadPort());
    }

    #[TestWith(['application/json'])]
    #[TestWith(['application/x-www-form-urlencoded'])]
    public function test_a_body_that_does_not_come_or_not_all_of_it_is_the_client_s_error_and_no_alarm(string $type): void
    {
        foreach (['', http_build_query(Contract::answers()['message']), ''] as $body) {
            self::assertSame(400, Desk::postFormBody($this->environment, $body, ['Content-Type' => $type, 'Content-Length' => '60000'])->status);
        }

        self::assertSame(0, $this->lines());
        self::assertStringContainsString('No problems found.', Operator::call($this->environment, new FixedClock(Desk::TIME), 'status'));
    }

    public function test_an_error_that_strangers_repeat_is_logged_before_its_answer_once_in_ten_seconds(): void
    {
        $this->environment['DATABASE_URL'] = 'mysql://website:x@127.0.0.1:' . Environment::deadPort() . '/enquiries';
        // The last one after the clock was set back.
        foreach ([0, 1, 9, 10, -3_600] as $seconds) {
            $time = '@' . ((new FixedClock(Desk::TIME))->time() + $seconds);
            self::assertSame(503, Desk::ask($this->environment, ['subject' => "At {$seconds}"], time: $time)->status);
        }

        self::assertSame(3, $this->lines());
    }

    public function test_a_form_sent_by_the_page_s_script_is_answered_in_json(): void
    {
        $answer = Desk::postForm($this->environment, headers: self::AS_FORM);

        self::assertSame([200, ['status' => 'success']], [$answer->status, $answer->json()]);
        $reference = Desk::stored($this->environment)['reference'];
        self::assertSame($reference, $answer->headers['enquiry-reference'] ?? null);
        $json = Desk::post($this->environment, headers: self::AS_FORM);
        self::assertSame($reference, $json->headers['enquiry-reference'] ?? null, 'the same key');
    }

    public function test_a_form_sent_by_the_page_s_script_follows_the_rules_of_json(): void
    {
        $invalid = $this->asForm(['email' => 'zoe']);
        self::assertSame([422, ['email']], [$invalid->status, array_keys((array) ($invalid->json()['errors'] ?? []))]);
        $foreign = $this->asForm(headers: ['Sec-Fetch-Site' => 'cross-site']);
        self::assertSame([403, 'cross_site'], [$foreign->status, $foreign->json()['code'] ?? null]);
        $token = $this->asForm(headers: ['Cookie' => 'XSRF-TOKEN=0123456789abcdef']);
        self::assertSame([403, 'invalid_token'], [$token->status, $token->json()['code'] ?? null]);
        self::assertSame(400, Desk::postFormBody($this->environment, 'name[]=Zo', self::AS_FORM)->status);
        self::assertSame(400, Desk::postFormBody($this->environment, 'name=%FF', self::AS_FORM)->status);
        self::assertSame(200, $this->asForm(['message' => str_repeat('💩', 10_000)])->status, 'the longest, 120 KB when encoded');
        self::assertSame(413, $this->asForm(['message' => str_repeat('%', 66_000)])->status);
    }

    /**
     * @param array<string, string> $fields
     * @param array<string, string> $headers
     */
    private function asForm(array $fields = [], array $headers = []): Answer
    {
        return Desk::postForm($this->environment, $fields, $headers + self::AS_FORM);
    }

    /** Counts the lines of the log about enquiries that were not stored. */
    private function lines(): int
    {
        return substr_count(Environment::log($this->environment), '"event":"not stored"');
    }
}
