<?php

declare(strict_types=1);

namespace Enquiry\Tests;

use Enquiry\Enquiry\Reference;
use Enquiry\Http\HttpError;
use Enquiry\Shared\Clock;
use Enquiry\Tests\Support\Answer;
use Enquiry\Tests\Support\Contract;
use Enquiry\Tests\Support\Desk;
use Enquiry\Tests\Support\Environment;
use Enquiry\Tests\Support\MailServer;
use Enquiry\Tests\Support\Operator;
use Enquiry\Tests\Support\ServerCopy;
use Enquiry\Tests\Support\WebServer;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\TestWith;
use PHPUnit\Framework\TestCase;

/**
 * Runs every scenario of answers.json over HTTP. Rejected messages must not be stored.
 *
 * @phpstan-import-type Scenario from Contract
 */
final class ContractTest extends TestCase
{
    private static MailServer $mail;
    /** @var array<string, string> */
    private static array $withMail;
    /** @var array<string, string> */
    private static array $withoutMail;
    private static ServerCopy $copy;
    private static WebServer $site;

    public static function setUpBeforeClass(): void
    {
        self::$mail = MailServer::start();
        self::$withMail = Environment::for(self::$mail->port);
        self::$withoutMail = Environment::for(Environment::deadPort());
        self::$copy = ServerCopy::make();
        self::$site = WebServer::start([], server: self::$copy->server);
    }

    protected function setUp(): void
    {
        self::$copy->configure(self::$withoutMail);
    }

    public function test_the_documented_request_is_accepted(): void
    {
        preg_match("~^curl .*-d '(\\{.*?\\})'$~ms", (string) file_get_contents(__DIR__ . '/../../docs/message.md'), $found);
        $fields = (array) json_decode($found[1] ?? '', true);
        // Editors may add fields that the documents do not mention.
        $answer = self::$site->request('POST', ['Content-Type' => 'application/json'], json_encode($fields + Contract::answers()['message'], \JSON_THROW_ON_ERROR));

        self::assertSame([200, '{"status":"success"}'], [$answer->status, $answer->body]);
        self::assertCount(6, array_intersect(array_keys($fields), Contract::fields()));
    }

    public function test_the_error_codes_are_those_of_the_contract_and_each_has_a_scenario(): void
    {
        $codes = array_map(static fn(array $row): int => $row[0], HttpError::CODES);
        $shown = array_column(array_column(array_column(Contract::answers()['answers'], 'response'), 'body'), 'code');

        self::assertEquals(Contract::answers()['codes'], $codes);
        foreach (array_keys($codes) as $code) {
            self::assertContains($code, $shown);
        }
    }

    /** @param Scenario $scenario */
    #[DataProvider('scenarios')]
    public function test_the_site_answers_as_agreed(array $scenario): void
    {
        $given = $scenario['given'] ?? null;
        $succeeds = $scenario['response']['status'] === 200;
        $isMailed = $succeeds && $given !== 'the mail server is down';
        self::$copy->configure(match (true) {
            $given === 'the configuration is broken' => ['DATA_DIR' => 'data'] + self::$withoutMail,
            $given === 'the store cannot be written' => ['DATA_DIR' => '/dev/null/data'] + self::$withoutMail,
            $isMailed => self::$withMail,
            default => self::$withoutMail,
        });
        if ($given === 'the key came with another message') {
            self::$site->request('POST', $scenario['request']['headers'], Contract::json(['subject' => 'Another'] + Contract::answers()['message']));
        }
        $before = self::stored();
        $answer = match ($given) {
            'the address is over its limit' => self::answerOverTheLimit($scenario),
            default => self::$site->request($scenario['request']['method'], $scenario['request']['headers'], Contract::bodyOf($scenario)),
        };

        self::assertAgreed($scenario, $answer);
        self::assertSame($succeeds && !$isMailed ? $before + 1 : $before, self::stored());
        if ($isMailed) {
            self::assertStringContainsString("[ref {$answer->headers['enquiry-reference']}]", self::$mail->next()['subject']);
        }
    }

    public function test_the_same_key_gets_the_same_reference_and_no_second_mail(): void
    {
        self::$copy->configure(self::$withMail);
        $post = static fn(int $length): Answer => self::$site->postMessage([], ['Idempotency-Key' => str_repeat('~', $length)]);
        [$first, $again, $other, $tooLong] = array_map($post, [200, 200, 199, 201]);

        self::assertSame(['status' => 'success'], $again->json());
        self::assertSame(400, $tooLong->status);
        self::assertSame($first->headers['enquiry-reference'], $again->headers['enquiry-reference'] ?? '');
        foreach ([$first, $other] as $answer) {
            self::assertStringContainsString("[ref {$answer->headers['enquiry-reference']}]", self::$mail->next()['subject']);
        }
    }

    /** @param array<string, string> $headers */
    #[TestWith(['malformed_message', '{}', ['Idempotency-Key' => "caf\u{E9}"]])]
    #[TestWith(['invalid_fields', '{"unknown":[[[[[[[[[["deep"]]]]]]]]]]}'])]
    #[TestWith(['malformed_json', "{\"name\":\"\xC3\x28\"}"])]
    #[TestWith(['payload_too_large', '{}', ['Content-Length' => '65537']])]
    public function test_an_odd_request_gets_its_error_code(string $code, string $body, array $headers = []): void
    {
        $answer = Desk::postFormBody(Environment::for(1), $body, $headers + ['Content-Type' => 'application/json']);

        self::assertSame($code, $answer->json()['code'] ?? null);
    }

    private static function stored(): int
    {
        return Operator::status(self::$withoutMail, new Clock())['waiting'];
    }

    /**
     * The waiting time in the answer needs a clock that stands still.
     *
     * @param Scenario $scenario
     */
    private static function answerOverTheLimit(array $scenario): Answer
    {
        $environment = Environment::for(Environment::deadPort(), ['RATE_LIMIT' => '1']);
        Desk::post($environment);

        return Desk::post($environment, $scenario['request']['fields'], $scenario['request']['headers']);
    }

    /** @param Scenario $scenario */
    private static function assertAgreed(array $scenario, Answer $answer): void
    {
        // FormTest compares the advice with the page's.
        self::assertSame($scenario['response']['body'], array_diff_key($answer->json(), ['advice' => []]));
        self::assertSame($scenario['response']['status'], $answer->status);
        foreach ($scenario['response']['headers'] as $name => $value) {
            self::assertSame($value, $answer->headers[strtolower($name)] ?? null);
        }
        self::assertSame('application/json; charset=utf-8', $answer->headers['content-type'] ?? null);
        self::assertStringContainsString('no-store', $answer->headers['cache-control'] ?? '');
        self::assertSame('nosniff', $answer->headers['x-content-type-options'] ?? null);

        if ($scenario['response']['status'] === 200) {
            $reference = $answer->headers['enquiry-reference'] ?? '';
            self::assertSame($reference, (string) Reference::parse($reference));
        } else {
            self::assertArrayNotHasKey('enquiry-reference', $answer->headers);
        }
    }

    /** @return iterable<string, array{Scenario}> */
    public static function scenarios(): iterable
    {
        // DatabaseServerTest has the other one.
        foreach (array_diff_key(Contract::answers()['answers'], ['nobody knows whether it is stored' => 0]) as $name => $scenario) {
            yield $name => [$scenario];
        }
    }
}
