<?php

declare(strict_types=1);

namespace Enquiry\Tests\Support;

use Enquiry\Application;
use Enquiry\Configuration;
use Random\Engine\Xoshiro256StarStar;
use Random\Randomizer;
use Symfony\Component\HttpFoundation\Request;

/** Posts enquiries to the endpoint as production builds it, at a fixed time and with a fixed reference. */
final class Desk
{
    public const TIME = '2026-03-06 22:42:07 UTC';

    /**
     * @param array<string, string> $environment
     * @param array<string, string> $fields      that differ from the contract's sample message
     */
    public static function post(array $environment, array $fields = []): Answer
    {
        $endpoint = Application::endpoint(
            Configuration::fromArray($environment),
            new FixedClock(self::TIME),
            new Randomizer(new Xoshiro256StarStar(1)),
        );
        $request = Request::create(
            '/contact_process.php',
            'POST',
            server: ['CONTENT_TYPE' => 'application/json', 'HTTP_HOST' => 'attacker.example'],
            content: Contract::json($fields + Contract::answers()['message']),
        );

        return Answer::of($endpoint->handle($request));
    }
}
