<?php

declare(strict_types=1);

namespace Enquiry\Tests\Support;

use Enquiry\Application;
use PHPUnit\Framework\Assert;
use Symfony\Component\HttpFoundation\Request;

/**
 * Posts to the endpoint, in this process.
 *
 * @phpstan-import-type Exported from Operator
 */
final class Desk
{
    public const TIME = '2026-03-06 22:42:07 UTC';

    /**
     * Posts as the page's script does.
     *
     * @param array<string, string> $environment
     * @param array<string, mixed>  $fields      override the contract's sample message
     * @param array<string, string> $headers
     * @param array<string, string> $server      of the connection, such as REMOTE_ADDR
     */
    public static function post(array $environment, array $fields = [], array $headers = [], array $server = [], string $time = self::TIME): Answer
    {
        return self::send($environment, Contract::json($fields + Contract::answers()['message']), $headers + ['X-XSRF-TOKEN' => '0123456789abcdef'], $server, $time);
    }

    /**
     * Posts the form of a browser without JavaScript.
     *
     * @param array<string, string> $environment
     * @param array<string, string> $fields      override the contract's sample message
     * @param array<string, string> $headers
     * @param array<string, string> $server
     */
    public static function postForm(array $environment, array $fields = [], array $headers = [], array $server = [], string $time = self::TIME): Answer
    {
        return self::postFormBody($environment, http_build_query($fields + Contract::answers()['message']), $headers, $server, $time);
    }

    /**
     * @param array<string, string> $environment
     * @param array<string, string> $headers
     * @param array<string, string> $server
     */
    public static function postFormBody(array $environment, string $body, array $headers = [], array $server = [], string $time = self::TIME): Answer
    {
        return self::send($environment, $body, $headers, ['CONTENT_TYPE' => 'application/x-www-form-urlencoded'] + $server, $time);
    }

    /**
     * Sends an empty message: if the answer lists missing fields, the request was allowed.
     *
     * @param array<string, string> $environment
     * @param array<string, string> $headers
     * @param array<string, string> $server
     */
    public static function knock(array $environment, array $headers, array $server = []): Answer
    {
        $application = self::application(Environment::for(1, $environment), self::TIME);

        return Answer::of($application->parts->endpoint()->handle(self::request('contact', '{}', $headers, $server)));
    }

    /**
     * @param array<string, string> $environment
     * @param array<string, string> $headers
     * @param array<string, string> $server
     */
    public static function send(array $environment, string $body, array $headers, array $server = [], string $time = self::TIME, string $form = 'contact'): Answer
    {
        $application = self::application($environment, $time);
        $answer = Answer::of($application->parts->endpoint($form)->handle(self::request($form, $body, $headers, $server)));
        $application->deliverAfterAnswer();

        return $answer;
    }

    /**
     * Delivers nothing after the answer.
     *
     * @param array<string, string> $environment
     * @param array<string, mixed>  $fields      override the contract's sample message
     * @param array<string, string> $headers
     */
    public static function ask(array $environment, array $fields = [], array $headers = [], string $time = self::TIME): Answer
    {
        $request = self::request('contact', Contract::json($fields + Contract::answers()['message']), $headers, []);

        return Answer::of(self::application($environment, $time)->parts->endpoint()->handle($request));
    }

    /** @param array<string, string> $environment */
    private static function application(array $environment, string $time): Application
    {
        return new Application(Environment::configuration($environment), new FixedClock($time));
    }

    /**
     * @param array<string, string> $headers
     * @param array<string, string> $server
     */
    private static function request(string $form, string $body, array $headers, array $server): Request
    {
        $server += ['CONTENT_TYPE' => 'application/json', 'HTTP_HOST' => 'attacker.example'];
        $request = Request::create("/{$form}_process.php", 'POST', server: $server, content: $body);
        $request->headers->add($headers);
        // As PHP does: the first of two cookies with one name counts.
        foreach (array_reverse(explode(';', $headers['Cookie'] ?? '')) as $pair) {
            [$name, $value] = explode('=', trim($pair), 2) + ['', ''];
            $request->cookies->set($name, rawurldecode($value));
        }

        return $request;
    }

    /**
     * @param array<string, string> $environment
     * @return Exported the only stored enquiry
     */
    public static function stored(array $environment): array
    {
        $clock = new FixedClock(self::TIME);
        $references = Operator::list($environment, $clock);
        Assert::assertCount(1, $references);

        return Operator::export($environment, $clock, $references[0])[0];
    }
}
