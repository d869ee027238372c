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

    public function test_a_fault_of_our_own_puts_off_this_one_enquiry_and_is_logged_with_its_cause(): void
    {
        $reference = $this->queue->add();
        $fault = new \LogicException('The template is bent.');

        self::assertSame(Outcome::PutOff, $this->deliver(static fn(): DeliveryReport => throw $fault));
        $record = $this->queue->record($reference);
        self::assertSame(['waiting', 'The template is bent.', $this->queue->now + 60], [$record->state, $record->lastError, $record->dueAt]);
        self::assertSame(0, $record->unanswered);
        self::assertSame($fault, $this->log->getRecords()[0]->context['exception'] ?? null);
    }

    public function test_who_may_have_it_without_an_answer_is_in_the_log(): void
    {
        $this->queue->add();
        $unanswered = ['sales@kokerboom.example' => 'it hung up'];
        $this->deliver(static fn(): DeliveryReport => new DeliveryReport(unanswered: $unanswered));

        self::assertSame($unanswered, $this->log->getRecords()[0]->context['unanswered'] ?? null);
    }

    public function test_a_mail_of_an_enquiry_that_was_erased_meanwhile_is_warned_of(): void
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

    public function test_a_mail_that_went_out_is_no_more_than_a_line(): void
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

            public function send(Enquiry $enquiry, array $recipients, bool $alone = false): DeliveryReport
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
