<?php

declare(strict_types=1);

namespace Enquiry\Tests;

use Enquiry\Tests\Support\Environment;
use Enquiry\Tests\Support\MailServer;
use Enquiry\Tests\Support\Queue;
use Enquiry\Tests\Support\WebhookReceiver;
use PHPUnit\Framework\Attributes\TestWith;
use PHPUnit\Framework\TestCase;

/** Each recipient has a delivery of its own. */
final class RecipientsTest extends TestCase
{
    private const SALES = 'sales@kokerboom.example';
    private const GONE = 'gone@kokerboom.example';
    private const OWNER = 'owner@kokerboom.example';

    private const NO_MAILBOX = ['say' => "550 No such mailbox\r\n"];

    private MailServer $server;

    /** @var array<string, string> */
    private array $environment;
    private Queue $queue;

    protected function setUp(): void
    {
        $this->server = MailServer::scripted(['RCPT TO:<' . self::GONE . '>' => self::NO_MAILBOX]);
        $this->environment = Environment::for($this->server->port, ['MAIL_TO' => self::SALES . ',' . self::GONE]);
        $this->queue = new Queue($this->environment);
    }

    public function test_a_refused_recipient_is_retried_beside_one_who_has_the_mail(): void
    {
        $reference = $this->queue->add();
        self::assertSame(1, $this->queue->work());
        self::assertSame('waiting', $this->queue->state($reference));
        self::assertSame([self::GONE], $this->queue->lacking($reference));
        self::assertSame($this->queue->now + 60, $this->queue->dueAt($reference, self::GONE));
        self::assertStringContainsString(self::GONE . ' lacks it. RCPT TO failed 550', $this->call('list', ['state' => 'waiting']));
        $first = $this->server->next();

        $mended = MailServer::start();
        $this->with(['SMTP_PORT' => (string) $mended->port]);
        $this->queue->now += 60;
        self::assertSame(1, $this->queue->work());
        $second = $mended->next();
        self::assertSame([[self::SALES], [self::GONE]], [$first['envelope']['to'], $second['envelope']['to']]);
        foreach (['to', 'message-id', 'subject'] as $header) {
            self::assertSame(self::header($first, $header), self::header($second, $header));
        }
        self::assertSame('To: website@kokerboom.example, ' . self::SALES . ', ' . self::GONE, self::header($second, 'to'), 'everyone sees who else has the mail');
        self::assertSame(self::body($first), self::body($second));
        self::assertSame('sent', $this->queue->state($reference));
    }

    public function test_an_enquiry_that_nobody_has_or_that_was_dismissed_is_not_mailed_to_one_recipient_only(): void
    {
        $reference = $this->queue->add();
        $arguments = ['reference' => $reference, '--to' => self::SALES, '--force' => true];
        self::assertStringContainsString('This enquiry waits already.', $this->call('retry', $arguments, 1));
        $this->call('dismiss', ['reference' => $reference, '--force' => true]);
        self::assertStringContainsString('Without --to', $this->call('retry', $arguments, 1));
        self::assertSame(0, $this->queue->work());
        $this->call('retry', ['reference' => $reference, '--force' => true]);
        self::assertSame(1, $this->queue->work());
        self::assertSame([self::GONE], $this->queue->lacking($reference));
    }

    public function test_a_removed_recipient_is_no_longer_retried_and_gets_what_waits_when_it_returns(): void
    {
        $sent = $this->queue->add();
        $this->queue->work();
        $this->with(['MAIL_TO' => 'Sales@Kokerboom.example']);
        $this->queue->now += 60;
        self::assertSame(0, $this->queue->work());
        self::assertSame('sent', $this->queue->state($sent));
        self::assertSame('dropped', $this->queue->delivery($sent, self::GONE)['state']);

        $this->with(['MAIL_TO' => self::OWNER . ',' . self::GONE]);
        $waiting = $this->queue->add();
        $this->queue->work();
        $this->with(['MAIL_TO' => self::OWNER . ',' . self::SALES]);
        $this->queue->now += 60;
        self::assertSame(1, $this->queue->work(), 'an added recipient gets what waits');
        self::assertSame('dropped', $this->queue->delivery($waiting, self::GONE)['state']);
        self::assertSame('sent', $this->queue->state($waiting));
    }

