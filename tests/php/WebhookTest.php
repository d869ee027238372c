<?php

declare(strict_types=1);

namespace Enquiry\Tests;

use Enquiry\Doctor\Internet;
use Enquiry\Doctor\MailChecks;
use Enquiry\Enquiry\Enquiry;
use Enquiry\Enquiry\Message;
use Enquiry\Enquiry\Reference;
use Enquiry\Queue\EnquiryRepository;
use Enquiry\Queue\QueueStatus;
use Enquiry\Tests\Support\Contract;
use Enquiry\Tests\Support\DataFolders;
use Enquiry\Tests\Support\Desk;
use Enquiry\Tests\Support\Environment;
use Enquiry\Tests\Support\MailServer;
use Enquiry\Tests\Support\Operator;
use Enquiry\Tests\Support\Queue;
use Enquiry\Tests\Support\WebhookReceiver;
use Enquiry\Webhook\WebhookClient;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\TestWith;
use PHPUnit\Framework\TestCase;
use Symfony\Component\Process\Process;

final class WebhookTest extends TestCase
{
    private const KEY = '0123456789abcdefghijklmnopqrstuv';

    private MailServer $mailServer;
    private WebhookReceiver $receiver;
    private string $folder;
    private Queue $queue;

    public function test_an_enquiry_is_posted_once_signed_as_standard_webhooks_says(): void
    {
        $this->start(['status' => 200, 'body' => '<html>garbage']);
        $reference = $this->queue->add(['name' => 'Zoë', 'message' => 'Say </script> "hello"']);
        $this->queue->work();
        $this->queue->work();
        $request = $this->receiver->next();
        $id = $request['headers']['webhook-id'] ?? '';
        $signed = "{$id}.{$this->queue->now}.{$request['body']}";
        $event = json_decode($request['body'], true);

        self::assertSame('/hook?key=opensesame', $request['path']);
        self::assertSame((string) $reference, $id);
        self::assertSame((string) $this->queue->now, $request['headers']['webhook-timestamp'] ?? '');
        self::assertSame('v1,' . base64_encode(hash_hmac('sha256', $signed, self::KEY, true)), $request['headers']['webhook-signature'] ?? '');
        self::assertSame('application/json', $request['headers']['content-type'] ?? '');
        self::assertIsArray($event);
        self::assertSame(['enquiry.received', gmdate('Y-m-d\TH:i:s\Z', $this->queue->now)], [$event['type'], $event['timestamp']]);
        self::assertIsArray($event['data']);
        self::assertSame([(string) $reference, 'contact', []], [$event['data']['reference'], $event['data']['form'], $event['data']['flags']]);
        self::assertEquals(['name' => 'Zoë', 'message' => 'Say </script> "hello"'] + Contract::answers()['message'], $event['data']['fields']);
        self::assertSame([0, 0, null], $this->backlog());
        self::assertSame([null, 1], $this->row($reference), 'not posted a second time');
        self::assertSame('sent', $this->queue->record($reference)->state);
    }

    public function test_it_is_posted_right_after_the_answer_too(): void
    {
        $this->start(['status' => 204]);
        $reference = $this->queue->add();
        $this->queue->run();

        self::assertSame([null, 1], $this->row($reference));
        self::assertSame('sent', $this->queue->record($reference)->state);
    }

