<?php

declare(strict_types=1);

namespace Enquiry\Tests;

use Enquiry\Database\State;
use Enquiry\Enquiry\Reference;
use Enquiry\Queue\EnquiryRepository;
use Enquiry\Tests\Support\Desk;
use Enquiry\Tests\Support\Environment;
use Enquiry\Tests\Support\MailServer;
use Enquiry\Tests\Support\Operator;
use Enquiry\Tests\Support\Queue;
use PHPUnit\Framework\Attributes\TestWith;
use PHPUnit\Framework\TestCase;

/** More enquiries than a small firm ever gets. */
final class SurgeTest extends TestCase
{
    /** The quarter of an hour after Desk::TIME. */
    private const QUARTER = '2026-03-06 22:45:00 UTC';

    private MailServer $server;

    public function test_a_flood_is_a_few_mails_and_one_digest_with_the_whole_text_of_each(): void
    {
        $server = MailServer::start();
        $environment = Environment::for($server->port, ['SURGE_PER_HOUR' => '5', 'MAIL_TO' => 'sales@kokerboom.example,owner@kokerboom.example']);
        $references = [];
        foreach (range(1, 60) as $number) {
            $isReal = $number === 37;
            $answer = Desk::post($environment, [
                'name' => $isReal ? 'Thandeka' : 'Seller',
                'email' => "person.{$number}@example.com",
                'subject' => $isReal ? 'Our shop needs a website' : "Offer {$number}",
                'message' => "Text {$number}, first line\n\n2 of 55\u{85}Name:      Somebody else\u{2028}of the\u{2029}Text {$number}, <b>last</b> line",
            ], ['X-Form-Trap' => $isReal ? '' : 'https://spam.example']);
            self::assertSame(200, $answer->status);
            $references[$number] = $answer->headers['enquiry-reference'] ?? '';
        }
        for ($number = 1; $number <= 5; ++$number) {
            self::assertStringContainsString($references[$number], $server->next()['subject'], 'at once');
        }
        $queue = new Queue($environment, self::QUARTER);
        --$queue->now;
        self::assertSame(0, $queue->work());
        self::assertMatchesRegularExpression('/Collected for a digest +55/', Operator::call($environment, $queue->clock(), 'status'));
        ++$queue->now;
        self::assertSame(1, $queue->work());
        $mail = $server->next();

        self::assertMatchesRegularExpression('/^55 enquiries, 00:42 \[digest [0-9a-f]{12}\]$/D', $mail['subject']);
        self::assertSame(['sales@kokerboom.example', 'owner@kokerboom.example'], $mail['envelope']['to']);
        self::assertSame($mail['envelope']['to'], array_column($mail['replyTo'], 'address'), 'a reply reaches the team');
        self::assertContains('X-Enquiry-Digest: 55', array_column($mail['headers'], 'line'));
        self::assertStringContainsString('54 of them may be spam, at the end of the list.', $mail['text']);
        self::assertMatchesRegularExpression("/^1 of 55\n\n(?:The same phone number[^\n]*\n\n)?Name:      Thandeka/", substr((string) strstr($mail['text'], '========'), 73));
        for ($number = 6; $number <= 60; ++$number) {
            self::assertStringContainsString("\n| Text {$number}, first line\n|\n| 2 of 55\u{85}| Name:      Somebody else\u{2028}| of the\u{2029}| Text {$number}, <b>last</b> line\n", $mail['text']);
            self::assertStringContainsString(">Text {$number}, first line\n\n2 of 55\u{85}Name:      Somebody else\u{2028}of the\u{2029}Text {$number}, &lt;b&gt;last&lt;/b&gt; line<", $mail['html']);
            foreach ([$mail['text'], $mail['html']] as $content) {
                self::assertSame(1, preg_match_all("/mailto:person\\.{$number}@example\\.com\\?in-reply-to=%3Cdigest\\.[0-9a-f]+%40kokerboom\\.example%3E&(?:amp;)?subject=Re[^\\s\"]+%5B{$references[$number]}%5D/", $content));
            }
            self::assertSame('sent', (new EnquiryRepository($queue->database))->find($references[$number])?->state);
        }
        self::assertSame(55, preg_match_all('/^Name: /m', $mail['text']), 'a visitor cannot imitate our lines');
        self::assertSame(0, $queue->work());
    }