    public function test_what_a_process_delivers_to_a_removed_recipient_counts(): void
    {
        $this->with(['MAIL_TO' => self::GONE]);
        $reference = $this->queue->add();
        $claim = $this->queue->outbox()->claim() ?? self::fail();
        $this->with(['MAIL_TO' => self::OWNER]);
        $this->queue->add(['subject' => 'The next']);
        self::assertSame(2, $this->queue->work());

        self::assertTrue($this->queue->outbox()->delivered($claim));
        self::assertSame([[], 'sent'], [$this->queue->lacking($reference), $this->queue->state($reference)]);
    }

    public function test_a_dropped_delivery_is_reopened_while_its_enquiry_is_open(): void
    {
        $other = 'other@kokerboom.example';
        $this->server = MailServer::scripted(['RCPT' => self::NO_MAILBOX]);
        $this->with(['SMTP_PORT' => (string) $this->server->port, 'MAIL_TO' => self::GONE . ",{$other}"]);
        $reference = $this->queue->add();
        $this->queue->work();
        $this->with(['MAIL_TO' => $other]);
        $this->queue->now += 60;
        $this->queue->work();
        self::assertSame('dropped', $this->queue->delivery($reference, self::GONE)['state']);

        $this->with(['MAIL_TO' => self::GONE . ",{$other}"]);
        $this->queue->now += 120;
        $this->queue->work();
        self::assertSame(['waiting', 1], [$this->queue->delivery($reference, self::GONE)['state'], $this->queue->delivery($reference, self::GONE)['refusals']]);
    }

    public function test_retry_mails_to_the_recipients_who_lack_it_or_to_one(): void
    {
        $reference = $this->queue->add();
        $this->queue->work();
        $this->queue->now += 60;
        $this->queue->fail('550 No such mailbox');
        self::assertSame('failed', $this->queue->state($reference));
        self::assertStringContainsString(self::GONE . ' lacks it. 550', $this->call('list', ['state' => 'failed']));
        $this->server->next();

        $mended = MailServer::start();
        $this->with(['SMTP_PORT' => (string) $mended->port]);
        $this->call('retry', ['reference' => $reference, '--to' => ucfirst(self::SALES), '--force' => true]);
        self::assertSame(1, $this->queue->work());
        self::assertSame([self::SALES], $mended->next()['envelope']['to'], 'who has it gets it again, if an operator asks');
        self::assertSame('failed', $this->queue->state($reference));

        $this->call('retry', ['reference' => $reference, '--force' => true]);
        self::assertSame(1, $this->queue->work());
        self::assertSame([self::GONE], $mended->next()['envelope']['to']);
        self::assertNull($this->queue->delivery($reference, self::GONE)['resentAt'], 'it is new to this one');

        self::assertStringContainsString('is no recipient', $this->call('retry', ['reference' => $reference, '--to' => 'a@b.co'], 1));
        $this->call('retry', ['reference' => $reference, '--to' => self::GONE, '--force' => true]);
        self::assertSame(1, $this->queue->work());
        $again = $mended->next();
        self::assertStringContainsString("{$reference}.{$this->queue->now}@", self::header($again, 'message-id'));
    }

    public function test_an_enquiry_sent_before_the_webhook_was_configured_is_posted_only_by_a_retry_that_says_so(): void
    {
        $this->with(['MAIL_TO' => self::SALES]);
        $reference = $this->queue->add();
        $this->queue->work();
        $this->server->next();
        $receiver = WebhookReceiver::answering(['status' => 204]);
        $this->with(['WEBHOOK_URL' => $receiver->url(), 'WEBHOOK_SECRET' => 'whsec_' . base64_encode(str_repeat('k', 32))]);
        $next = $this->queue->add(['subject' => 'The next']);
        self::assertSame(1, $this->queue->work());
        self::assertSame($next, $receiver->next()['headers']['webhook-id'] ?? null);
        self::assertSame([self::SALES], array_column($this->queue->exported($reference)['deliveries'], 'target'));

        self::assertStringContainsString("\nwebhook: 1 as new\n", $this->call('retry', ['reference' => $reference, '--force' => true]));
        $this->queue->work();
        self::assertSame($reference, $receiver->next()['headers']['webhook-id']);
        self::assertSame('sent', $this->queue->state($reference));
    }

