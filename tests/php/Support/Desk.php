<?php

declare(strict_types=1);

namespace Enquiry\Tests\Support;

use Enquiry\Application;
use Enquiry\Configuration\Configuration;
use Enquiry\Queue\EnquiryRepository;
use Enquiry\Queue\StoredEnquiry;
use Symfony\Component\HttpFoundation\Request;

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
        return self::send(Environment::for(1, $environment), '{}', $headers, $server);
    }

    /**
     * @param array<string, string> $environment
     * @param array<string, string> $headers
     * @param array<string, string> $server
     */
    public static function send(array $environment, string $body, array $headers, array $server = [], string $time = self::TIME, string $form = 'contact'): Answer
    {
        $configuration = Configuration::fromArray($environment);
        $server += ['CONTENT_TYPE' => 'application/json', 'HTTP_HOST' => 'attacker.example'];
        $request = Request::create("/{$form}_process.php", 'POST', server: $server, content: $body);
        $request->headers->add($headers);
        // As PHP does: the first of two cookies with one name counts.
        foreach (array_reverse(explode(';', $headers['Cookie'] ?? '')) as $pair) {
            [$name, $value] = explode('=', trim($pair), 2) + ['', ''];
            $request->cookies->set($name, rawurldecode($value));
        }
        $application = new Application($configuration, new FixedClock($time));
        $answer = Answer::of($application->endpoint($form)->handle($request));
        $application->deliverAfterAnswer();

        return $answer;
    }

    /**
     * @param array<string, string> $environment
     *
     * @return StoredEnquiry the only enquiry in the store
     */
    public static function record(array $environment): StoredEnquiry
    {
        $records = [...(new EnquiryRepository(Configuration::fromArray($environment)->database()))->newest()];
        \assert(\count($records) === 1);

        return $records[0];
    }
}