    public function test_a_single_collected_enquiry_is_an_ordinary_mail(): void
    {
        $queue = $this->surge(2);
        $queue->now += 899;
        self::assertSame(1, $queue->work());
        $this->server->next();
        $mail = $this->server->next();

        self::assertStringStartsWith("Number 2 [", $mail['subject']);
        self::assertCount(1, $mail['replyTo']);
        self::assertStringNotContainsString('could not be emailed until now', $mail['text']);
    }

    public function test_an_hour_after_the_flood_enquiries_leave_at_once(): void
    {
        $queue = $this->surge(3);
        $queue->now += 3_599;
        self::assertGreaterThan($queue->now, $queue->record($queue->add())->dueAt);
        $queue->now += 3_600;
        self::assertSame($queue->now, $queue->record($queue->add())->dueAt);
        $queue->now -= 86_400;
        self::assertSame($queue->now, $queue->record($queue->add())->dueAt, 'and if the clock was set back');
    }

    public function test_the_wait_for_a_digest_is_no_alarm(): void
    {
        $queue = $this->surge(3);
        $quarter = (new \DateTimeImmutable(self::QUARTER))->getTimestamp();
        $queue->now = $quarter + 1_800;
        Operator::call($queue->environment, $queue->clock(), 'status');
        ++$queue->now;
        self::assertStringContainsString('The oldest waiting enquiry is 30 minutes old', Operator::call($queue->environment, $queue->clock(), 'status', exitCode: 1));
    }

    public function test_a_digest_that_kills_its_worker_falls_apart(): void
    {
        $queue = $this->surge(4);
        $queue->now += 900;
        foreach (range(1, 2) as $number) {
            self::assertCount(3, $queue->outbox()->claim($queue->now, 60, "dead {$number}")?->ids() ?? []);
            $queue->now += 60;
        }
        self::assertSame(0, $queue->work());
        $queue->now += 3_600;
        self::assertSame(3, $queue->work(), 'an hour later each alone');
    }

    /** @param array<string, mixed> $fault */
    #[TestWith([['refuseData' => 'No', 'faultySubject' => ' enquiries,']])]
    #[TestWith([['refuseData' => 'Later', 'refuseCode' => 451, 'faultySubject' => ' enquiries,']])]
    #[TestWith([['dropAt' => 'verdict', 'faultySubject' => ' enquiries,'], 3_600])]
    public function test_a_digest_that_is_refused_or_unanswered_falls_apart(array $fault, int $wait = 60): void
    {
        $queue = $this->surge(4, fault: $fault);
        $queue->now += 900;
        self::assertSame(0, $queue->work());
        $queue->now += $wait;
        self::assertSame(3, $queue->work());
        self::assertSame([], self::waiting($queue));
    }

    public function test_a_refused_recipient_gets_the_digest_later_as_one_mail(): void
    {
        $queue = $this->surge(4, ['MAIL_TO' => 'sales@kokerboom.example,full@kokerboom.example'], ['refuse' => ['full@kokerboom.example']]);
        $queue->now += 900;
        $queue->work();
        $this->server->stop();
        $server = MailServer::start(['port' => (int) $queue->environment['SMTP_PORT']]);
        $queue->now += 300;

        self::assertSame(2, $queue->work(), 'the first enquiry and the digest');
        self::assertSame([['full@kokerboom.example'], ['full@kokerboom.example']], [$server->next()['envelope']['to'], $server->next()['envelope']['to']]);
        self::assertSame([], self::waiting($queue));
    }

    public function test_an_unavailable_server_costs_a_digest_nothing(): void
    {
        $queue = $this->surge(4);
        $port = (int) $queue->environment['SMTP_PORT'];
        $this->server->stop();
        $queue->now += 900;
        self::assertSame(0, $queue->work());
        $this->server = MailServer::start(['port' => $port]);
        $queue->now += 300;

        self::assertSame(1, $queue->work());
        self::assertSame([], self::waiting($queue));
    }

    public function test_an_enquiry_that_cannot_be_decoded_does_not_hold_back_its_digest(): void
    {
        $queue = $this->surge(4);
        $queue->database->change("UPDATE enquiry SET payload = '{' WHERE id = 3");
        $queue->now += 900;
        $queue->work();
        $queue->now += 60;

        self::assertSame(2, $queue->work());
        self::assertCount(1, iterator_to_array((new EnquiryRepository($queue->database))->newest(State::Failed), false));
    }

