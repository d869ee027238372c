<?php

declare(strict_types=1);

namespace Enquiry\Tests;

use Enquiry\Tests\Support\Contract;
use Enquiry\Tests\Support\Environment;
use Enquiry\Tests\Support\FakeClock;
use Enquiry\Tests\Support\MailServer;
use Enquiry\Tests\Support\Operator;
use Enquiry\Tests\Support\PrivateFile;
use Enquiry\Tests\Support\Queue;
use PHPUnit\Framework\Attributes\TestWith;
use PHPUnit\Framework\TestCase;
use Symfony\Component\Process\Process;

final class QueueTest extends TestCase
{
    /** @param array<string, string> $answer */
    #[TestWith(['dot', ['say' => "451 Try later\r\n"], 60, '451'])]
    #[TestWith(['dot', ['say' => "554 Never\r\n"], 60, '554'])]
    #[TestWith(['greeting', ['then' => 'close'], 120, 'cannot be used'])]
    #[TestWith(['greeting', ['then' => 'stall'], 120, 'no proper answer in time'])]
    public function test_an_error_of_the_mail_server_postpones_the_mail_to_the_next_attempt(string $step, array $answer, int $wait, string $reason): void
    {
        [$queue, $server] = $this->mailing([$step => $answer + ['times' => 1]], ['TEST_SMTP_TIMEOUT' => '1']);
        $reference = $queue->add();

        self::assertSame(0, $queue->work());
        self::assertSame('waiting', $queue->state($reference));
        self::assertSame($queue->now + $wait, $queue->dueAt($reference));
        self::assertStringContainsString($reason, (string) $queue->delivery($reference)['error']);

        $queue->now += $wait - 1;
        self::assertSame(0, $queue->work());
        ++$queue->now;
        self::assertSame(1, $queue->work());
        self::assertSame('sent', $queue->state($reference));
        self::assertNull($queue->delivery($reference)['error']);
        self::assertSame("Message-ID: <{$reference}@kokerboom.example>", self::messageId($server->next()));
    }

    public function test_a_mail_is_retried_less_and_less_often_for_five_days_and_then_kept_as_failed(): void
    {
        [$queue] = $this->mailing(['RCPT' => ['say' => "550 Never\r\n"]]);
        $reference = $queue->add();
        $start = $queue->now;
        $minutes = [];
        do {
            $queue->work();
            $wait = $queue->tables->dueAt($reference, 'sales@kokerboom.example') - $queue->now;
            $minutes[] = $wait / 60;
            $queue->now += $wait;
        } while ($wait > 0 && \count($minutes) < 1000);
        self::assertSame(0, array_pop($minutes));

        self::assertSame([1, 2, 5, 10, 20, 40, 60, 60], \array_slice($minutes, 0, 8));
        self::assertSame([60], array_values(array_unique(\array_slice($minutes, 6))));
        self::assertSame('failed', $queue->state($reference));
        self::assertLessThanOrEqual($start + 5 * 86_400, $queue->now);
        self::assertGreaterThan($start + 5 * 86_400 - 3600, $queue->now);
        self::assertStringContainsString('RCPT TO failed 550', (string) $queue->delivery($reference)['error']);

        $queue->call('retry', ['reference' => $reference, '--force' => true]);
        $queue->work();
        self::assertSame('waiting', $queue->state($reference), 'it has all its attempts again');
    }

    public function test_no_mail_fails_in_an_outage_and_all_are_sent_minutes_after_its_end(): void
    {
        $port = Environment::deadPort();
        $queue = new Queue(Environment::for($port));
        $references = [$queue->add(), $queue->add()];
        for ($attempt = 1; $attempt <= 5; ++$attempt) {
            $queue->work();
            $queue->work();
            self::assertSame($queue->now + 120, $queue->dueAt($references[0]));
            $queue->now += 120;
        }
        self::assertSame(['waiting', 'waiting'], self::states($queue, $references));
        $delivery = $queue->delivery($references[0]);
        self::assertSame([0, 0], [$delivery['refusals'], $delivery['unanswered']], 'no attempt counts');
        self::assertStringContainsString('Connection refused', (string) $queue->delivery($references[0])['error']);

        $server = MailServer::start(['port' => $port]);
        self::assertSame(2, $queue->work());
    }

    public function test_a_mail_that_kills_its_worker_is_retried_seldom_and_not_for_long(): void
    {
        [$queue] = $this->mailing();
        $reference = $queue->add();
        foreach ([60, 3600, 4 * 3600, 12 * 3600] as $seconds) {
            $queue->outbox()->claim();
            $queue->now += $seconds - 1;
            self::assertSame(0, $queue->work());
            ++$queue->now;
        }
        self::assertSame(0, $queue->work());

        self::assertSame(['failed', 4], [$queue->state($reference), $queue->delivery($reference)['unanswered']]);
        self::assertStringContainsString('ended before it could store the outcome, so it may have arrived', (string) $queue->delivery($reference)['error']);
    }

