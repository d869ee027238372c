<?php

declare(strict_types=1);

namespace Enquiry\Tests;

use Enquiry\Tests\Support\Environment;
use Enquiry\Tests\Support\MailServer;
use Enquiry\Tests\Support\Operator;
use Enquiry\Tests\Support\Queue;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\TestCase;

final class RecipientsTest extends TestCase
{
    private const SALES = 'sales@kokerboom.example';
    private const GONE = 'gone@kokerboom.example';

    private MailServer $server;
    /** @var array<string, string> */
    private array $environment;
    private Queue $queue;

    protected function setUp(): void
    {
        $this->server = MailServer::start(['refuse' => [self::GONE]]);
        $this->environment = Environment::for($this->server->port, ['MAIL_TO' => self::SALES . ',' . self::GONE]);
        $this->queue = new Queue($this->environment);
    }

    public function test_only_recipients_without_the_mail_are_retried_until_they_accept_it(): void
    {
        $reference = $this->queue->add();
        self::assertSame(0, $this->queue->work());
        $record = $this->queue->record($reference);
        self::assertSame(['waiting', [self::SALES], $this->queue->now + 60], [$record->state, $record->deliveredTo, $record->dueAt]);
        self::assertMatchesRegularExpression('/^Not accepted for gone@kokerboom\.example \(.*550 No such mailbox.*\)\.$/', (string) $record->lastError);
        self::assertSame([self::SALES], $this->server->next()['envelope']['to']);

        $this->queue->now += 60;
        self::assertSame(0, $this->queue->work());
        self::assertSame([self::SALES], $this->queue->record($reference)->deliveredTo);

        $mended = MailServer::start();
        $this->with(['SMTP_PORT' => (string) $mended->port]);
        $this->queue->now += 120;
        self::assertSame(1, $this->queue->work());
        $mail = $mended->next();
        self::assertSame([self::GONE], $mail['envelope']['to']);
        self::assertContains('To: ' . self::SALES . ', ' . self::GONE, array_column($mail['headers'], 'line'), 'everyone sees who else has the mail');
        $record = $this->queue->record($reference);
        self::assertSame(['sent', [self::SALES, self::GONE], null], [$record->state, $record->deliveredTo, $record->lastError]);
    }

    public function test_an_enquiry_fails_with_the_server_s_answer_and_is_retried_for_the_remaining_recipients_only(): void
    {
        $reference = $this->queue->add();
        $this->queue->work();
        $this->queue->database->change('UPDATE enquiry SET attempts = 124');
        $this->queue->now += 60;
        $this->queue->work();
        self::assertMatchesRegularExpression('/Not accepted for gone@kokerboom\.example \(.*550 /s', $this->call('list', ['state' => 'failed']));
        self::assertSame([self::SALES], $this->server->next()['envelope']['to']);

        $mended = MailServer::start();
        $this->with(['SMTP_PORT' => (string) $mended->port]);
        $this->call('retry', ['reference' => (string) $reference]);
        self::assertSame(1, $this->queue->work());
        self::assertSame([self::GONE], $mended->next()['envelope']['to']);
    }

    public function test_a_removed_recipient_is_no_longer_retried(): void
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

    public function test_an_added_recipient_gets_the_waiting_enquiries(): void
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

    public function test_a_damaged_list_of_recipients_causes_a_second_mail_but_no_loss(): void
    {
        $this->with(['MAIL_TO' => self::SALES]);
        $reference = $this->queue->add();
        $this->queue->database->change("UPDATE enquiry SET delivered_to = '[\"sales'");

        self::assertSame(1, $this->queue->work());
        self::assertSame([self::SALES], $this->queue->record($reference)->deliveredTo);
    }