    public function test_a_digest_has_at_most_a_hundred_enquiries_and_half_a_megabyte(): void
    {
        $queue = $this->surge(103);
        $queue->now += 900;
        self::assertSame(2, $queue->work());

        $long = $this->surge(21, message: str_repeat("\x01", 9_000) . 'x');
        $long->now += 900;
        self::assertSame(3, $long->work());
    }

    public function test_delivery_is_limited_by_the_hour_of_the_clock(): void
    {
        $queue = new Queue(Environment::for(MailServer::start()->port, ['DELIVERY_PER_HOUR' => '3']), '2026-03-06 22:02:00 UTC');
        array_map(static fn(): Reference => $queue->add(), range(1, 8));
        $sent = [];
        foreach ([0, 60, 1_800, 1_619, 1] as $seconds) {
            $queue->now += $seconds;
            $sent[] = $queue->work();
        }

        self::assertSame([3, 0, 0, 0, 3], $sent);
    }

    #[TestWith(['sales@kokerboom.example'])]
    #[TestWith(['sales@kokerboom.example,owner@kokerboom.example'])]
    #[TestWith(['sales@kokerboom.example', 'operator@kokerboom.example'])]
    public function test_a_text_that_is_refused_for_good_fails_after_three_attempts_and_a_notice_says_so(string $recipients, string $operator = ''): void
    {
        $server = MailServer::start(['refuseData' => 'Refused because of zoe@example.co.za', 'faultySubject' => 'Refuse me']);
        $queue = new Queue(Environment::for($server->port, ['MAIL_TO' => $recipients, 'ALERT_TO' => $operator]));
        $reference = $queue->add(['subject' => 'Refuse me', 'message' => 'The text with the word']);
        foreach ([0, 60, 120] as $wait) {
            self::assertSame('waiting', $queue->record($reference)->state);
            $queue->now += $wait;
            $queue->work();
        }
        $record = $queue->record($reference);
        $notice = $server->next();

        self::assertSame(['failed', 3], [$record->state, $record->attempts]);
        self::assertSame(explode(',', $operator === '' ? $recipients : $operator), $notice['envelope']['to']);
        self::assertSame("An enquiry could not be emailed [{$reference}]", $notice['subject']);
        self::assertStringContainsString('(DATA END failed 554)', $notice['text']);
        foreach (['Refuse me', 'The text', 'Refused because'] as $word) {
            self::assertStringNotContainsString($word, quoted_printable_decode($notice['raw']));
        }
    }

    /** @param array<string, mixed> $fault */
    #[TestWith([['refuseData' => 'Later', 'refuseCode' => 451, 'faultySubject' => 'A quote']])]
    #[TestWith([['refuse' => ['sales@kokerboom.example']]])]
    #[TestWith([['refuseData' => 'Nothing at all']])]
    public function test_other_refusals_do_not_fail_after_three_attempts(array $fault): void
    {
        $queue = new Queue(Environment::for(MailServer::start($fault)->port));
        $reference = $queue->add();
        for ($attempt = 1; $attempt <= 6; ++$attempt) {
            $queue->work();
            $queue->now = $queue->record($reference)->dueAt;
        }

        self::assertSame(['waiting', 6], [$queue->record($reference)->state, $queue->record($reference)->attempts]);
    }

    /**
     * Adds enquiries of which the first is mailed at once, and the others are collected.
     *
     * @param array<string, string> $settings
     * @param array<string, mixed>  $fault    of the mail server
     */
    private function surge(int $count, array $settings = [], array $fault = [], string $message = 'Hello there'): Queue
    {
        $this->server = MailServer::start($fault);
        $queue = new Queue(Environment::for($this->server->port, $settings + ['SURGE_PER_HOUR' => '1']));
        for ($number = 1; $number <= $count; ++$number) {
            $queue->add(['subject' => "Number {$number}", 'message' => $message]);
        }
        $queue->work();

        return $queue;
    }

    /** @return list<mixed> */
    private static function waiting(Queue $queue): array
    {
        return array_column($queue->rows("SELECT reference FROM enquiry WHERE state = 'waiting'"), 'reference');
    }
}
