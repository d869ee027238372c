<?php

declare(strict_types=1);

namespace Enquiry\Tests;

use Enquiry\Tests\Support\Answer;
use Enquiry\Tests\Support\Environment;
use Enquiry\Tests\Support\MailServer;
use Enquiry\Tests\Support\Queue;
use Enquiry\Tests\Support\ServerCopy;
use Enquiry\Tests\Support\WebServer;
use PHPUnit\Framework\Attributes\TestWith;
use PHPUnit\Framework\TestCase;

final class OperatorPagesTest extends TestCase
{
    private const TOKEN = '0123456789abcdef0123456789abcdef';
    private const BEARER = 'Bearer ' . self::TOKEN;
    private const WORK = '/contact_work.php';
    private const DOCTOR = self::WORK . '?doctor';

    private static ServerCopy $copy;
    private static WebServer $site;

    public static function setUpBeforeClass(): void
    {
        self::$copy = ServerCopy::make();
        self::$site = WebServer::start([], server: self::$copy->server);
    }

    protected function tearDown(): void
    {
        self::$copy->restore();
    }

    /**
     * Gives the site a token.
     * @param array<string, string> $settings
     * @return array<string, string> its environment
     */
    private static function configure(array $settings = []): array
    {
        $environment = $settings + Environment::for(Environment::deadPort(), ['HEALTH_TOKEN' => self::TOKEN]);
        self::$copy->configure($environment);

        return $environment;
    }

    public function test_the_pages_need_the_token_of_the_settings(): void
    {
        self::configure();
        foreach ([null, 'Bearer 0123456789abcdef0123456789abcdeX', 'Bearer 0123456789abcdef0123456789abcde', 'Bearer ', 'Basic AAAA'] as $authorization) {
            foreach ([self::WORK, self::DOCTOR] as $path) {
                $answer = $this->ask($path, $authorization);
                self::assertSame(401, $answer->status);
                self::assertStringStartsWith('Basic ', $answer->headers['www-authenticate'] ?? '');
                self::assertStringNotContainsString(self::TOKEN, $answer->body);
            }
        }

        self::configure(['HEALTH_TOKEN' => '']);
        self::assertSame(404, $this->ask(self::WORK, 'Bearer ')->status);
        self::assertSame(404, $this->ask(self::DOCTOR, 'Basic ' . base64_encode('operator:'))->status);
    }

    public function test_it_shows_doctor_and_the_queue_and_no_visitor_data_and_does_not_run_the_worker(): void
    {
        $queue = new Queue(self::configure());
        $reference = $queue->add();
        $queue->visit();
        $page = $this->ask(self::DOCTOR, 'Basic ' . base64_encode('operator:' . self::TOKEN));

        self::assertSame([200, 'text/plain; charset=utf-8'], [$page->status, $page->headers['content-type'] ?? '']);
        self::assertMatchesRegularExpression('~^Problems: \d+\n\nProblem: .*\n→ .*\n\nWarning: .*\n→ .*\n\nOk: .*\nWaiting: 1\n~s', $page->body);
        self::assertStringContainsString('The worker has never run', $page->body);
        self::assertStringContainsString('HEALTH_TOKEN: (32 characters)', $page->body);
        foreach (['zoe@example.co.za', "O'Brien", '0821234567', $reference, self::TOKEN] as $private) {
            self::assertStringNotContainsString($private, $page->body);
        }
        self::assertStringContainsString('no-store', $page->headers['cache-control'] ?? '');

        $findings = self::$site->request('GET', ['Authorization' => self::BEARER, 'Accept' => 'application/json'], '', self::DOCTOR)->json();
        self::assertSame(['problems', 'warnings'], array_keys($findings));
        self::assertContains('Set SITE_URL to the address of the live site and run doctor again.', array_column((array) $findings['warnings'], 'fix'));
    }

    public function test_the_page_makes_the_data_folder_if_it_is_the_first_one_opened(): void
    {
        $folder = self::configure()['DATA_DIR'] ?? '';
        self::assertDirectoryDoesNotExist($folder);
        self::assertStringNotContainsString('is missing or cannot be written', $this->ask(self::DOCTOR, self::BEARER)->body);
        self::assertDirectoryExists($folder);
    }