    /**
     * @param array<string, mixed> $answer
     * @param ?int                 $wait   null: it has failed
     */
    #[TestWith([['status' => 500], 60, 'answered 500'])]
    #[TestWith([['status' => 404], 60, 'answered 404'])]
    #[TestWith([['status' => 429, 'headers' => ['Retry-After' => '300']], 300, 'answered 429'])]
    #[TestWith([['status' => 503, 'headers' => ['Retry-After' => '86400000']], 86_400, 'answered 503'])]
    #[TestWith([['status' => 503, 'headers' => ['Retry-After' => 'Thu, 01 Jan 1970 00:00:00 GMT']], 60, 'answered 503'])]
    #[TestWith([['status' => 302, 'headers' => ['Location' => '/elsewhere']], 60, 'Redirects are not followed'])]
    #[TestWith([['raw' => "SSH-2.0-OpenSSH_9.2\r\n"], 60, 'gave no answer'])]
    #[TestWith([['status' => 410], null, 'wants no more'])]
    public function test_a_refusal_is_retried_and_delays_no_mail(array $answer, ?int $wait, string $reason): void
    {
        $this->start($answer, [], ['status' => 204]);
        $reference = $this->queue->add();
        $this->queue->work();
        [$waiting, $failed, $error] = $this->backlog();

        self::assertSame(['sent', 1], [$this->queue->record($reference)->state, $this->queue->record($reference)->attempts]);
        self::assertSame([$wait === null ? null : $this->queue->now + $wait, 1], $this->row($reference));
        self::assertSame($wait === null ? [0, 1] : [1, 0], [$waiting, $failed]);
        self::assertStringContainsString($reason, (string) $error);
        self::assertStringNotContainsString('opensesame', (string) $error);
        self::assertSame([], $this->report()->reasons(), 'no alarm: the mail was sent');
        self::assertStringContainsString($reason, implode('', $this->report()->warnings()));

        $this->receiver->next();
        if ($wait === null) {
            $this->queue->database->change("UPDATE enquiry SET state = 'failed'");
            self::assertSame(1, (new EnquiryRepository($this->queue->database))->retryAllFailed($this->queue->now), 'not 2');
        }
        $this->queue->now += $wait ?? 0;
        $this->queue->work();
        self::assertSame((string) $reference, $this->receiver->next()['headers']['webhook-id'] ?? '', 'not another address');
        self::assertSame([null, 0, 0, null], [$this->row($reference)[0], ...$this->backlog()]);
    }

    public function test_5_mb_in_the_answer_are_not_read(): void
    {
        $this->start(['status' => 204], [], ['status' => 200, 'bytes' => 5_000_000]);
        $this->queue->add();
        $this->queue->work(); // loads the classes
        $before = memory_get_peak_usage();
        $reference = $this->queue->add();
        $this->queue->work();

        self::assertSame([null, 1], $this->row($reference));
        self::assertLessThan(4_000_000, memory_get_peak_usage() - $before);
    }

    #[TestWith(['hang'])]
    #[TestWith(['drip'])]
    public function test_a_receiver_that_hangs_or_answers_byte_by_byte_is_given_up_in_time(string $then): void
    {
        $this->start(['then' => $then]);
        $target = $this->queue->configuration->webhook ?? self::fail();
        $client = new WebhookClient($target, $this->queue->clock(), 1);
        $enquiry = new Enquiry(Reference::parse('11111-11111'), strtotime(Desk::TIME), Message::from(Contract::answers()['message'], Contract::form()));

        self::assertStringContainsString('gave no answer', $client->post($enquiry)->reason());
    }

    public function test_a_mail_does_not_wait_for_a_receiver_that_hangs(): void
    {
        $this->start(['status' => 204, 'then' => 'wait'], [], ['status' => 204]);
        $first = $this->queue->add();
        $worker = new Process([\PHP_BINARY, __DIR__ . '/../../server/console', 'work', '--once', '-v'], env: $this->queue->environment, timeout: 300);
        $worker->start();
        $this->receiver->next();
        $second = $this->queue->add();
        $this->mailServer->next();
        self::assertStringContainsString((string) $second, $this->mailServer->next()['subject']);
        $this->receiver->answer();
        $worker->wait();

        self::assertSame([[null, 1], [null, 1]], [$this->row($first), $this->row($second)], 'the first request was still open');
        self::assertStringContainsString('Mailed: 2', $worker->getOutput());
    }

    public function test_an_outage_is_asked_about_once_a_minute_not_once_for_each_enquiry(): void
    {
        $this->start(['status' => 503], [], ['status' => 204]);
        [$first, $second] = [$this->queue->add(), $this->queue->add()];
        $this->queue->work();
        self::assertSame([1, 0], [$this->row($first)[1], $this->row($second)[1]]);
        $this->queue->now += 60;
        $this->queue->work();

        self::assertSame([null, null], [$this->row($first)[0], $this->row($second)[0]]);
    }