    /** @param array<string, int|string> $answer */
    #[DataProvider('troubles')]
    public function test_one_recipient_s_error_does_not_affect_the_others(string $step, array $answer, string $words): void
    {
        $this->atScripted([$step => $answer]);
        $reference = $this->queue->add();
        $this->queue->work();
        $record = $this->queue->record($reference);

        self::assertSame(['waiting', ['a@firm.example', 'c@firm.example'], $this->queue->now + 60], [$record->state, $record->deliveredTo, $record->dueAt]);
        self::assertStringStartsWith("Not accepted for b@firm.example ({$words}", (string) $record->lastError);
    }

    /** @return iterable<string, array{string, array<string, int|string>, string}> */
    public static function troubles(): iterable
    {
        $address = 'RCPT TO:<b@firm.example>';

        yield 'closing down' => [$address, ['say' => "421 4.3.2 not him\r\n", 'then' => 'close'], 'RCPT TO command failed 421 4.3.2 not him'];
        yield 'hanging up' => [$address, ['then' => 'close'], 'RCPT TO command failed: no proper answer in time'];
        yield 'silence' => [$address, ['then' => 'stall'], 'RCPT TO command failed: no proper answer in time'];
        yield 'a refusal of the mail' => ['dot <b@firm.example>', ['say' => "554 5.7.1 no\r\n"], 'DATA END failed 554 5.7.1'];
        yield 'closing down at the mail' => ['dot <b@firm.example>', ['say' => "421 4.7.0 no\r\n", 'then' => 'close'], 'DATA END failed 421 4.7.0'];
    }

    public function test_a_server_that_accepts_one_recipient_per_mail_gets_a_mail_for_each(): void
    {
        $server = $this->atScripted(array_fill_keys(['RCPT 2', 'RCPT 3'], ['say' => "452 4.5.3 Too many recipients\r\n"]));
        $reference = $this->queue->add();

        self::assertSame(1, $this->queue->work());
        self::assertSame(['sent', ['b@firm.example', 'c@firm.example', 'a@firm.example']], [$this->queue->record($reference)->state, $this->queue->record($reference)->deliveredTo]);
        self::assertSame(1, substr_count(implode(' ', $server->heardUntil('/QUIT/')), 'EHLO'), 'over one connection');
    }

    public function test_refused_recipients_are_each_tried_alone_in_the_same_attempt(): void
    {
        $server = $this->atScripted(['RCPT' => ['say' => "450 4.2.0 Greylisted\r\n"]]);
        $this->queue->add();
        $this->queue->work();
        $heard = implode("\n", $server->heardUntil('/QUIT/'));
        preg_match_all('~(?:RCPT TO:<|(M)AIL FROM:<website)(\w?)@~', $heard, $found, \PREG_SET_ORDER);
        $asked = array_map(static fn(array $one): string => $one[1] . $one[2], $found);

        self::assertSame('M a b c M a M b M c', implode(' ', $asked));
    }

    public function test_after_an_unanswered_mail_each_recipient_is_tried_alone_at_the_next_attempt(): void
    {
        $this->atScripted(['dot <b@firm.example>' => ['then' => 'close']]);
        $reference = $this->queue->add();
        $this->queue->work();
        $record = $this->queue->record($reference);
        self::assertSame([[], $this->queue->now + 3_600], [$record->deliveredTo, $record->dueAt], 'all of them may have it');
        self::assertSame('The whole mail was sent for a@firm.example, b@firm.example, c@firm.example, but the mail server did not confirm it, so it may have arrived: DATA END failed: no proper answer in time, or the connection was closed.', $record->lastError);

        $this->queue->now += 3_600;
        $this->queue->work();
        $record = $this->queue->record($reference);
        self::assertEqualsCanonicalizing(['a@firm.example', 'c@firm.example'], $record->deliveredTo);
        self::assertSame([2, $this->queue->now + 4 * 3_600], [$record->unanswered, $record->dueAt]);
        self::assertStringStartsWith('The whole mail was sent for b@firm.example, but the mail server did not confirm it', (string) $record->lastError);
    }

