<?php

declare(strict_types=1);

namespace Enquiry\Tests;

use Enquiry\Application;
use Enquiry\Configuration\Configuration;
use Enquiry\Tests\Support\Desk;
use Enquiry\Tests\Support\Environment;
use Enquiry\Tests\Support\FixedClock;
use Enquiry\Tests\Support\Queue;
use PHPUnit\Framework\TestCase;
use Random\Randomizer;
use Symfony\Component\HttpFoundation\Request;

/** Requests that are refused are counted too, or they could be sent without end. */
final class RefusalTest extends TestCase
{
    private const ADDRESS = ['REMOTE_ADDR' => '192.0.2.1'];
    private const OTHER_ADDRESS = ['REMOTE_ADDR' => '192.0.2.2'];
    private const LATER = '2026-03-06 22:52:07 UTC';

    /** @var array<string, string> */
    private array $environment;

    protected function setUp(): void
    {
        $this->environment = Environment::for(Environment::deadPort(), ['ADDRESS_KEY' => str_repeat('k', 32)]);
    }

    public function test_an_address_is_heard_no_more_after_a_hundred_refusals_in_ten_minutes(): void
    {
        $refusals = [
            422 => fn() => Desk::post($this->environment, ['name' => ''], server: self::ADDRESS),
            400 => fn() => Desk::post($this->environment, ['name' => null], server: self::ADDRESS),
            403 => fn() => Desk::post($this->environment, headers: ['Cookie' => 'XSRF-TOKEN=one', 'X-XSRF-TOKEN' => 'other'], server: self::ADDRESS),
            413 => fn() => Desk::post($this->environment, ['message' => str_repeat('x', 70_000)], server: self::ADDRESS),
        ];
        for ($i = 0; $i < 25; ++$i) {
            foreach ($refusals as $status => $refusal) {
                self::assertSame($status, $refusal()->status);
            }
        }

        $valid = Desk::post($this->environment, server: self::ADDRESS);
        self::assertSame([429, 'too_many_requests', '600'], [$valid->status, $valid->json()['code'] ?? null, $valid->headers['retry-after'] ?? null]);
        self::assertSame(429, $refusals[413]()->status, 'the body is not read');
        $form = Desk::postForm($this->environment, server: self::ADDRESS);
        self::assertSame(429, $form->status);
        self::assertStringContainsString('what you typed is still there', $form->body);

        self::assertSame(200, Desk::post($this->environment, server: self::OTHER_ADDRESS)->status);
        self::assertSame(200, Desk::post($this->environment, server: self::ADDRESS, time: self::LATER)->status);
        self::assertSame(422, Desk::post($this->environment, ['name' => ''], server: self::ADDRESS, time: self::LATER)->status);
    }

    /** Or a page of another site could close the form to all who share an address with its visitor. */
    public function test_what_another_site_sends_is_not_counted(): void
    {
        for ($i = 0; $i < 101; ++$i) {
            self::assertSame(403, Desk::post($this->environment, headers: ['Sec-Fetch-Site' => 'cross-site'], server: self::ADDRESS)->status);
        }

        for ($i = 0; $i < 101; ++$i) {
            self::assertSame(413, Desk::post($this->environment, ['message' => str_repeat('x', 70_000)], ['Sec-Fetch-Site' => 'cross-site'], self::ADDRESS)->status, 'which is seen before where it came from');
        }

        self::assertSame(200, Desk::post($this->environment, server: self::ADDRESS)->status);
    }

    public function test_what_is_stored_already_is_confirmed_also_to_an_address_that_is_heard_no_more(): void
    {
        $stored = Desk::post($this->environment, headers: ['Idempotency-Key' => 'stored'], server: self::ADDRESS);
        $this->refuseOften(self::ADDRESS);
        $again = Desk::post($this->environment, headers: ['Idempotency-Key' => 'stored'], server: self::ADDRESS);

        self::assertSame(429, Desk::post($this->environment, headers: ['Idempotency-Key' => 'new'], server: self::ADDRESS)->status);
        self::assertSame([200, $stored->headers['enquiry-reference'] ?? ''], [$again->status, $again->headers['enquiry-reference'] ?? null]);
    }

