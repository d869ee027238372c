<?php

declare(strict_types=1);

namespace Enquiry\Tests;

use Enquiry\Application;
use Enquiry\Configuration\Configuration;
use Enquiry\Enquiry\Reference;
use Enquiry\Http\ErrorCode;
use Enquiry\Http\FormEndpoint;
use Enquiry\Http\HttpError;
use Enquiry\Http\ScriptResponder;
use Enquiry\Queue\QueueMonitor;
use Enquiry\Tests\Support\Answer;
use Enquiry\Tests\Support\Contract;
use Enquiry\Tests\Support\Desk;
use Enquiry\Tests\Support\Environment;
use Enquiry\Tests\Support\FixedClock;
use Enquiry\Tests\Support\MailServer;
use Enquiry\Tests\Support\WebServer;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\TestWith;
use PHPUnit\Framework\TestCase;
use Symfony\Component\HttpFoundation\Request;

/**
 * Runs every scenario of answers.json against the endpoint class and over HTTP. Rejected messages must not be stored.
 *
 * @phpstan-import-type Scenario from Contract
 */
final class ContractTest extends TestCase
{
    private const LOST = 'the database is lost as it is told to store';

    private static MailServer $mail;
    private static FormEndpoint $endpoint;
    private static FormEndpoint $endpointWithoutMail;
    private static FormEndpoint $endpointWithoutStore;
    private static Configuration $withoutMail;
    private static WebServer $site;
    private static WebServer $siteWithoutMail;
    private static WebServer $siteWithoutStore;
    private static WebServer $brokenSite;

    public static function setUpBeforeClass(): void
    {
        self::$mail = MailServer::start();
        $environment = Environment::for(self::$mail->port);
        $withoutMail = Environment::for(Environment::deadPort());
        $withoutStore = ['DATA_DIR' => '/dev/null/data'] + $withoutMail;

        self::$endpoint = Application::endpoint(Configuration::fromArray($environment));
        self::$endpointWithoutMail = Application::endpoint(Configuration::fromArray($withoutMail));
        self::$withoutMail = Configuration::fromArray($withoutMail);
        self::$endpointWithoutStore = Application::endpoint(Configuration::fromArray($withoutStore));
        self::$site = WebServer::start(Environment::for(self::$mail->port));
        self::$siteWithoutMail = WebServer::start(Environment::for(Environment::deadPort()));
        self::$siteWithoutStore = WebServer::start($withoutStore);
        self::$brokenSite = WebServer::start(['RATE_LIMIT' => 'many'] + $withoutMail);
    }

    public static function tearDownAfterClass(): void
    {
        self::$mail->stop();
        self::$site->stop();
        self::$siteWithoutMail->stop();
        self::$siteWithoutStore->stop();
        self::$brokenSite->stop();
    }

    public function test_the_documented_request_is_accepted(): void
    {
        preg_match("~^curl .*-d '(\\{.*?\\})'$~ms", (string) file_get_contents(__DIR__ . '/../../docs/message.md'), $found);
        $fields = (array) json_decode($found[1] ?? '', true);
        // Editors may add fields that the documents do not mention.
        $answer = self::$siteWithoutMail->request('POST', ['Content-Type' => 'application/json'], json_encode($fields + Contract::answers()['message'], \JSON_THROW_ON_ERROR));

        self::assertSame([200, '{"status":"success"}'], [$answer->status, $answer->body]);
        self::assertCount(6, array_intersect(array_keys($fields), Contract::fields()));
    }

    public function test_the_error_codes_are_those_of_the_contract(): void
    {
        $codes = [];
        foreach (ErrorCode::cases() as $code) {
            $codes[$code->value] = $code->status();
        }

        self::assertEquals(Contract::answers()['codes'], $codes);
    }

    public function test_every_code_has_a_scenario(): void
    {
        $shown = array_column(array_column(array_column(Contract::answers()['answers'], 'response'), 'body'), 'code');

        foreach (ErrorCode::cases() as $code) {
            self::assertContains($code->value, $shown);
        }
    }