    public function test_a_refused_text_mails_one_notice_for_all_recipients(): void
    {
        $refusal = ['say' => "554 5.7.1 spam\r\n"];
        $this->server = MailServer::scripted(['dot <' . self::SALES . '>' => $refusal, 'dot <' . self::OWNER . '>' => $refusal]);
        $this->with(['SMTP_PORT' => (string) $this->server->port, 'MAIL_TO' => self::SALES . ',' . self::OWNER, 'ALERT_TO' => 'it@firm.example']);
        $reference = $this->queue->add();
        foreach ([0, 60, 120] as $seconds) {
            $this->queue->now += $seconds;
            $this->queue->work();
        }

        foreach ([self::SALES, self::OWNER] as $target) {
            self::assertSame('failed', $this->queue->delivery($reference, $target)['state']);
            self::assertStringContainsString('A notice without it was mailed.', (string) $this->queue->delivery($reference, $target)['error']);
        }
        $heard = [...$this->server->heardUntil('/^QUIT/'), ...$this->server->heardUntil('/^QUIT/'), ...$this->server->heardUntil('/^QUIT/')];
        self::assertSame(1, preg_match_all('/^RCPT TO:<it@firm.example>/m', implode("\n", $heard)));
    }

    public function test_a_notice_that_was_refused_is_mailed_after_three_more_attempts(): void
    {
        $refusal = ['say' => "554 5.7.1 spam\r\n"];
        $this->server = MailServer::scripted(['dot <' . self::SALES . '>' => $refusal, 'dot <it@firm.example>' => ['times' => 1] + $refusal]);
        $this->with(['SMTP_PORT' => (string) $this->server->port, 'MAIL_TO' => self::SALES, 'ALERT_TO' => 'it@firm.example']);
        $reference = $this->queue->add();
        foreach ([0, 60, 120, 300, 600, 1_200] as $seconds) {
            $this->queue->now += $seconds;
            $this->queue->work();
        }

        self::assertSame('failed', $this->queue->state($reference));
        self::assertStringStartsWith('An enquiry received on ', $this->server->next()['text']);
    }

    #[TestWith([true])]
    #[TestWith([false])]
    public function test_who_replaces_a_recipient_and_is_refused_too_gets_a_notice(bool $isRetried): void
    {
        $reference = $this->queue->add();
        $ids = [];
        foreach ([self::SALES, self::OWNER] as $target) {
            $this->server = MailServer::scripted(["dot <{$target}>" => ['say' => "554 5.7.1 spam\r\n", 'times' => 3]]);
            $port = (string) $this->server->port;
            $this->with(['SMTP_PORT' => $port, 'MAIL_TO' => $target, 'ALERT_TO' => 'it@firm.example']);
            if ($isRetried && $target === self::OWNER) {
                $this->call('retry', ['reference' => $reference, '--force' => true]);
            }
            foreach ([0, 60, 120] as $seconds) {
                $this->queue->now += $seconds;
                $this->queue->work();
            }
            $notice = $this->server->next();
            self::assertSame(['it@firm.example'], $notice['envelope']['to']);
            self::assertStringContainsString("For {$target}: ", $notice['text']);
            $ids[] = array_column($notice['headers'], 'line', 'key')['message-id'] ?? '';
        }
        self::assertCount(2, array_unique($ids), 'A mail program hides a second notice with the same Message-ID.');
    }

