<?php

declare(strict_types=1);

namespace Enquiry\Tests;

use Enquiry\Database\Database;
use Enquiry\Database\SqlError;
use Enquiry\Database\StoreUnavailable;
use Enquiry\Database\TimeLimit;
use Enquiry\Enquiry\Enquiry;
use Enquiry\Queue\DeliveryReport;
use Enquiry\Queue\EnquiryQueue;
use Enquiry\Queue\EnquiryRepository;
use Enquiry\Queue\Envelope;
use Enquiry\Queue\Mailer;
use Enquiry\Queue\Outcome;
use Enquiry\Queue\Sender;
use Enquiry\Queue\Verdict;
use Enquiry\Tests\Support\Contract;
use Enquiry\Tests\Support\Environment;
use Enquiry\Tests\Support\FakeTimer;
use Enquiry\Tests\Support\Outbox;
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
        $this->deliver(static fn(): DeliveryReport => DeliveryReport::of(Verdict::Unanswered, ['sales@kokerboom.example'], 'it hung up'));

        self::assertSame($unanswered, $this->log->getRecords()[0]->context['unanswered'] ?? null);
    }

    public function test_a_mail_for_an_enquiry_that_was_erased_meanwhile_logs_a_warning(): void
    {
        $this->queue->add();
        $repository = new EnquiryRepository($this->queue->database);
        $send = static function (Enquiry $enquiry) use ($repository): DeliveryReport {
            $repository->erase([(string) $enquiry->reference]);

            return DeliveryReport::of(Verdict::Accepted, ['sales@kokerboom.example']);
        };

        self::assertSame(Outcome::Sent, $this->deliver($send));
        self::assertTrue($this->log->hasWarningThatContains('after its lease had run out'));
    }

    public function test_a_sent_mail_is_one_log_line(): void
    {
        $this->queue->add();
        $this->deliver(static fn(): DeliveryReport => DeliveryReport::of(Verdict::Accepted, ['sales@kokerboom.example']));

        self::assertSame([[Level::Info, 'An enquiry was mailed.']], array_map(static fn($record): array => [$record->level, $record->message], $this->log->getRecords()));
    }

    /** As where the connection is cut after COMMIT was sent. */
    public function test_claims_whose_answer_was_lost_count_for_nothing_and_delay_nothing(): void
    {
        $reference = $this->queue->add();
        $isLost = true;
        $outbox = (new Outbox($this->database($isLost), $this->queue->clock()))->queue;
        for ($i = 0; $i < 3; ++$i) {
            try {
                $this->sender(self::accept(...), $outbox)->deliverNext();
                self::fail('It was claimed.');
            } catch (StoreUnavailable) {
            }
            self::assertGreaterThan($this->queue->now, $this->queue->record($reference)->dueAt, 'the claim was stored');
            $isLost = false;
            $this->sender(self::accept(...))->takeOver();
            $isLost = true;
        }

        self::assertSame(Outcome::Sent, $this->deliver(self::accept(...)));
        self::assertSame([1, 0], [$this->queue->record($reference)->attempts, $this->queue->record($reference)->unanswered]);
    }

    public function test_a_note_whose_answer_was_lost_is_no_warning(): void
    {
        $reference = $this->queue->add();
        $isLost = false;
        $pauses = 0;
        $send = static function () use (&$isLost): DeliveryReport {
            $isLost = true;

            return self::accept();
        };
        $sender = $this->sender($send, (new Outbox($this->database($isLost), $this->queue->clock()))->queue, static function () use (&$isLost, &$pauses): void {
            $isLost = ++$pauses > 2 ? throw new \LogicException('It tries for ever.') : false;
        });

        self::assertSame([Outcome::Sent, 1], [$sender->deliverNext(), $pauses]);
        self::assertSame('sent', $this->queue->record($reference)->state);
        self::assertFalse($this->log->hasWarningRecords());
    }

    public function test_what_a_dead_process_had_in_hand_and_was_erased_is_forgotten(): void
    {
        $folder = $this->queue->configuration->folder();
        fclose($folder->openLock('lease-' . str_repeat('a', 32) . '.lock'));
        $this->sender(self::accept(...))->takeOver();

        self::assertSame([], $folder->names('/^lease/'));
    }

    private static function accept(): DeliveryReport
    {
        return DeliveryReport::of(Verdict::Accepted, ['sales@kokerboom.example']);
    }

    /** It stores each write, and the answer gets lost while $isLost. */
    private function database(bool &$isLost): Database
    {
        return new class ($this->queue->database, $isLost) implements Database {
            public function __construct(private readonly Database $database, private bool &$isLost) {}

            public function read(\Closure $work): mixed
            {
                return $this->database->read($work);
            }

            public function write(\Closure $work): mixed
            {
                $result = $this->database->write($work);
                $lost = new \PDOException('MySQL server has gone away');
                $lost->errorInfo = ['HY000', 2006, 'MySQL server has gone away'];

                return $this->isLost ? throw StoreUnavailable::because(SqlError::ofPdo($lost)->atCommit()) : $result;
            }

            public function limit(TimeLimit $timeLimit): void {}

            public function prepare(): void {}

            public function name(): string
            {
                return $this->database->name();
            }
        };
    }

    /** @param \Closure(Enquiry): DeliveryReport $send */
    private function deliver(\Closure $send): Outcome
    {
        return $this->sender($send)->deliverNext();
    }

    /**
     * @param \Closure(Enquiry): DeliveryReport $send
     * @param ?\Closure(): void                 $onPause
     */
    private function sender(\Closure $send, ?EnquiryQueue $queue = null, ?\Closure $onPause = null): Sender
    {
        $mailer = new class ($send) implements Mailer {
            /** @param \Closure(Enquiry): DeliveryReport $send */
            public function __construct(private readonly \Closure $send) {}

            public function send(array $enquiries, Envelope $envelope): DeliveryReport
            {
                return ($this->send)($enquiries[0]);
            }

            public function sendNotice(Enquiry $enquiry, string $reason, Envelope $envelope): DeliveryReport
            {
                return ($this->send)($enquiry);
            }

            public function sendAlert(string $about, array $reasons, Envelope $envelope): DeliveryReport
            {
                throw new \LogicException('There is nothing to alert to.');
            }

            public function close(): void {}
        };

        return new Sender(
            $queue ?? $this->queue->outbox(),
            $this->queue->configuration->folder(),
            Contract::forms(),
            $mailer,
            ['sales@kokerboom.example'],
            [],
            60,
            $this->queue->clock(),
            new FakeTimer(onPause: $onPause ?? static fn() => self::fail('There is nothing to wait for.')),
            new Randomizer(),
            new Logger('test', [$this->log]),
        );
    }
}
