<?php

declare(strict_types=1);

namespace Enquiry\Tests;

use Enquiry\Tests\Support\Environment;
use Enquiry\Tests\Support\FixturePages;
use Enquiry\Tests\Support\ServerCopy;
use Enquiry\Tests\Support\WebServer;
use PHPUnit\Framework\TestCase;

/** Forms without JavaScript over HTTP, because PHP itself parses the posted form. */
final class FormSiteTest extends TestCase
{
    public function test_an_error_outside_the_endpoint_is_explained_in_words(): void
    {
        $site = WebServer::start(['RATE_LIMIT' => 'many'] + Environment::for(Environment::deadPort()));
        $answer = $site->postForm();

        self::assertSame(500, $answer->status);
        self::assertSame('text/plain; charset=utf-8', $answer->headers['content-type'] ?? null);
        self::assertStringStartsWith('Something went wrong on our side and your message was not sent. Please go back', $answer->body);

        $confirmation = $site->request('GET', [], '', '/contact_sent.php');
        self::assertSame(500, $confirmation->status);
        self::assertStringStartsWith('If you have just sent us a message, it has reached us.', $confirmation->body);
    }

    public function test_a_form_is_answered_even_if_the_list_of_messages_is_damaged(): void
    {
        $copy = ServerCopy::make();
        $copy->replace('forms/contact/failures.json', '{');
        $site = WebServer::start(Environment::for(Environment::deadPort(), ['TEST_PAGES_DIR' => FixturePages::folder()]), server: $copy->server);
        $answer = $site->postForm(['name' => ['a']]);

        self::assertSame(400, $answer->status);
        self::assertNotSame('', FixturePages::text($answer, 'failure'));
    }
}