    public function test_a_mail_that_may_have_arrived_is_retried_seldom_and_given_up_soon(): void
    {
        [$queue] = $this->mailing(['dot' => ['then' => 'close']]);
        $reference = $queue->add();
        $waits = [];
        while ($queue->state($reference) === 'waiting' && \count($waits) < 9) {
            $queue->work();
            $waits[] = max(0, $queue->dueAt($reference) - $queue->now);
            self::assertSame(0, $queue->work(), 'a heartbeat brings back no time that is meant');
            $queue->now += end($waits);
        }
        $delivery = $queue->delivery($reference);

        self::assertSame([3600, 4 * 3600, 12 * 3600], \array_slice($waits, 0, 3));
        self::assertSame(['failed', 0, 4], [$delivery['state'], $delivery['refusals'], $delivery['unanswered']]);
        self::assertStringStartsWith('The whole mail was sent, but the mail server did not confirm it, so it may have arrived', (string) $delivery['error']);
        self::assertStringContainsString('failed; unanswered attempts: 4; last error: ', $queue->call('show', ['reference' => $reference]));
        $queue->call('retry', ['reference' => $reference, '--force' => true]);
        $queue->work();
        self::assertSame(1, $queue->delivery($reference)['unanswered'], 'it has all its attempts again');
    }

    public function test_a_sent_mail_is_marked_as_soon_as_the_store_is_back(): void
    {
        [$queue, $server] = $this->mailing();
        $references = [$queue->add(), $queue->add(), $queue->add()];
        $queue->tables->refuseOutcomes();
        $pauses = 0;
        $worker = $queue->application(onPause: static function () use ($queue, &$pauses): void {
            if (++$pauses === 3) {
                $queue->tables->acceptOutcomes();
            }
        })->parts->worker();

        self::assertSame(3, $worker->run(50)[0]);
        self::assertSame(3, $pauses);
        self::assertSame(['sent', 'sent', 'sent'], self::states($queue, $references));
        self::assertSame([0, 0, 0], array_map(static fn(string $reference): int => $queue->delivery($reference)['refusals'], $references));
        self::assertCount(3, array_unique([$server->next()['subject'], $server->next()['subject'], $server->next()['subject']]));
    }

    public function test_an_enquiry_that_cannot_be_decoded_fails_and_does_not_stop_the_others(): void
    {
        [$queue] = $this->mailing();
        [$broken, $short, $nested, $behind] = [$queue->add(), $queue->add(), $queue->add(), $queue->add()];
        $queue->tables->replaceFields($broken, '{"name":');
        $queue->tables->replaceFields($short, '{"name":"Zoë"}');
        $queue->tables->replaceFields($nested, '{"name":"Zoë","links":[]}');

        self::assertSame(2, $queue->work());
        self::assertSame(['failed', 'sent', 'failed', 'sent'], self::states($queue, [$broken, $short, $nested, $behind]), 'another release may store fewer fields');
        self::assertStringContainsString('cannot be decoded: Syntax error', (string) $queue->delivery($broken)['error']);
        self::assertStringContainsString('cannot be decoded: Maximum stack depth', (string) $queue->delivery($nested)['error']);
        self::assertMatchesRegularExpression("/\"event\":\"failed\",\"reference\":\"{$broken}\",\"target\":\"sales@kokerboom.example\",\"attempt\":1,.*Syntax error/", Environment::log($queue->environment));
    }

    public function test_an_unforeseen_error_postpones_only_its_own_mail_and_is_logged_with_its_cause(): void
    {
        [$queue] = $this->mailing();
        [$broken, $behind] = [$queue->add(), $queue->add()];
        $queue->tables->replaceFields($broken, Contract::json(['email' => 'zoe'] + Contract::answers()['message']));

        self::assertSame(1, $queue->work());
        self::assertSame(['waiting', 'sent'], self::states($queue, [$broken, $behind]));
        self::assertSame([$queue->now + 60, 0], [$queue->dueAt($broken), $queue->delivery($broken)['unanswered']]);
        self::assertStringContainsString('Invalid address', (string) $queue->delivery($broken)['error']);
        self::assertStringContainsString('"exception":{"class":', Environment::log($queue->environment));
    }

    public function test_a_mail_for_an_enquiry_that_was_erased_meanwhile_logs_a_warning(): void
    {
        [$queue] = $this->mailing();
        $queue->add();
        $queue->tables->refuseOutcomes(silently: true);

        self::assertSame(1, $queue->work());
        self::assertStringContainsString('after its lease had run out, or after it was erased', Environment::log($queue->environment));
    }

    public function test_what_a_killed_process_had_in_hand_is_mailed_again_when_the_lease_ends(): void
    {
        $port = Environment::deadPort();
        $slow = MailServer::scripted(['dot' => ['after' => 600_000]], ['port' => $port]);
        $environment = Environment::for($port, ['TEST_SMTP_TIMEOUT' => '1']);
        $queue = new Queue($environment, 'now');
        $reference = $queue->add();
        $victim = new Process([\PHP_BINARY, __DIR__ . '/../../server/console', 'work'], env: $environment, timeout: 300);
        $victim->start();
        $messageId = self::messageId($slow->next());
        $victim->stop(0);
        $slow->stop();
        $server = MailServer::start(['port' => $port]);
        self::assertSame(0, $queue->work(), 'the lease lasts 43 seconds');
        $queue->now = $queue->dueAt($reference);

        self::assertSame(1, $queue->work());
        self::assertSame($messageId, self::messageId($server->next()));
        self::assertSame(1, $queue->delivery($reference)['unanswered'], 'it may have arrived before');
    }