    /** @param array<string, int|string> $answer */
    #[TestWith(['RCPT TO:<b@firm.example>', ['then' => 'close'], 'RCPT TO failed: no proper answer in time'])]
    #[TestWith(['dot <b@firm.example>', ['say' => "554 5.7.1 no\r\n"], 'DATA END failed 554 5.7.1'])]
    #[TestWith(['dot <b@firm.example>', ['then' => 'close'], 'did not confirm it, so it may have arrived'])]
    public function test_one_recipient_s_error_does_not_affect_the_others(string $step, array $answer, string $words): void
    {
        $this->server = MailServer::scripted([$step => $answer]);
        $to = ['a@firm.example', 'b@firm.example', 'c@firm.example'];
        $this->with(['SMTP_PORT' => (string) $this->server->port, 'TEST_SMTP_TIMEOUT' => '1', 'MAIL_TO' => implode(',', $to)]);
        $reference = $this->queue->add();
        self::assertSame(2, $this->queue->work());

        self::assertSame(['sent', 'waiting', 'sent'], array_map(fn(string $target): string => $this->queue->delivery($reference, $target)['state'], $to));
        self::assertStringContainsString($words, (string) $this->queue->delivery($reference, 'b@firm.example')['error']);
    }

    public function test_an_outage_uses_up_no_delivery_of_the_hour_and_genuine_enquiries_go_first(): void
    {
        $port = Environment::deadPort();
        $this->with(['SMTP_PORT' => (string) $port, 'MAIL_TO' => self::SALES, 'DELIVERY_PER_HOUR' => '2']);
        $this->call('dismiss', ['reference' => $this->queue->add(flags: ['odd']), '--force' => true]);
        $spam = $this->queue->add(flags: ['it has links to 9 other sites']);
        $genuine = [$this->queue->add(['subject' => 'One']), $this->queue->add(['subject' => 'Two'])];
        for ($attempt = 1; $attempt <= 5; ++$attempt) {
            $this->queue->work();
            $this->queue->now += 120;
        }
        $this->with(['SMTP_PORT' => (string) MailServer::start(['port' => $port])->port]);
        self::assertSame(2, $this->queue->work());

        self::assertSame(['waiting', 'sent', 'sent'], array_map($this->queue->state(...), [$spam, ...$genuine]));
        self::assertMatchesRegularExpression('/DELIVERY_PER_HOUR \(2\) is reached\.\s+Enquiries that wait: 1\.\s+Open ones\s+that may be spam: 1\..*dismiss\s+--flagged/s', $this->call('status'));
        $this->queue->now += 3_599;
        self::assertSame(0, $this->queue->work());
        ++$this->queue->now;
        self::assertSame(1, $this->queue->work());
    }

    public function test_a_failed_enquiry_goes_to_the_recipient_who_replaces_the_one_that_refuses_it(): void
    {
        $this->with(['MAIL_TO' => self::GONE]);
        $reference = $this->queue->add();
        $this->queue->fail('550 No such mailbox');
        $this->with(['MAIL_TO' => self::OWNER]);

        self::assertStringContainsString('Mailed: 1', $this->call('work', ['--now' => true]));
        $mail = $this->server->next();
        self::assertSame([self::OWNER], $mail['envelope']['to']);
        self::assertStringNotContainsString('not a new enquiry', $mail['text']);
        self::assertSame(['sent', 'dropped'], [$this->queue->state($reference), $this->queue->delivery($reference, self::GONE)['state']]);
        self::assertStringContainsString(self::OWNER . ': 1 again (accepted on 7 Mar 2026', $this->call('retry', ['reference' => $reference, '--force' => true]));
    }

    public function test_only_who_has_an_enquiry_reads_that_it_is_not_new(): void
    {
        $this->with(['MAIL_TO' => self::SALES]);
        $reference = $this->queue->add();
        $this->queue->work();
        $this->server->next();
        $this->with(['MAIL_TO' => self::SALES . ',' . self::OWNER]);
        $said = $this->call('retry', ['reference' => $reference, '--to' => self::SALES, '--force' => true]);
        self::assertMatchesRegularExpression('/^' . self::SALES . ': 1 again .*\n' . self::OWNER . ': 1 as new\n/', $said);
        self::assertSame(2, $this->queue->work());

        $mails = [$this->server->next(), $this->server->next()];
        $isAgain = array_map(static fn(array $mail): bool => str_contains($mail['text'], 'It is not a new enquiry.'), $mails);
        self::assertSame([[self::SALES], [self::OWNER]], array_column(array_column($mails, 'envelope'), 'to'));
        self::assertSame([true, false], $isAgain);
        self::assertSame("Message-ID: <{$reference}@kokerboom.example>", self::header($mails[1], 'message-id'));
    }