    public function test_a_recipient_who_never_answers_uses_up_the_time_of_others_at_every_second_attempt_only(): void
    {
        $server = $this->atScripted(['dot' => ['then' => 'close']]);
        $this->queue->add();
        $orders = [];
        foreach ([1, 3] as $mails) {
            $this->queue->work();
            $heard = '';
            for ($mail = 0; $mail < $mails; ++$mail) {
                $heard .= implode("\n", $server->heardUntil('/^DATA/'));
            }
            preg_match_all('~RCPT TO:<(\w)@~', $heard, $found);
            $orders[] = implode(' ', $found[1]);
            $this->queue->now += 3_600;
        }

        self::assertSame(['a b c', 'c b a'], $orders);
    }

    public function test_an_attempt_reports_who_has_the_mail_who_may_have_it_and_who_does_not(): void
    {
        $this->atScripted([
            'RCPT 2' => ['say' => "452 4.5.3 Too many recipients\r\n"],
            'RCPT TO:<c@firm.example>' => ['say' => "550 5.1.1 No such mailbox\r\n"],
            'RCPT TO:<d@firm.example>' => ['say' => "452 4.5.3 Too many recipients\r\n", 'times' => 1],
            'dot <b@firm.example>' => ['then' => 'close'],
        ], 'a@firm.example,b@firm.example,c@firm.example,d@firm.example');
        $reference = $this->queue->add();
        $this->queue->work();
        $record = $this->queue->record($reference);

        self::assertSame([['d@firm.example', 'a@firm.example'], 1, $this->queue->now + 3_600], [$record->deliveredTo, $record->unanswered, $record->dueAt]);
        self::assertSame(
            'Not accepted for c@firm.example (RCPT TO command failed 550 5.1.1 No such mailbox). '
            . 'The whole mail was sent for b@firm.example, but the mail server did not confirm it, so it may have arrived: DATA END failed: no proper answer in time, or the connection was closed.',
            $record->lastError,
        );
    }

    public function test_a_server_lost_after_the_first_mail_causes_no_second_mail(): void
    {
        $this->atScripted([
            'RCPT 2' => ['say' => "452 4.5.3 Too many recipients\r\n"],
            'RCPT 3' => ['then' => 'close'],
            'MAIL FROM:<website@kokerboom.example>' => ['times' => 2],
            'MAIL' => ['say' => "421 4.3.2 closing\r\n", 'then' => 'close'],
        ], 'a@firm.example,b@firm.example,c@firm.example,d@firm.example');
        $reference = $this->queue->add();
        $this->queue->work();
        $record = $this->queue->record($reference);

        self::assertSame([['a@firm.example'], $this->queue->now + 60], [$record->deliveredTo, $record->dueAt]);
        self::assertSame(
            'Not accepted for b@firm.example (RCPT TO command failed 452 4.5.3 Too many recipients); '
            . 'c@firm.example (RCPT TO command failed: no proper answer in time, or the connection was closed); '
            . 'd@firm.example (RCPT TO command failed: no proper answer in time, or the connection was closed).',
            $record->lastError,
        );
    }

    /** @param array<string, array<string, int|string>> $answers */
    private function atScripted(array $answers, string $to = 'a@firm.example,b@firm.example,c@firm.example'): MailServer
    {
        $this->server->stop();
        $this->server = MailServer::scripted($answers);
        $this->with(['SMTP_PORT' => (string) $this->server->port, 'TEST_SMTP_TIMEOUT' => '1', 'MAIL_TO' => $to]);

        return $this->server;
    }

    /** @param array<string, string> $settings that the operator changes */
    private function with(array $settings): void
    {
        $this->environment = $settings + $this->environment;
        $this->queue = new Queue($this->environment, "@{$this->queue->now}");
    }

    /** @param array<string, mixed> $arguments */
    private function call(string $command, array $arguments = [], int $exitCode = 0): string
    {
        return Operator::call($this->environment, $this->queue->clock(), $command, $arguments, $exitCode);
    }
}