    public function test_a_webhook_is_limited_like_mail_and_does_not_use_up_its_limit(): void
    {
        $this->start(['status' => 204], ['DELIVERY_PER_HOUR' => '2']);
        $references = [$this->queue->add(), $this->queue->add(), $this->queue->add()];
        self::assertSame(2, $this->queue->work());
        self::assertSame(1, $this->backlog()[0]);
        $this->queue->now += 3_600;

        self::assertSame(1, $this->queue->work());
        self::assertSame(0, $this->backlog()[0]);
    }

    public function test_in_a_surge_it_is_posted_when_the_digest_is_due(): void
    {
        $this->start(['status' => 204], ['SURGE_PER_HOUR' => '1']);
        [$first, $second] = [$this->queue->add(), $this->queue->add()];
        $this->queue->work();

        self::assertSame([null, 1], $this->row($first));
        self::assertSame([$this->queue->record($second)->dueAt, 0], $this->row($second));
        self::assertGreaterThan($this->queue->now, $this->queue->record($second)->dueAt);
    }

    public function test_a_dismissed_or_erased_enquiry_is_not_posted(): void
    {
        $this->start(['status' => 204], ['SMTP_PORT' => (string) Environment::deadPort()]);
        $repository = new EnquiryRepository($this->queue->database);
        $repository->dismissEach([(string) ($dismissed = $this->queue->add())], $this->queue->now);
        $repository->erase([(string) $this->queue->add()]);
        $posted = $this->queue->add();
        $this->queue->work();

        self::assertSame((string) $posted, $this->receiver->next()['headers']['webhook-id'] ?? '', 'although no mail can be sent');
        self::assertSame([[null, 0], 0], [$this->row($dismissed), $this->backlog()[0]]);
    }

    public function test_an_enquiry_sent_again_is_posted_only_if_the_webhook_did_not_accept_it(): void
    {
        $this->start(['status' => 204]);
        $reference = $this->queue->add();
        $this->queue->work();
        (new EnquiryRepository($this->queue->database))->resend((string) $reference, $this->queue->now);
        $this->queue->work();

        self::assertSame([null, 1], $this->row($reference));
    }

    public function test_a_summary_for_a_chat_is_in_the_text(): void
    {
        $this->start(['status' => 204]);
        $reference = $this->queue->add(['name' => 'Thandi', 'subject' => 'A <new> site', 'message' => "Good day\n" . str_repeat('é', 600)]);
        $this->queue->database->change("UPDATE enquiry SET flags = '[\"it has 4 links\"]'");
        $this->queue->now += 7_200;
        $this->queue->work();
        $event = json_decode($this->receiver->next()['body'], true);
        self::assertIsArray($event);
        self::assertIsString($event['text']);

        self::assertSame([
            "Enquiry from Thandi O'Brien: A <new> site [{$reference}]",
            'zoe@example.co.za, 082 123 4567',
            'This may be spam (it has 4 links).',
            'This enquiry of 7 March 2026 at 00:42 SAST could not be emailed until now.',
            'Good day',
            str_repeat('é', 490) . '…',
        ], explode("\n", $event['text']));
    }

    /** @param array<string, mixed> $answer */
    #[TestWith([['status' => 204], 'accepted a test enquiry'])]
    #[TestWith([['status' => 401], 'answered 401'])]
    public function test_doctor_posts_a_test_enquiry(array $answer, string $said): void
    {
        $this->start($answer);
        $checks = new MailChecks($this->queue->configuration, new Internet(), $this->queue->clock());
        $findings = array_map(static fn($finding): string => $finding->what, iterator_to_array($checks->testMessage(), false));

        self::assertStringContainsString($said, implode("\n", $findings));
        self::assertStringNotContainsString('opensesame', implode("\n", $findings));
        self::assertStringContainsString('"subject":"A test of the mail"', $this->receiver->next()['body']);
    }

    /** @param array<string, string> $settings */
    #[DataProvider('mistakes')]
    public function test_a_mistake_in_the_settings_is_named_without_its_secret_and_stops_no_mail(array $settings, string $key): void
    {
        $this->start(['status' => 204], $settings);
        $reference = $this->queue->add();
        $this->queue->run();
        self::assertSame('sent', $this->queue->record($reference)->state);
        self::assertStringNotContainsString('"level_name":"ERROR"', Environment::log($this->queue->environment));
        $said = Operator::call($this->queue->environment, $this->queue->clock(), 'status');
        self::assertStringContainsString("{$key} must be", $said);
        self::assertStringNotContainsString('opensesame', $said);

        $this->queue->now += 3_700;
        $this->queue->work();
        self::assertMatchesRegularExpression("/{$key} must be.*\\s1\\. Not\\sposted/s", $this->mailServer->nextAlert()['text']);
        $this->use([]);
        $this->queue->work();
        self::assertSame([null, 1], $this->row($reference), 'posted when the setting is right');
    }