    public function test_an_enquiry_that_failed_for_one_and_waits_for_another_is_in_both_lists(): void
    {
        $reference = $this->queue->add();
        $this->queue->fail();
        $this->queue->postpone('Try later', 3_600);

        self::assertSame('failed', $this->queue->state($reference));
        self::assertStringContainsString($reference, $this->call('list', ['state' => 'failed']));
        self::assertStringContainsString($reference, $this->call('list', ['state' => 'waiting']));
        self::assertMatchesRegularExpression('/One enquiry has failed for .*run\s+retry\s+--all/s', $this->call('status', exitCode: 1));
        self::assertSame(self::SALES . ": 1 as new\nQueued 1 enquiry again.\n", $this->call('retry', ['--all' => true, '--force' => true]));
        self::assertStringNotContainsString('has failed', $this->call('status'));
    }

    public function test_what_bounced_from_a_full_mailbox_is_mailed_again_by_its_days(): void
    {
        $this->with(['MAIL_TO' => self::SALES . ',' . self::OWNER]);
        $references = [];
        foreach (range(1, 4) as $ignored) {
            $references[] = $this->queue->add();
            $this->queue->work();
            $this->queue->now += 86_400;
        }
        foreach (range(1, 8) as $ignored) {
            $this->server->next();
        }
        $days = ['--since' => '2026-03-08', '--until' => '2026-03-09', '--to' => self::OWNER];

        self::assertSame(self::OWNER . ": 2 again\nQueued 2 enquiries again.\n", $this->call('retry', $days + ['--force' => true]));
        self::assertSame(2, $this->queue->work());
        $mails = [$this->server->next(), $this->server->next()];
        self::assertSame([[self::OWNER], [self::OWNER]], array_column(array_column($mails, 'envelope'), 'to'));
        foreach ([$references[1], $references[2]] as $index => $reference) {
            self::assertStringContainsString($reference, $mails[$index]['subject']);
        }
        self::assertStringContainsString('No enquiry has failed.', $this->call('retry', ['--all' => true, '--to' => self::OWNER]));
        $this->call('dismiss', ['reference' => $this->queue->add(), '--force' => true]);
        self::assertStringContainsString('No enquiry was found that can be sent again.', $this->call('retry', ['--since' => '2026-03-11'], 1));
    }

    public function test_the_id_of_a_waiting_webhook_stays_when_a_mail_is_sent_again(): void
    {
        $receiver = WebhookReceiver::answering(['status' => 503], ['status' => 204]);
        $this->with(['MAIL_TO' => self::SALES, 'WEBHOOK_URL' => $receiver->url(), 'WEBHOOK_SECRET' => 'whsec_' . base64_encode(str_repeat('k', 32))]);
        $reference = $this->queue->add();
        $this->queue->work();
        $this->call('retry', ['reference' => $reference, '--to' => self::SALES, '--force' => true]);
        $this->queue->now += 3_600;
        self::assertSame(1, $this->queue->work());

        self::assertSame([$reference, $reference], [$receiver->next()['headers']['webhook-id'], $receiver->next()['headers']['webhook-id']]);
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
        return $this->queue->call($command, $arguments, $exitCode);
    }

    /** @param array{headers: list<array{key: string, line: string}>} $mail */
    private static function header(array $mail, string $name): string
    {
        return array_column($mail['headers'], 'line', 'key')[$name] ?? '';
    }

    /** @param array{raw: string} $mail without the boundary, which is random */
    private static function body(array $mail): string
    {
        return (string) preg_replace('/b\d=?_\w+/', '', (string) strstr($mail['raw'], "\r\n\r\n"));
    }
}