    public function test_a_worker_whose_lease_ran_out_may_deliver_twice_and_the_second_outcome_counts(): void
    {
        [$queue, $server] = $this->mailing();
        $reference = $queue->add();
        $slow = $queue->outbox()->claim() ?? self::fail();
        $queue->now += 60;
        self::assertSame(1, $queue->work());
        self::assertFalse($queue->outbox()->refused($slow, 'too late'));

        self::assertSame('sent', $queue->delivery($reference)['state']);
        self::assertSame("Message-ID: <{$reference}@kokerboom.example>", self::messageId($server->next()));
    }

    public function test_what_a_process_has_in_hand_no_command_delivers_beside_it(): void
    {
        [$queue] = $this->mailing();
        [$kept, $dismissed, $erased] = [$queue->add(), $queue->add(), $queue->add()];
        $claims = array_map(static fn() => $queue->outbox()->claim() ?? self::fail(), range(1, 3));
        self::assertStringContainsString('Mailed: 0', $queue->call('work', ['--now' => true]));
        self::assertStringContainsString('waits already', $queue->call('retry', ['reference' => $kept], 1));
        $queue->call('dismiss', ['reference' => $dismissed, '--force' => true]);
        $queue->call('erase', ['who' => $erased, '--force' => true]);

        self::assertSame([true, true, false], array_map($queue->outbox()->delivered(...), $claims));
        self::assertSame(['sent', 'dismissed'], self::states($queue, [$kept, $dismissed]));
        self::assertSame('sent', $queue->delivery($dismissed)['state'], 'who has it is known');
        self::assertSame([$dismissed, $kept], Operator::list($queue->environment, $queue->clock()));
    }

    public function test_delivery_takes_twenty_seconds_after_an_answer_and_fifty_by_cron_although_the_clock_stands_still(): void
    {
        [$queue] = $this->mailing();
        $references = array_map(static fn(): string => $queue->add(), range(1, 15));
        $hurry = static function (FakeClock $clock): void {
            $clock->elapsed += 4;
        };
        $queue->application(onLook: $hurry)->deliverAfterAnswer();
        $sent = array_count_values(self::states($queue, $references))['sent'] ?? 0;
        Operator::call($queue->environment, $queue->clock(onLook: $hurry), 'work');
        $sentByCron = (array_count_values(self::states($queue, $references))['sent'] ?? 0) - $sent;

        self::assertGreaterThan(0, $sent);
        self::assertLessThan(6, $sent);
        self::assertGreaterThan($sent, $sentByCron);
        self::assertLessThan(13, $sent + $sentByCron);
    }

    public function test_without_a_worker_a_visit_deletes_old_enquiries_although_nothing_is_due(): void
    {
        [$queue] = $this->mailing();
        $queue->add();
        $queue->visit();
        // The first visit after so long only notes the pause: the clock may be wrong.
        foreach ([731, 2] as $days) {
            $queue->now += 86_400 * $days;
            $queue->visit();
        }

        self::assertSame([], Operator::list($queue->environment, $queue->clock()));
    }

    public function test_only_one_request_delivers_after_its_answer(): void
    {
        [$queue] = $this->mailing();
        $reference = $queue->add();
        $lock = fopen(PrivateFile::in($queue->environment, PrivateFile::MAIL_LOCK), 'c');
        self::assertIsResource($lock);
        flock($lock, \LOCK_EX);
        $queue->visit();
        self::assertSame('waiting', $queue->state($reference));

        fclose($lock);
        $queue->visit();
        self::assertSame('sent', $queue->state($reference));
    }

    public function test_a_wait_that_no_schedule_produces_ends_when_a_clock_that_was_ahead_goes_back(): void
    {
        [$queue] = $this->mailing();
        $queue->now += 2 * 86_400;
        $refused = $queue->add();
        $queue->postpone('no', 3_600);
        $new = $queue->add();
        $queue->now -= 2 * 86_400;
        $queue->work();
        $queue->work();

        self::assertSame(['sent', 'sent'], self::states($queue, [$refused, $new]));
    }

    /**
     * @param array<string, array<string, int|string>> $answers  of the mail server
     * @param array<string, string>                    $settings
     *
     * @return array{Queue, MailServer}
     */
    private function mailing(array $answers = [], array $settings = []): array
    {
        $server = MailServer::scripted($answers);

        return [new Queue(Environment::for($server->port, $settings)), $server];
    }

    /**
     * @param list<string> $references
     *
     * @return list<string>
     */
    private static function states(Queue $queue, array $references): array
    {
        return array_map(static fn(string $reference): string => $queue->state($reference), $references);
    }

    /** @param array{headers: list<array{key: string, line: string}>} $mail */
    private static function messageId(array $mail): string
    {
        return array_column($mail['headers'], 'line', 'key')['message-id'] ?? '';
    }
}