    public function test_the_operator_is_told_once_that_the_webhook_fails_and_once_that_it_works_again(): void
    {
        $this->start(['status' => 503], ['ALERT_TO' => 'operator@kokerboom.example'], ['status' => 503], ['status' => 503], ['status' => 204]);
        $this->queue->add();
        foreach ([0, 3_601, 3_600] as $seconds) {
            $this->queue->now += $seconds;
            $this->queue->work();
        }
        $failing = $this->mailServer->nextAlert();
        self::assertSame(['The webhook of the website needs your attention', ['operator@kokerboom.example']], [$failing['subject'], $failing['envelope']['to']]);
        self::assertStringContainsString('The webhook answered 503.', $failing['text']);
        self::assertStringContainsString('wait for the webhook: 1.', $failing['text']);

        $this->queue->now += 3_600;
        $this->queue->work();
        self::assertSame('The webhook of the website works again', $this->mailServer->nextAlert()['subject']);
    }

    public function test_without_webhook_url_nothing_waits_for_it_and_what_waited_troubles_nobody(): void
    {
        $this->start(['status' => 503]);
        $this->queue->add();
        $this->queue->work();
        $this->use(['WEBHOOK_URL' => '']);

        self::assertSame([null, 0], $this->row($this->queue->add()));
        self::assertStringNotContainsString('answered 503', Operator::call($this->queue->environment, $this->queue->clock(), 'status'));
    }

    /** @return iterable<string, array{array<string, string>, string}> */
    public static function mistakes(): iterable
    {
        $secret = 'whsec_' . base64_encode(self::KEY);
        yield 'http to another machine' => [['WEBHOOK_URL' => 'http://crm.example/opensesame', 'WEBHOOK_SECRET' => $secret], 'WEBHOOK_URL'];
        yield 'no address' => [['WEBHOOK_URL' => 'opensesame', 'WEBHOOK_SECRET' => $secret], 'WEBHOOK_URL'];
        yield 'no secret' => [['WEBHOOK_URL' => 'https://crm.example/', 'WEBHOOK_SECRET' => ''], 'WEBHOOK_SECRET'];
        yield 'a short secret' => [['WEBHOOK_URL' => 'https://crm.example/', 'WEBHOOK_SECRET' => 'whsec_b3BlbnNlc2FtZQ=='], 'WEBHOOK_SECRET'];
    }

    /**
     * @param array<string, mixed>  $answer
     * @param array<string, string> $settings
     * @param array<string, mixed>  ...$later
     */
    private function start(array $answer, array $settings = [], array ...$later): void
    {
        $this->mailServer = MailServer::start();
        $this->receiver = WebhookReceiver::answering($answer, ...$later);
        $this->folder = DataFolders::fresh();
        $this->use($settings);
    }

    /** @param array<string, string> $settings */
    private function use(array $settings): void
    {
        $this->queue = new Queue(Environment::for($this->mailServer->port, $settings + [
            'WEBHOOK_URL' => $this->receiver->url(),
            'WEBHOOK_SECRET' => 'whsec_' . base64_encode(self::KEY),
            'DATA_DIR' => $this->folder,
        ]), isset($this->queue) ? "@{$this->queue->now}" : Desk::TIME);
    }

    private function report(): QueueStatus
    {
        return QueueStatus::of($this->queue->database, $this->queue->now);
    }

    /** @return array{int, int, ?string} waiting, failed, error */
    private function backlog(): array
    {
        return [$this->report()->webhookWaiting, $this->report()->webhookFailed, $this->report()->webhookError];
    }

    /** @return array{?int, int} due time and attempts */
    private function row(Reference $reference): array
    {
        $row = $this->queue->record($reference)->row;

        return [$row->numberOrNull('webhook_due_at'), $row->number('webhook_attempts')];
    }
}
