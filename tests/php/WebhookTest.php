<?php

declare(strict_types=1);

namespace Enquiry\Tests;

use Enquiry\Delivery\WebhookSender;
use Enquiry\Doctor\MailChecks;
use Enquiry\Enquiry\Enquiry;
use Enquiry\Enquiry\Reference;
use Enquiry\Tests\Support\Contract;
use Enquiry\Tests\Support\DataFolders;
use Enquiry\Tests\Support\Desk;
use Enquiry\Tests\Support\Environment;
use Enquiry\Tests\Support\MailServer;
use Enquiry\Tests\Support\Queue;
use Enquiry\Tests\Support\WebhookReceiver;
use PHPUnit\Framework\Attributes\TestWith;
use PHPUnit\Framework\TestCase;

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
        self::assertSame($reference, $id);
        self::assertSame((string) $this->queue->now, $request['headers']['webhook-timestamp'] ?? '');
        self::assertSame('v1,' . base64_encode(hash_hmac('sha256', $signed, self::KEY, true)), $request['headers']['webhook-signature'] ?? '');
        self::assertSame('application/json', $request['headers']['content-type'] ?? '');
        self::assertIsArray($event);
        self::assertSame(['enquiry.received', gmdate('Y-m-d\TH:i:s\Z', $this->queue->now)], [$event['type'], $event['timestamp']]);
        self::assertIsArray($event['data']);
        self::assertSame([$reference, 'contact', []], [$event['data']['reference'], $event['data']['form'], $event['data']['flags']]);
        self::assertEquals(Contract::accepted(['name' => 'Zoë', 'message' => 'Say </script> "hello"'])->values, $event['data']['fields']);
        self::assertSame('sent', $this->fate($reference));
        self::assertSame('sent', $this->queue->state($reference));
    }

    public function test_the_document_shows_a_body_that_was_sent(): void
    {
        preg_match('/```json\n(.*?)```/s', (string) file_get_contents(__DIR__ . '/../../docs/webhook.md'), $found);
        /** @var array{timestamp: string, data: array{reference: string, fields: array<string, string>, promisedBy: string, ...}, ...} $shown */
        $shown = json_decode($found[1] ?? '', true);
        $this->start(['status' => 204]);
        [$this->queue->now, $promisedBy] = array_map(
            static fn(string $time): int => (new \DateTimeImmutable($time))->getTimestamp(),
            [$shown['timestamp'], $shown['data']['promisedBy']],
        );
        $reference = $this->queue->add($shown['data']['fields'], promisedBy: $promisedBy);
        $this->queue->work();
        $body = str_replace($reference, $shown['data']['reference'], $this->receiver->next()['body']);
        /** @var array{timestamp: string, data: array{reference: string, fields: array<string, string>, promisedBy: string, ...}, ...} $sent */
        $sent = json_decode($body, true);
        // An editor may have added fields.
        $sent['data']['fields'] = array_intersect_key($sent['data']['fields'], $shown['data']['fields']);

        self::assertSame($shown, $sent, $body);
    }

    /**
     * @param array<string, mixed> $answer
     */
    #[TestWith([['status' => 500], 'answered 500'])]
    #[TestWith([['status' => 404], 'answered 404'])]
    #[TestWith([['status' => 302, 'headers' => ['Location' => '/elsewhere']], 'Redirects are not followed'])]
    #[TestWith([['raw' => "SSH-2.0-OpenSSH_9.2\r\n"], 'gave no answer'])]
    public function test_a_refusal_is_retried_and_delays_no_mail(array $answer, string $reason): void
    {
        $this->start($answer, [], ['status' => 204]);
        $reference = $this->queue->add();
        self::assertSame(1, $this->queue->work());
        $delivery = $this->queue->delivery($reference, 'webhook');

        self::assertSame('sent', $this->queue->delivery($reference, 'sales@kokerboom.example')['state']);
        self::assertSame('waiting', $delivery['state']);
        self::assertSame($this->queue->now + 60, $this->queue->dueAt($reference, 'webhook'));
        self::assertStringContainsString($reason, (string) $delivery['error']);
        self::assertStringNotContainsString('opensesame', (string) $delivery['error']);
        self::assertStringContainsString("For webhook, 1 enquiry must wait for another attempt: {$delivery['error']}", $this->shown(0));

        $this->receiver->next();
        $this->queue->now += 60;
        $this->queue->work();
        self::assertSame($reference, $this->receiver->next()['headers']['webhook-id'] ?? '', 'not another address');
        self::assertSame('sent', $this->queue->state($reference));
    }

    #[TestWith(['hang'])]
    #[TestWith(['drip'])]
    public function test_a_receiver_that_hangs_or_answers_byte_by_byte_is_given_up_in_time(string $then): void
    {
        $this->start(['then' => $then]);
        $sender = new WebhookSender(new \SensitiveParameterValue($this->receiver->url()), new \SensitiveParameterValue(self::KEY), $this->queue->clock(), 1);
        $enquiry = new Enquiry(Reference::parse('11111-11111'), strtotime(Desk::TIME), Contract::accepted());

        self::assertStringContainsString('gave no answer', $sender->post($enquiry)->error);
    }

    #[TestWith([429])]
    #[TestWith([500])]
    #[TestWith([503])]
    public function test_an_outage_is_asked_about_once_a_minute_not_once_for_each_enquiry(int $status): void
    {
        $this->start(['status' => $status], [], ['status' => 204]);
        [$first, $second] = [$this->queue->add(), $this->queue->add()];
        $this->queue->work();
        self::assertSame([1, 0], array_map(fn(string $one): int => $this->queue->delivery($one, 'webhook')['refusals'], [$first, $second]));
        self::assertSame(['waiting', 'waiting'], [$this->fate($first), $this->fate($second)]);
        $this->queue->now += 60;
        $this->queue->work();

        self::assertSame(['sent', 'sent'], [$this->fate($first), $this->fate($second)]);
    }

    #[TestWith([400])]
    #[TestWith([302])]
    public function test_an_enquiry_that_is_refused_holds_up_no_other_and_every_status_of_success_counts(int $status): void
    {
        $this->start(['status' => $status], [], ['status' => 200], ['status' => 299]);
        $references = [$this->queue->add(), $this->queue->add(), $this->queue->add()];
        $this->queue->work();

        self::assertSame(['waiting', 'sent', 'sent'], array_map($this->fate(...), $references));
    }

    public function test_a_webhook_is_limited_like_mail_and_does_not_use_up_its_limit(): void
    {
        $this->start(['status' => 204], ['DELIVERY_PER_HOUR' => '2']);
        $references = [$this->queue->add(), $this->queue->add(), $this->queue->add()];
        self::assertSame(2, $this->queue->work());
        self::assertSame(['sent', 'sent', 'waiting'], array_map($this->fate(...), $references));
        $this->queue->now += 3_600;

        self::assertSame(1, $this->queue->work());
        self::assertSame('sent', $this->fate($references[2]));
    }

    public function test_a_dismissed_or_erased_enquiry_is_not_posted(): void
    {
        $this->start(['status' => 204], ['SMTP_PORT' => (string) Environment::deadPort()]);
        $this->queue->call('dismiss', ['reference' => $dismissed = $this->queue->add(), '--force' => true]);
        $this->queue->call('erase', ['who' => $this->queue->add(), '--force' => true]);
        $posted = $this->queue->add();
        $this->queue->work();

        self::assertSame($posted, $this->receiver->next()['headers']['webhook-id'] ?? '', 'although no mail can be sent');
        self::assertSame('dismissed', $this->queue->state($dismissed));
    }

    public function test_a_summary_for_a_chat_is_in_the_text(): void
    {
        $this->start(['status' => 204]);
        $fields = ['name' => 'Thandi', 'subject' => 'A <new> site', 'message' => "Good day\n" . str_repeat('é', 600)];
        $reference = $this->queue->add($fields, flags: ['it has links to 4 other sites'], promisedBy: $this->queue->now + 3_600);
        $this->queue->now += 7_200;
        $this->queue->work();
        $event = json_decode($this->receiver->next()['body'], true);
        self::assertIsArray($event);
        self::assertIsString($event['text']);

        self::assertSame([
            "Enquiry from Thandi O'Brien: A <new> site [ref {$reference}]",
            'zoe@example.co.za, 082 123 4567',
            'This may be spam (it has links to 4 other sites).',
            'Promised by Saturday 01:42: late',
            'This enquiry of Saturday 7 March 2026 at 00:42 SAST could not be emailed until now.',
            'Good day',
            str_repeat('é', 490) . '…',
        ], explode("\n", $event['text']));
        self::assertIsArray($event['data']);
        self::assertSame([['it has links to 4 other sites'], '2026-03-06T23:42:07Z'], [$event['data']['flags'], $event['data']['promisedBy']]);
    }

    /** @param array<string, mixed> $answer */
    #[TestWith([['status' => 204], 'accepted a test enquiry'])]
    #[TestWith([['status' => 401], 'answered 401'])]
    public function test_doctor_posts_a_test_enquiry(array $answer, string $said): void
    {
        $this->start($answer);
        $checks = new MailChecks($this->queue->configuration, dns_get_record(...), $this->queue->clock());
        $findings = array_map(static fn($finding): string => $finding->what, iterator_to_array($checks->testMessage(), false));

        self::assertStringContainsString($said, implode("\n", $findings));
        self::assertStringNotContainsString('opensesame', implode("\n", $findings));
        self::assertStringContainsString('"subject":"A test of the mail"', $this->receiver->next()['body']);
    }

    /** @param array<string, string> $settings */
    #[TestWith([['WEBHOOK_URL' => 'http://crm.example/opensesame'], 'WEBHOOK_URL'])]
    #[TestWith([['WEBHOOK_SECRET' => ''], 'WEBHOOK_SECRET'])]
    public function test_a_mistake_in_the_settings_is_named_without_its_secret_and_stops_no_mail(array $settings, string $key): void
    {
        $this->start(['status' => 204], $settings);
        $reference = $this->queue->add();
        $this->queue->visit();
        self::assertSame('sent', $this->queue->delivery($reference, 'sales@kokerboom.example')['state']);
        self::assertStringNotContainsString('"level_name":"ERROR"', Environment::log($this->queue->environment));
        $said = $this->shown(1);
        self::assertStringContainsString("{$key} must be", $said);
        self::assertStringNotContainsString('opensesame', $said);

        $this->queue->work();
        self::assertStringContainsString("{$key} must be", $this->mailServer->nextAlert()['text']);
        $this->use([]);
        $this->queue->work();
        self::assertSame('sent', $this->fate($reference), 'posted when the setting is right');
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

    private function shown(int $exitCode): string
    {
        return (string) preg_replace('/\s+/', ' ', $this->queue->call('status', exitCode: $exitCode));
    }

    /** @return string the state of its delivery to the webhook */
    private function fate(string $reference): string
    {
        return $this->queue->delivery($reference, 'webhook')['state'];
    }
}
