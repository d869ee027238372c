<?php

declare(strict_types=1);

namespace Enquiry\Tests;

use Enquiry\Application;
use Enquiry\Tests\Support\Answer;
use Enquiry\Tests\Support\Environment;
use Enquiry\Tests\Support\Queue;
use Enquiry\Tests\Support\WebServer;
use PHPUnit\Framework\TestCase;
use Symfony\Component\HttpFoundation\Request;

final class HealthTest extends TestCase
{
    public function test_an_empty_queue_is_healthy(): void
    {
        $answer = self::ask(new Queue(Environment::for(25)));

        self::assertSame(200, $answer->status);
        self::assertSame('ok', $answer->json()['status'] ?? null);
        self::assertStringContainsString('no-store', $answer->headers['cache-control'] ?? '');
    }

    public function test_it_fails_when_the_oldest_has_waited_too_long_and_recovers(): void
    {
        $queue = new Queue(Environment::for(25, ['ALERT_AFTER_MINUTES' => '10']));
        $queue->add();
        $queue->now += 600;
        self::assertSame(200, self::ask($queue)->status);
        ++$queue->now;
        $answer = self::ask($queue);

        self::assertSame(503, $answer->status);
        self::assertSame('failing', $answer->json()['status'] ?? null);
        self::assertSame(['The oldest waiting enquiry is 601 seconds old.'], $answer->json()['reasons'] ?? null);
        self::assertStringNotContainsString('zoe@', $answer->body);

        $queue->outbox()->markSent($queue->outbox()->claim($queue->now, 60, 'lease') ?? self::fail(), $queue->now);
        self::assertSame(200, self::ask($queue)->status);
    }

    public function test_it_fails_when_anything_has_failed(): void
    {
        $queue = new Queue(Environment::for(25));
        $queue->add();
        $queue->outbox()->giveUp($queue->outbox()->claim($queue->now, 60, 'lease') ?? self::fail(), 'no');

        self::assertSame(['One enquiry has failed.'], self::ask($queue)->json()['reasons'] ?? null);
    }

    public function test_it_fails_when_the_store_cannot_be_read(): void
    {
        $answer = self::ask(new Queue(Environment::for(25, ['DATA_DIR' => '/dev/null/data'])));

        self::assertSame(503, $answer->status);
        self::assertSame(['status' => 'failing', 'reasons' => ['The store cannot be read.']], $answer->json());
    }

    public function test_it_answers_over_http_and_to_get_only(): void
    {
        $site = WebServer::start(Environment::for(25));
        try {
            $answer = $site->request('GET', [], '', '/contact_health.php');
            self::assertSame([200, 'ok'], [$answer->status, $answer->json()['status'] ?? null]);
            self::assertSame(405, $site->request('POST', [], '', '/contact_health.php')->status);
        } finally {
            $site->stop();
        }
    }

    private static function ask(Queue $queue): Answer
    {
        return Answer::of(Application::health($queue->configuration, $queue->clock())->handle(Request::create('/contact_health.php')));
    }
}