    /** @param Scenario $scenario */
    #[DataProvider('scenariosWithAnEndpoint')]
    public function test_the_endpoint_answers_as_agreed(array $scenario): void
    {
        $endpoint = match (true) {
            self::isGiven($scenario, 'the store cannot be written') => self::$endpointWithoutStore,
            self::isGiven($scenario, 'the address is over its limit') => self::endpointOverItsLimit(),
            self::isGiven($scenario, 'the mail server is down'), !self::succeeds($scenario) => self::$endpointWithoutMail,
            default => self::$endpoint,
        };
        if (self::isGiven($scenario, 'the key came with another message')) {
            $endpoint->handle(self::withTheSameKey($scenario));
        }
        $before = self::stored();
        $request = Request::create('/contact_process.php', $scenario['request']['method'], content: Contract::bodyOf($scenario));
        $request->headers->remove('Content-Type');
        $request->headers->add($scenario['request']['headers']);

        self::assertAgreed($scenario, Answer::of($endpoint->handle($request)));
        self::assertSame($endpoint === self::$endpointWithoutMail && self::succeeds($scenario) ? $before + 1 : $before, self::stored());
    }

    /** @param Scenario $scenario */
    #[DataProvider('scenariosOverHttp')]
    public function test_the_site_answers_as_agreed(array $scenario): void
    {
        $site = match (true) {
            self::isGiven($scenario, 'the configuration is broken') => self::$brokenSite,
            self::isGiven($scenario, 'the store cannot be written') => self::$siteWithoutStore,
            self::isGiven($scenario, 'the mail server is down'), !self::succeeds($scenario) => self::$siteWithoutMail,
            default => self::$site,
        };
        if (self::isGiven($scenario, 'the key came with another message')) {
            $site->request('POST', $scenario['request']['headers'], self::withTheSameKey($scenario)->getContent());
        }
        $answer = $site->request($scenario['request']['method'], $scenario['request']['headers'], Contract::bodyOf($scenario));

        self::assertAgreed($scenario, $answer);
        if ($site === self::$site) {
            self::assertStringContainsString("[{$answer->headers['enquiry-reference']}]", self::$mail->next()['subject']);
        }
    }

    public function test_an_unforeseen_error_is_answered_as_agreed(): void
    {
        $scenario = Contract::answers()['answers']['nobody knows whether it is stored'] ?? self::fail('There is no such scenario.');

        self::assertAgreed($scenario, Answer::of(ScriptResponder::error(new HttpError(ErrorCode::Undecided, headers: ['Retry-After' => '30']))));
    }

    public function test_the_same_key_gets_the_same_reference_and_no_second_mail(): void
    {
        $message = Contract::json(Contract::answers()['message']);
        $headers = ['Content-Type' => 'application/json', 'Idempotency-Key' => str_repeat('~', 200)];
        $first = self::$site->request('POST', $headers, $message);
        $again = self::$site->request('POST', $headers, $message);
        $other = self::$site->request('POST', ['Idempotency-Key' => str_repeat('~', 199)] + $headers, $message);

        self::assertSame(['status' => 'success'], $again->json());
        self::assertSame($first->headers['enquiry-reference'], $again->headers['enquiry-reference'] ?? '');
        foreach ([$first, $other] as $answer) {
            self::assertStringContainsString("[{$answer->headers['enquiry-reference']}]", self::$mail->next()['subject']);
        }
    }

    #[TestWith(['two words'])]
    #[TestWith(["caf\u{E9}"])]
    #[TestWith([201])]
    public function test_an_invalid_key_is_rejected(string|int $key): void
    {
        $key = \is_int($key) ? str_repeat('k', $key) : $key;
        $request = Request::create('/contact_process.php', 'POST', server: ['CONTENT_TYPE' => 'application/json', 'HTTP_IDEMPOTENCY_KEY' => $key], content: '{}');

        self::assertSame('malformed_message', Answer::of(self::$endpointWithoutMail->handle($request))->json()['code'] ?? null);
    }

