<?php

declare(strict_types=1);

namespace Enquiry\Tests;

use Enquiry\Application;
use Enquiry\Reference;
use Enquiry\Storage\Connection;
use Enquiry\Tests\Support\Answer;
use Enquiry\Tests\Support\Environment;
use Enquiry\Tests\Support\MailServer;
use Enquiry\Tests\Support\Operator;
use Enquiry\Tests\Support\Queue;
use PHPUnit\Framework\TestCase;
use Symfony\Component\HttpFoundation\Request;

/** Each of several recipients has a fate of its own. */
final class RecipientsTest extends TestCase
{
    private const SALES = 'sales@kokerboom.example';
    private const GONE = 'gone@kokerboom.example';
    private const TOKEN = 'a-token-of-no-less-than-32-characters';

    private MailServer $server;
    /** @var array<string, string> */
    private array $environment;
    private Queue $queue;

    protected function setUp(): void
    {
        $this->server = MailServer::start(['refuse' => [self::GONE]]);
        $this->environment = Environment::for($this->server->port, ['MAIL_TO' => self::SALES . ',' . self::GONE, 'HEALTH_TOKEN' => self::TOKEN, 'ALERT_AFTER_MINUTES' => '30']);
        $this->queue = new Queue($this->environment);
    }

    protected function tearDown(): void
    {
        $this->server->stop();
    }

    public function test_who_has_it_is_left_alone_and_who_refuses_is_tried_again_until_the_mailbox_is_mended(): void
    {
        $reference = $this->queue->add();
        self::assertSame(0, $this->queue->work());
        $record = $this->queue->record($reference);
        self::assertSame(['waiting', [self::SALES], $this->queue->now + 60], [$record->state, $record->deliveredTo, $record->dueAt]);
        self::assertMatchesRegularExpression('/^Not taken for gone@kokerboom\.example \(.*550 No such mailbox.*\)\. Arrived at sales@kokerboom\.example\.$/', (string) $record->lastError);
        self::assertSame([self::SALES], $this->server->next()['envelope']['to']);

        $this->queue->now += 60;
        self::assertSame(0, $this->queue->work());
        self::assertSame([self::SALES], $this->queue->record($reference)->deliveredTo);

        $mended = MailServer::start();
        $this->with(['SMTP_PORT' => (string) $mended->port]);
        $this->queue->now += 120;
        self::assertSame(1, $this->queue->work());
        self::assertSame([self::GONE], $mended->next()['envelope']['to']);
        $mended->stop();
        $record = $this->queue->record($reference);
        self::assertSame(['sent', [self::SALES, self::GONE], null], [$record->state, $record->deliveredTo, $record->lastError]);
    }

    public function test_it_fails_in_the_end_with_what_was_said_and_is_retried_for_those_alone(): void
    {
        $reference = $this->failed();
        self::assertMatchesRegularExpression('/Not taken for gone@kokerboom\.example\. .*550 .*Arrived at sales@kokerboom\.example/s', $this->call('failed'));
        self::assertMatchesRegularExpression('/"deliveredTo": \[\s+"sales@kokerboom\.example"\s+\],\s+"lastError": "[^"]*gone@/', $this->call('failed:show', ['reference' => (string) $reference]));
        self::assertSame([self::SALES], $this->server->next()['envelope']['to']);

        $mended = MailServer::start();
        $this->with(['SMTP_PORT' => (string) $mended->port]);
        $this->call('failed:retry', ['reference' => (string) $reference]);
        self::assertSame(1, $this->queue->work());
        self::assertSame([self::GONE], $mended->next()['envelope']['to']);
        $mended->stop();
    }

    public function test_a_recipient_who_is_taken_out_is_waited_for_no_longer(): void
    {
        $reference = $this->queue->add();
        $this->queue->work();
        $this->with(['MAIL_TO' => 'Sales@Kokerboom.example']);
        $this->queue->now += 60;

        self::assertSame(1, $this->queue->work());
        self::assertSame(['sent', [self::SALES]], [$this->queue->record($reference)->state, $this->queue->record($reference)->deliveredTo]);
        self::assertSame([self::SALES], $this->server->next()['envelope']['to']);
        $this->queue->add(['subject' => 'The next']);
        $this->queue->work();
        self::assertStringContainsString('The next', $this->server->next()['subject'], 'nothing was mailed twice');
    }

    public function test_a_recipient_who_is_added_gets_what_still_waits(): void
    {
        $reference = $this->queue->add();
        $this->queue->work();
        $this->with(['MAIL_TO' => self::SALES . ',owner@kokerboom.example,owner@kokerboom.example,' . self::GONE]);
        $this->queue->now += 60;
        $this->queue->work();
        $this->server->next();

        self::assertSame(['owner@kokerboom.example'], $this->server->next()['envelope']['to']);
        self::assertSame([self::SALES, 'owner@kokerboom.example'], $this->queue->record($reference)->deliveredTo);
    }

    public function test_a_damaged_note_of_who_has_it_costs_a_second_mail_and_no_enquiry(): void
    {
        $this->with(['MAIL_TO' => self::SALES]);
        $reference = $this->queue->add();
        $this->queue->database->write(static fn(Connection $connection): int => $connection->change("UPDATE enquiry SET delivered_to = '[\"sales'"));

        self::assertSame(1, $this->queue->work());
        self::assertSame([self::SALES], $this->queue->record($reference)->deliveredTo);
    }

    public function test_whoever_asks_is_told_that_some_have_it_and_others_do_not(): void
    {
        $this->queue->add();
        $this->queue->work();
        self::assertStringContainsString('Last refused with: Not taken for gone@kokerboom.example (RCPT TO command failed 550', $this->call('status'));
        self::assertSame(200, $this->health()->status);

        $this->queue->now += 1801;
        $reason = 'The oldest waiting enquiry is 1801 seconds old; some recipients have it, and others are refused.';
        self::assertStringContainsString($reason, (string) preg_replace('/\s+/', ' ', $this->call('status', exitCode: 1)));
        self::assertSame([503, [$reason]], [$this->health()->status, $this->health()->json()['reasons'] ?? null]);
    }

    private function failed(): Reference
    {
        $reference = $this->queue->add();
        $this->queue->work();
        $this->queue->database->write(static fn(Connection $connection): int => $connection->change('UPDATE enquiry SET attempts = 124'));
        $this->queue->now += 60;
        $this->queue->work();
        self::assertSame('failed', $this->queue->record($reference)->state);

        return $reference;
    }

    /** @param array<string, string> $settings that the operator changes */
    private function with(array $settings): void
    {
        $now = $this->queue->now;
        $this->environment = $settings + $this->environment;
        $this->queue = new Queue($this->environment);
        $this->queue->now = $now;
    }

    /** @param array<string, mixed> $arguments */
    private function call(string $command, array $arguments = [], int $exitCode = 0): string
    {
        return Operator::call($this->environment, $this->queue->clock(), $command, $arguments, $exitCode);
    }

    private function health(): Answer
    {
        $request = Request::create('/contact_health.php', server: ['HTTP_AUTHORIZATION' => 'Bearer ' . self::TOKEN]);

        return Answer::of(Application::health($this->queue->configuration, $this->queue->clock())->handle($request));
    }
}
