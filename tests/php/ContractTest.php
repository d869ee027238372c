<?php

declare(strict_types=1);

namespace Enquiry\Tests;

use Enquiry\Application;
use Enquiry\Configuration;
use Enquiry\Http\Endpoint;
use Enquiry\Http\ErrorCode;
use Enquiry\Tests\Support\Answer;
use Enquiry\Tests\Support\Contract;
use Enquiry\Tests\Support\Environment;
use Enquiry\Tests\Support\MailServer;
use Enquiry\Tests\Support\WebServer;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\TestWith;
use PHPUnit\Framework\TestCase;
use Symfony\Component\HttpFoundation\Request;

/**
 * Every scenario of answers.json, against the endpoint itself and over real HTTP.
 *
 * Those that must not send mail run with a dead mail server: an attempt would answer 503.
 *
 * @phpstan-import-type Scenario from Contract
 */
final class ContractTest extends TestCase
{
    private static MailServer $mail;
    private static Endpoint $endpoint;
    private static Endpoint $endpointWithoutMail;
    private static WebServer $site;
    private static WebServer $siteWithoutMail;
    private static WebServer $brokenSite;

    public static function setUpBeforeClass(): void
    {
        self::$mail = MailServer::start();
        $environment = Environment::for(self::$mail->port);
        $withoutMail = Environment::for(Environment::deadPort());

        self::$endpoint = Application::endpoint(Configuration::fromArray($environment));
        self::$endpointWithoutMail = Application::endpoint(Configuration::fromArray($withoutMail));
        self::$site = WebServer::start($environment);
        self::$siteWithoutMail = WebServer::start($withoutMail);
        self::$brokenSite = WebServer::start(['MAIL_TO' => 'nobody'] + $withoutMail);
    }

    public static function tearDownAfterClass(): void
    {
        self::$mail->stop();
        self::$site->stop();
        self::$siteWithoutMail->stop();
        self::$brokenSite->stop();
    }

    public function test_the_list_of_codes_is_the_contract_s(): void
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
        $endpoint = self::sendsMail($scenario) ? self::$endpoint : self::$endpointWithoutMail;
        $request = Request::create('/contact_process.php', $scenario['request']['method'], content: Contract::bodyOf($scenario));
        $request->headers->remove('Content-Type');
        $request->headers->add($scenario['request']['headers']);

        self::assertAgreed($scenario, Answer::of($endpoint->handle($request)));
    }

    /** @param Scenario $scenario */
    #[DataProvider('scenarios')]
    public function test_the_site_answers_as_agreed(array $scenario): void
    {
        $site = match (true) {
            self::sendsMail($scenario) => self::$site,
            self::lacksConfiguration($scenario) => self::$brokenSite,
            default => self::$siteWithoutMail,
        };
        $answer = $site->request($scenario['request']['method'], $scenario['request']['headers'], Contract::bodyOf($scenario));

        self::assertAgreed($scenario, $answer);
    }

    #[TestWith(['{"name":null}', 'malformed_message'])]
    #[TestWith(['{"name":["Zoë"]}', 'malformed_message'])]
    #[TestWith(['"text"', 'malformed_message'])]
    #[TestWith(['{"unknown":[[[[[[[[[["deep"]]]]]]]]]]}', 'invalid_fields'])]
    #[TestWith(["{\"name\":\"\xC3\x28\"}", 'malformed_json'])]
    public function test_a_body_of_another_shape_is_told_apart(string $body, string $code): void
    {
        $request = Request::create('/contact_process.php', 'POST', server: ['CONTENT_TYPE' => 'application/json'], content: $body);

        self::assertSame($code, Answer::of(self::$endpointWithoutMail->handle($request))->json()['code'] ?? null);
    }

    public function test_a_stated_length_past_the_limit_is_believed_unread(): void
    {
        $request = Request::create('/contact_process.php', 'POST', server: ['CONTENT_TYPE' => 'application/json', 'CONTENT_LENGTH' => '65537'], content: '{}');

        self::assertSame(413, self::$endpointWithoutMail->handle($request)->getStatusCode());
    }

    /** @param Scenario $scenario */
    private static function sendsMail(array $scenario): bool
    {
        return $scenario['response']['status'] === 200;
    }

    /** @param Scenario $scenario */
    private static function lacksConfiguration(array $scenario): bool
    {
        return ($scenario['given'] ?? null) === 'the configuration is broken';
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

        if (self::sendsMail($scenario)) {
            $reference = $answer->headers['enquiry-reference'] ?? '';
            self::assertNotSame('', $reference);
            self::assertStringEndsWith("[{$reference}]", self::$mail->next()['subject']);
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
            if (!self::lacksConfiguration($arguments[0])) {
                yield $name => $arguments;
            }
        }
    }
}