    #[TestWith(['{"name":null}', 'malformed_message'])]
    #[TestWith(['{"name":["Zoë"]}', 'malformed_message'])]
    #[TestWith(['"text"', 'malformed_message'])]
    #[TestWith(['{"unknown":[[[[[[[[[["deep"]]]]]]]]]]}', 'invalid_fields'])]
    #[TestWith(["{\"name\":\"\xC3\x28\"}", 'malformed_json'])]
    public function test_each_kind_of_malformed_body_has_its_error_code(string $body, string $code): void
    {
        $request = Request::create('/contact_process.php', 'POST', server: ['CONTENT_TYPE' => 'application/json'], content: $body);

        self::assertSame($code, Answer::of(self::$endpointWithoutMail->handle($request))->json()['code'] ?? null);
    }

    public function test_a_content_length_over_the_limit_is_rejected_without_reading_the_body(): void
    {
        $request = Request::create('/contact_process.php', 'POST', server: ['CONTENT_TYPE' => 'application/json', 'CONTENT_LENGTH' => '65537'], content: '{}');

        self::assertSame(413, self::$endpointWithoutMail->handle($request)->getStatusCode());
    }

    /** @param Scenario $scenario */
    private static function succeeds(array $scenario): bool
    {
        return $scenario['response']['status'] === 200;
    }

    /** @param Scenario $scenario */
    private static function isGiven(array $scenario, string $given): bool
    {
        return ($scenario['given'] ?? null) === $given;
    }

    private static function stored(): int
    {
        return (new QueueMonitor(self::$withoutMail->database()))->status(time())->waiting;
    }

    /** @param Scenario $scenario */
    private static function withTheSameKey(array $scenario): Request
    {
        $request = Request::create('/contact_process.php', 'POST', content: Contract::json(['subject' => 'Another'] + Contract::answers()['message']));
        $request->headers->add($scenario['request']['headers']);

        return $request;
    }

    private static function endpointOverItsLimit(): FormEndpoint
    {
        $configuration = Configuration::fromArray(Environment::for(Environment::deadPort(), ['RATE_LIMIT' => '1']));
        $endpoint = Application::endpoint($configuration, new FixedClock(Desk::TIME));
        $message = Contract::json(Contract::answers()['message']);
        $endpoint->handle(Request::create('/contact_process.php', 'POST', server: ['CONTENT_TYPE' => 'application/json'], content: $message));

        return $endpoint;
    }

    /** @param Scenario $scenario */
    private static function assertAgreed(array $scenario, Answer $answer): void
    {
        self::assertSame($scenario['response']['body'], $answer->json());
        self::assertSame($scenario['response']['status'], $answer->status);
        foreach ($scenario['response']['headers'] ?? [] as $name => $value) {
            self::assertSame($value, $answer->headers[strtolower($name)] ?? null);
        }
        self::assertSame('application/json; charset=utf-8', $answer->headers['content-type'] ?? null);
        self::assertStringContainsString('no-store', $answer->headers['cache-control'] ?? '');
        self::assertSame('nosniff', $answer->headers['x-content-type-options'] ?? null);

        if (self::succeeds($scenario)) {
            $reference = $answer->headers['enquiry-reference'] ?? '';
            self::assertSame($reference, (string) Reference::parse($reference));
        } else {
            self::assertArrayNotHasKey('enquiry-reference', $answer->headers);
        }
    }

    /** @return iterable<string, array{Scenario}> */
    public static function scenarios(): iterable
    {
        foreach (Contract::answers()['answers'] as $name => $scenario) {
            yield $name => [$scenario];
        }
    }

    /** @return iterable<string, array{Scenario}> */
    public static function scenariosWithAnEndpoint(): iterable
    {
        foreach (self::scenarios() as $name => $arguments) {
            if (!self::isGiven($arguments[0], 'the configuration is broken') && !self::isGiven($arguments[0], self::LOST)) {
                yield $name => $arguments;
            }
        }
    }

    /** @return iterable<string, array{Scenario}> */
    public static function scenariosOverHttp(): iterable
    {
        foreach (self::scenarios() as $name => $arguments) {
            if (!self::isGiven($arguments[0], 'the address is over its limit') && !self::isGiven($arguments[0], self::LOST)) {
                yield $name => $arguments;
            }
        }
    }
}
