<?php

declare(strict_types=1);

namespace Enquiry\Tests;

use Enquiry\Delivery\DeliveryReport;
use Enquiry\Delivery\Mailer;
use Enquiry\Delivery\Outcome;
use Enquiry\Delivery\Sender;
use Enquiry\Shared\Enquiry;
use Enquiry\Store\EnquiryRepository;
use Enquiry\Tests\Support\Environment;
use Enquiry\Tests\Support\FakeTimer;
use Enquiry\Tests\Support\Queue;
use Monolog\Handler\TestHandler;
use Monolog\Level;
use Monolog\Logger;
use PHPUnit\Framework\TestCase;
use Random\Randomizer;

final class SenderTest extends TestCase
{
    private Queue $queue;
    private TestHandler $log;

    protected function setUp(): void
    {
        $this->queue = new Queue(Environment::for(Environment::deadPort()));
        $this->log = new TestHandler();
    }

    public function test_an_internal_error_postpones_only_this_enquiry_and_is_logged_with_its_cause(): void
    {
        $reference = $this->queue->add();
        $fault = new \LogicException('The template is bent.');

        self::assertSame(Outcome::PutOff, $this->deliver(static fn(): DeliveryReport => throw $fault));
        $record = $this->queue->record($reference);
        self::assertSame(['waiting', 'The template is bent.', $this->queue->now + 60], [$record->state, $record->lastError, $record->dueAt]);
        self::assertSame(0, $record->unanswered);
        self::assertSame($fault, $this->log->getRecords()[0]->context['exception'] ?? null);
    }

    public function test_the_log_names_recipients_who_may_have_the_mail_without_an_answer(): void
    {
        $this->queue->add();
        $unanswered = ['sales@kokerboom.example' => 'it hung up'];
        $this->deliver(static fn(): DeliveryReport => new DeliveryReport(unanswered: $unanswered));

        self::assertSame($unanswered, $this->log->getRecords()[0]->context['unanswered'] ?? null);
    }

    public function test_a_mail_for_an_enquiry_that_was_erased_meanwhile_logs_a_warning(): void
    {
        $this->queue->add();
        $repository = new EnquiryRepository($this->queue->database);
        $send = static function (Enquiry $enquiry) use ($repository): DeliveryReport {
            $repository->erase($enquiry->message->email());

            return new DeliveryReport(['sales@kokerboom.example']);
        };

        self::assertSame(Outcome::Sent, $this->deliver($send));
        self::assertTrue($this->log->hasWarningThatContains('after its lease had run out'));
    }

    public function test_a_sent_mail_is_one_log_line(): void
    {
        $this->queue->add();
        $this->deliver(static fn(): DeliveryReport => new DeliveryReport(['sales@kokerboom.example']));

        self::assertSame([[Level::Info, 'An enquiry was mailed.']], array_map(static fn($record): array => [$record->level, $record->message], $this->log->getRecords()));
    }

    /** @param \Closure(Enquiry): DeliveryReport $send */
    private function deliver(\Closure $send): Outcome
    {
        $mailer = new class ($send) implements Mailer {
            /** @param \Closure(Enquiry): DeliveryReport $send */
            public function __construct(private readonly \Closure $send) {}

            public function send(Enquiry $enquiry, array $recipients, bool $alone = false, ?array $to = null): DeliveryReport
            {
                return ($this->send)($enquiry);
            }

            public function close(): void {}
        };

        return (new Sender(
            $this->queue->outbox(),
            $mailer,
            ['sales@kokerboom.example'],
            60,
            $this->queue->clock(),
            new FakeTimer(onPause: static fn() => self::fail('There is nothing to wait for.')),
            new Randomizer(),
            new Logger('test', [$this->log]),
        ))->deliverNext();
    }
}