    public function test_a_form_that_is_stored_already_is_confirmed_too(): void
    {
        $stored = Desk::postForm($this->environment, server: self::ADDRESS);
        $this->refuseOften(self::ADDRESS);
        $again = Desk::postForm($this->environment, server: self::ADDRESS);

        self::assertSame([303, $stored->headers['location'] ?? ''], [$again->status, $again->headers['location'] ?? null]);
        self::assertSame(429, Desk::postForm($this->environment, ['subject' => 'Another'], server: self::ADDRESS)->status);
    }

    /** To say 429 in its place would cost more. */
    public function test_what_is_refused_unread_is_not_counted(): void
    {
        for ($i = 0; $i < 101; ++$i) {
            self::assertSame(415, Desk::post($this->environment, headers: ['Content-Type' => 'text/plain'], server: self::ADDRESS)->status);
        }

        self::assertSame(200, Desk::post($this->environment, server: self::ADDRESS)->status);
    }

    public function test_a_worker_forgets_the_refusals_of_windows_past_only(): void
    {
        $this->environment['RATE_WINDOW'] = '60';
        $this->refuseOften(self::ADDRESS);
        $queue = new Queue($this->environment);
        $queue->now += 599;
        $queue->work();
        self::assertSame('1', Desk::post($this->environment, server: self::ADDRESS, time: "@{$queue->now}")->headers['retry-after'] ?? null);
    }

    public function test_who_is_over_the_limit_of_enquiries_is_not_refused_the_longer_for_trying(): void
    {
        $environment = ['RATE_LIMIT' => '1', 'RATE_WINDOW' => '60'] + $this->environment;
        Desk::post($environment, server: self::ADDRESS);
        for ($i = 0; $i < 101; ++$i) {
            self::assertSame(429, Desk::post($environment, server: self::ADDRESS)->status);
        }

        self::assertSame(200, Desk::post($environment, server: self::ADDRESS, time: '2026-03-06 22:43:07 UTC')->status);
    }

    public function test_a_client_that_cannot_be_told_from_others_is_not_counted(): void
    {
        $this->refuseOften(['REMOTE_ADDR' => '']);

        self::assertSame(200, Desk::post($this->environment, server: ['REMOTE_ADDR' => ''])->status);
    }

    public function test_a_store_that_cannot_count_changes_no_answer(): void
    {
        $this->environment['DATA_DIR'] = '/dev/null/data';

        self::assertSame(403, Desk::post($this->environment, headers: ['Sec-Fetch-Site' => 'cross-site'], server: self::ADDRESS)->status);
        self::assertSame(413, Desk::post($this->environment, ['message' => str_repeat('x', 70_000)], server: self::ADDRESS)->status);
        self::assertSame(503, Desk::post($this->environment, server: self::ADDRESS)->status);
    }

    public function test_a_store_that_did_not_answer_is_not_asked_again_after_the_answer(): void
    {
        $folder = $this->environment['DATA_DIR'] ?? self::fail();
        touch($folder);
        $endpoint = Application::endpoint(Configuration::fromArray($this->environment), new FixedClock(Desk::TIME), new Randomizer());
        $answer = $endpoint->handle(Request::create('/', 'POST', server: ['CONTENT_TYPE' => 'application/json'] + self::ADDRESS, content: str_repeat('x', 70_000)));
        self::assertSame(413, $answer->getStatusCode());
        // It is back, and would be made by whoever counts there.
        unlink($folder);
        unset($endpoint);

        self::assertFileDoesNotExist($folder);
    }

    /** @param array<string, string> $server */
    private function refuseOften(array $server): void
    {
        for ($i = 0; $i < 101; ++$i) {
            Desk::post($this->environment, ['name' => ''], server: $server);
        }
    }
}
