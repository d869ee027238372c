<?php

declare(strict_types=1);

namespace Enquiry\Tests;

use Enquiry\Application;
use Enquiry\Tests\Support\Answer;
use Enquiry\Tests\Support\Contract;
use Enquiry\Tests\Support\Desk;
use Enquiry\Tests\Support\Environment;
use Enquiry\Tests\Support\FixturePages;
use Enquiry\Tests\Support\MailServer;
use Enquiry\Tests\Support\Queue;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\TestWith;
use PHPUnit\Framework\TestCase;
use Symfony\Component\HttpFoundation\Request;

/** By when an answer is promised, and who reads it. */
final class PromiseTest extends TestCase
{
    private const THURSDAY = '2026-11-26T09:24:37+02:00';
    private const FRIDAY = '2026-11-27T09:24:00+02:00';

    #[DataProvider('cases')]
    public function test_the_answer_says_by_when_the_firm_promises_to_answer(string $firm, string $received, ?string $promised, ?string $words): void
    {
        $environment = Environment::for(1, ['TEST_PAGES_DIR' => FixturePages::ofFirm($firm)]);
        $answer = Desk::post($environment, time: $received);
        $confirmation = self::confirmationOf(Desk::postForm($environment, time: $received), $environment);

        self::assertSame('{"status":"success"}', $answer->body);
        self::assertSame($promised, $answer->headers['enquiry-promised-by'] ?? null);
        self::assertSame($promised !== null, str_contains($confirmation->body, 'id="promised"'));
        if ($words !== null) {
            self::assertSame($words, FixturePages::text($confirmation, 'promised'));
        }
    }

    /** @return iterable<string, array{string, string, ?string, ?string}> */
    public static function cases(): iterable
    {
        foreach (Contract::promises()['cases'] as $case) {
            yield "{$case['firm']}: {$case['is']}" => [$case['firm'], $case['received'], $case['promised'], $case['words']];
        }
    }

    public function test_a_repeated_request_gets_the_same_promise_even_from_a_firm_that_now_promises_nothing(): void
    {
        $environment = Environment::for(1, ['TEST_PAGES_DIR' => FixturePages::ofFirm('weekdays')]);
        $key = ['Idempotency-Key' => 'same-key'];
        Desk::post($environment, [], $key, time: self::THURSDAY);
        $again = Desk::post(['TEST_PAGES_DIR' => FixturePages::ofFirm('no promise')] + $environment, [], $key, time: '2026-12-03T11:00:00+02:00');

        self::assertSame(self::FRIDAY, $again->headers['enquiry-promised-by'] ?? null);
        self::assertSame('2026-11-27T07:24:00+00:00', Desk::stored($environment)['promisedBy']);
    }

    #[TestWith(['2026-11-26 10:00', 'Promised by Friday 09:24', false])]
    #[TestWith(['2026-11-27 09:24', 'Promised by Friday 09:24', false])]
    #[TestWith(['2026-11-27 09:25', 'Promised by Friday 09:24: late', true])]
    #[TestWith(['2026-12-03 09:25', 'Promised by Friday 27 November 09:24: late', true])]
    public function test_sales_read_by_when_they_must_answer(string $mailed, string $line, bool $isLate): void
    {
        $server = MailServer::start();
        $environment = Environment::for($server->port, ['TEST_PAGES_DIR' => FixturePages::ofFirm('weekdays'), 'SMTP_PORT' => (string) Environment::deadPort()]);
        Desk::post($environment, time: self::THURSDAY);
        $queue = new Queue(['SMTP_PORT' => (string) $server->port] + $environment, "{$mailed} Africa/Johannesburg");
        $queue->work();
        $mail = $server->next();

        self::assertStringContainsString("{$line}\n\n", $mail['text']);
        self::assertMatchesRegularExpression('/class="' . ($isLate ? 'danger" [^>]*color:#dd1111' : 'ink" [^>]*color:#111111') . ";[^>]*>{$line}</", $mail['html']);
        self::assertSame($isLate, str_contains($mail['html'], ">{$line}. "), 'the preview begins with it');
    }

    public function test_a_firm_that_promises_nothing_mails_nothing_about_it(): void
    {
        $server = MailServer::start();
        Desk::post(Environment::for($server->port, ['TEST_PAGES_DIR' => FixturePages::ofFirm('no promise')]));
        $mail = $server->next();

        self::assertStringNotContainsStringIgnoringCase('promise', $mail['text'] . $mail['html']);
    }

    /** @param array<string, string> $environment */
    private static function confirmationOf(Answer $answer, array $environment): Answer
    {
        preg_match('/enquiry-reference=([^;]+)/', $answer->headers['set-cookie'] ?? '', $found);
        $request = Request::create('/contact_sent.php', cookies: ['enquiry-reference' => rawurldecode($found[1] ?? '')]);

        return Answer::of((new Application(Environment::configuration($environment)))->confirmation($request));
    }
}