    /** @param array<string, string> $settings */
    #[TestWith([['SMTP_ENCRYPTION' => 'nonee'], 200, 'SMTP_ENCRYPTION must be'])]
    #[TestWith([['DATA_DIR' => 'data'], 500, 'DATA_DIR must be'])]
    public function test_doctor_and_cron_show_a_configuration_error(array $settings, int $status, string $error): void
    {
        self::configure($settings);
        self::assertSame($status, self::$site->postMessage()->status);
        $page = $this->ask(self::DOCTOR, self::BEARER)->body;

        self::assertMatchesRegularExpression("~\nProblem: {$error}.*\n→ ~", $page);
        $cron = $this->ask(self::WORK, self::BEARER);
        self::assertSame([503, 'failing'], [$cron->status, $cron->json()['status'] ?? null]);
        self::assertStringContainsString($error, self::what($cron, 'problems'));
    }

    public function test_cron_can_deliver_due_mail_by_address(): void
    {
        $mail = MailServer::start();
        $settings = ['SMTP_PORT' => (string) $mail->port, 'MAIL_TO_NOTHING' => 'owner@kokerboom.example'];
        $queue = new Queue(self::configure($settings));
        $queue->add();
        $answer = $this->ask(self::WORK, 'Basic ' . base64_encode('cron:' . self::TOKEN));

        $said = array_diff_key($answer->json(), ['warnings' => []]);
        self::assertSame(['status' => 'ok', 'mailed' => 1, 'problems' => []], $said);
        self::assertStringStartsWith('MAIL_TO_NOTHING names no form', self::what($answer, 'warnings'));
        self::assertSame(['sales@kokerboom.example'], $mail->next()['envelope']['to']);
        self::assertCount(1, $queue->backups());
    }

    public function test_cron_s_next_call_does_not_wait_beside_a_mail_server_that_stalls(): void
    {
        $mail = MailServer::scripted(['dot' => ['then' => 'stall', 'times' => 1]]);
        $queue = new Queue(self::configure(['SMTP_PORT' => (string) $mail->port]), 'now');
        $queue->add();
        $first = stream_socket_client('tcp://127.0.0.1:' . self::$site->port);
        self::assertIsResource($first);
        fwrite($first, "GET /contact_work.php HTTP/1.1\r\nHost: a.example\r\nAuthorization: Bearer " . self::TOKEN . "\r\nConnection: close\r\n\r\n");
        $mail->heardUntil('/^\.$/D');
        $queue->add();
        $second = WebServer::start([], server: self::$copy->server);
        $answer = $second->request('GET', ['Authorization' => self::BEARER], '', self::WORK);
        $mail->stop();
        self::assertStringContainsString('"mailed":0', (string) stream_get_contents($first));

        self::assertSame(200, $answer->status);
        self::assertSame(0, $answer->json()['mailed'] ?? null);
    }

    #[TestWith(['GET', '/contact_sent.php', 404])]
    #[TestWith(['GET', '/contact_health.php', 200])]
    #[TestWith(['POST', '/contact_process.php', 422])]
    public function test_without_a_worker_every_visit_delivers_after_its_answer(string $method, string $path, int $status): void
    {
        $mail = MailServer::start();
        $queue = new Queue(self::configure(['SMTP_PORT' => (string) $mail->port]), 'now');
        $reference = $queue->add();
        $answer = self::$site->request($method, ['Content-Type' => 'application/json'], $method === 'POST' ? '{}' : '', $path);

        self::assertSame($status, $answer->status);
        self::assertSame((string) \strlen($answer->body), $answer->headers['content-length'] ?? null, 'its end');
        self::assertStringContainsString($reference, $mail->next()['subject']);
    }

    private static function what(Answer $answer, string $level): string
    {
        return implode(' ', array_filter(array_column((array) ($answer->json()[$level] ?? []), 'what'), \is_string(...)));
    }

    private function ask(string $path, ?string $authorization = null): Answer
    {
        return self::$site->request('GET', $authorization === null ? [] : ['Authorization' => $authorization], '', $path);
    }
}
