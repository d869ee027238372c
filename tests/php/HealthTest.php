<?php

declare(strict_types=1);

namespace Enquiry\Tests;

use Enquiry\Doctor\HealthEndpoint;
use Enquiry\Queue\Result;
use Enquiry\Tests\Support\Answer;
use Enquiry\Tests\Support\Children;
use Enquiry\Tests\Support\Desk;
use Enquiry\Tests\Support\Environment;
use Enquiry\Tests\Support\Queue;
use Enquiry\Tests\Support\WebServer;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\TestWith;
use PHPUnit\Framework\TestCase;
use Symfony\Component\HttpFoundation\Request;

final class HealthTest extends TestCase
{
    private const TOKEN = 'a-token-of-no-less-than-32-characters';


    public function test_without_the_token_only_ok_is_shown(): void
    {
        $queue = self::queue();
        $queue->add();
        $answer = self::ask($queue, null);

        self::assertSame([200, '{"status":"ok"}'], [$answer->status, $answer->body]);
        self::assertStringContainsString('no-store', $answer->headers['cache-control'] ?? '');
    }

    public function test_it_fails_when_anything_has_failed_and_says_so_to_the_token_only(): void
    {
        $queue = self::queue();
        $queue->add();
        $queue->outbox()->settle(Result::failed($queue->claim(), 'no'));
        $answer = self::ask($queue, null);

        self::assertSame([503, '{"status":"failing"}'], [$answer->status, $answer->body]);
        self::assertSame(['One enquiry has failed.'], self::reasons(self::ask($queue)));
    }

    public function test_the_public_state_is_checked_once_in_15_seconds(): void
    {
        $queue = self::queue();
        self::assertSame(200, self::ask($queue, null)->status);
        $queue->fill();
        $queue->now += 15;
        self::assertSame(200, self::ask($queue, null)->status);
        ++$queue->now;
        self::assertSame(503, self::ask($queue, null)->status);

        // A result that lies in the future, because the clock went back, is not used for longer.
        $queue->database->change('DELETE FROM enquiry');
        $queue->now -= 86_400;
        self::assertSame(200, self::ask($queue, null)->status);
    }

    public function test_the_token_shows_the_numbers(): void
    {
        $queue = self::queue();
        $queue->add();
        $queue->now += 5;

        self::assertSame(
            ['status' => 'ok', 'waiting' => 1, 'due' => 1, 'oldestSeconds' => 5, 'failed' => 0, 'sentToday' => 0, 'workerSeenSecondsAgo' => null],
            array_diff_key(self::ask($queue)->json(), ['warnings' => 0]),
        );
    }

    public function test_a_missing_worker_is_a_warning_while_something_is_due(): void
    {
        $queue = self::queue();
        self::assertArrayNotHasKey('warnings', self::ask($queue)->json(), 'nothing is due');
        $queue->add();
        $never = self::ask($queue);
        self::assertSame(200, $never->status);
        self::assertMatchesRegularExpression('~"The worker has never run, and enquiries are due: 1\. Let cron run it every minute: \* \* \* \* \* php /.*/server/console work --once~', stripslashes($never->body));

        $queue->work();
        foreach ([899, 900] as $seconds) {
            $queue->now += $seconds;
            $queue->database->change('UPDATE enquiry SET due_at = ?', [$queue->now]);
            $body = self::ask($queue)->body;
            self::assertSame($seconds === 900, str_contains($body, 'The worker last ran 15 minutes ago'), $body);
            $queue->database->change("UPDATE enquiry_meta SET value = ? WHERE name = 'worker_seen_at'", [$queue->now]);
        }
    }

    #[TestWith(['Bearer ' . self::TOKEN . 'x', self::TOKEN, 401])]
    #[TestWith(['Bearer ', self::TOKEN, 401])]
    #[TestWith(['Bearer ', '', 404])]
    #[TestWith(['Bearer ' . self::TOKEN, '', 404])]
    #[TestWith(['bearer ' . self::TOKEN, self::TOKEN, 200, true])]
    #[TestWith(['Basic ' . self::TOKEN, self::TOKEN, 200])]
    public function test_another_token_shows_no_numbers(string $authorization, string $token, int $status, bool $opens = false): void
    {
        $answer = self::ask(self::queue(['HEALTH_TOKEN' => $token]), $authorization);

        self::assertSame($status, $answer->status);
        self::assertSame($opens, \array_key_exists('waiting', $answer->json()));
        self::assertSame($status === 401, isset($answer->headers['www-authenticate']));
    }

    public function test_the_token_is_accepted_as_a_password_too_and_another_shows_only_the_state(): void
    {
        $answer = self::ask(self::queue(), 'Basic ' . base64_encode('staging:another'));

        self::assertSame(0, self::ask(self::queue(), 'Basic ' . base64_encode('monitor:' . self::TOKEN))->json()['waiting'] ?? null);
        self::assertSame([200, '{"status":"ok"}'], [$answer->status, $answer->body]);
    }

    public function test_the_content_of_doctor_s_proof_file_is_shown_for_a_minute(): void
    {
        $queue = self::queue();
        self::ask($queue, null);
        $id = str_repeat('0a', 16);
        $folder = $queue->configuration->folder();
        $before = $folder->names();
        self::assertSame('{"status":"ok"}', self::ask($queue, null, headers: ['HTTP_WEBSITE_DOCTOR' => $id])->body);
        self::assertSame($before, $folder->names());

        $file = $folder->file(HealthEndpoint::proofFile($id));
        file_put_contents($file, 'a nonce');
        touch($file, $queue->now - 60);

        self::assertSame('{"status":"ok","doctor":"a nonce"}', self::ask($queue, null, headers: ['HTTP_WEBSITE_DOCTOR' => $id])->body);
        touch($file, $queue->now - 61);
        self::assertSame('{"status":"ok"}', self::ask($queue, null, headers: ['HTTP_WEBSITE_DOCTOR' => $id])->body);
    }

    #[TestWith([''])]
    #[TestWith(['/../0a0a0a0a0a0a0a0a0a0a0a0a0a0a'])]
    #[TestWith(["0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a\n"])]
    public function test_no_other_file_is_shown(string $id): void
    {
        $queue = self::queue();
        self::ask($queue, null);
        $folder = $queue->configuration->folder();
        mkdir($folder->file('doctor-'));
        file_put_contents($folder->file(HealthEndpoint::proofFile($id)), 'secret');
        touch($folder->file(HealthEndpoint::proofFile($id)), $queue->now);

        self::assertSame('{"status":"ok"}', self::ask($queue, null, headers: ['HTTP_WEBSITE_DOCTOR' => $id])->body);
    }

    public function test_it_fails_when_the_oldest_has_waited_too_long_and_recovers(): void
    {
        $queue = self::queue();
        $queue->add();
        $queue->now += 1_800;
        self::assertSame(200, self::ask($queue)->status);
        ++$queue->now;
        $answer = self::ask($queue);

        self::assertSame(503, $answer->status);
        self::assertSame('failing', $answer->json()['status'] ?? null);
        self::assertSame(['The oldest waiting enquiry is 30 minutes old.'], self::reasons($answer));
        self::assertStringNotContainsString('zoe@', $answer->body);

        $queue->outbox()->settle(Result::sent($queue->claim(), $queue->now));
        self::assertSame(200, self::ask($queue)->status);
    }

    /** @param callable(Queue): mixed $damage */
    #[DataProvider('refusals')]
    public function test_it_fails_when_an_enquiry_would_be_refused(callable $damage, string $why): void
    {
        $queue = self::queue();
        $queue->configuration->folder()->make();
        $damage($queue);

        self::assertRefuses($queue, $why);
    }

    /** @return iterable<string, array{callable(Queue): mixed, string}> */
    public static function refusals(): iterable
    {
        $readOnly = "CREATE TRIGGER closed BEFORE INSERT ON enquiry_rate BEGIN SELECT RAISE(FAIL, 'attempt to write a readonly database'); END";
        $block = static fn(string $file): \Closure => static fn(Queue $queue): bool => mkdir($queue->configuration->folder()->file($file));

        yield 'the queue is full' => [static fn(Queue $queue) => $queue->fill(), '100000 enquiries are waiting, and no more may wait'];
        yield 'the store is read-only' => [static fn(Queue $queue): int => $queue->database->change($readOnly), 'readonly'];
        yield 'write.lock cannot be opened' => [$block('write.lock'), 'cannot be'];
        yield 'room.tmp cannot be opened' => [$block('room.tmp'), 'cannot be'];
    }

    public function test_it_fails_when_the_folder_cannot_be_made(): void
    {
        self::assertRefuses(self::queue(['DATA_DIR' => '/dev/null/data']), 'cannot be created or written');
    }

    public function test_it_fails_while_another_program_holds_the_database(): void
    {
        $queue = self::queue();
        $queue->database->prepare();
        $other = new \PDO("sqlite:{$queue->configuration->folder()->path}/enquiries.sqlite");
        $other->exec('BEGIN IMMEDIATE');
        self::assertRefuses($queue, 'locked');
        $other->exec('ROLLBACK');

        self::assertSame(200, self::ask($queue)->status);
    }

    #[TestWith([100_000, '503 There is no room in '])]
    #[TestWith([200_000, '200'])]
    public function test_it_fails_when_an_enquiry_does_not_fit_on_the_disk(int $bytes, string $expected): void
    {
        $queue = self::queue();
        $queue->database->prepare();
        $said = Children::run(1, static fn(): \Closure => static function () use ($queue, $bytes): string {
            pcntl_signal(\SIGXFSZ, \SIG_IGN);
            posix_setrlimit(\POSIX_RLIMIT_FSIZE, $bytes, $bytes);
            $answer = self::ask($queue);

            return "{$answer->status} " . implode('', self::reasons($answer));
        });

        self::assertStringContainsString($expected, str_replace('No enquiry can be accepted: ', '', $said[0]));
    }

    public function test_it_fails_for_11_minutes_after_the_site_could_not_accept_an_enquiry(): void
    {
        $environment = Environment::for(Environment::deadPort(), ['HEALTH_TOKEN' => self::TOKEN]);
        $queue = new Queue($environment);
        $queue->database->prepare();
        $lock = "{$environment['DATA_DIR']}/write.lock";
        unlink($lock);
        mkdir($lock);
        self::assertSame(503, Desk::post($environment)->status);
        rmdir($lock);
        $queue->now += 660;
        $answer = self::ask($queue);

        self::assertSame(503, $answer->status);
        self::assertStringStartsWith("An enquiry was refused 11 minutes ago: {$lock} cannot be created or written.", implode('', self::reasons($answer)));
        self::assertSame(0, $answer->json()['waiting'] ?? null);
        ++$queue->now;
        self::assertSame(200, self::ask($queue)->status);
    }

    /** @param array<string, string> $settings */
    #[TestWith([['RATE_LIMIT' => '1'], 429, 'Another'])]
    #[TestWith([[], 422, ''])]
    public function test_a_request_rejected_for_the_client_s_error_is_no_failure(array $settings, int $status, string $subject): void
    {
        $environment = Environment::for(Environment::deadPort(), $settings);
        Desk::post($environment);
        self::assertSame($status, Desk::post($environment, ['subject' => $subject])->status);

        self::assertSame(200, self::ask(new Queue($environment), null)->status);
    }

    public function test_it_fails_after_an_unforeseen_error(): void
    {
        $environment = Environment::for(Environment::deadPort(), ['HEALTH_TOKEN' => self::TOKEN]);
        self::assertSame(500, Desk::post($environment, time: 'a clock that is broken')->status);

        self::assertStringContainsString('a clock that is broken', implode('', self::reasons(self::ask(new Queue($environment, 'now')))));
    }

    public function test_it_answers_get_requests_only(): void
    {
        $site = WebServer::start(Environment::for(25, ['HEALTH_TOKEN' => self::TOKEN]));
        $answer = $site->request('GET', [], '', '/contact_health.php');
        self::assertSame([200, '{"status":"ok"}'], [$answer->status, $answer->body]);
        self::assertSame(0, $site->request('GET', ['Authorization' => 'Bearer ' . self::TOKEN], '', '/contact_health.php')->json()['waiting'] ?? null);
        self::assertSame(405, $site->request('POST', [], '', '/contact_health.php')->status);
    }

    /** @param array<string, string> $settings */
    private static function queue(array $settings = []): Queue
    {
        return new Queue(Environment::for(Environment::deadPort(), $settings + ['HEALTH_TOKEN' => self::TOKEN]));
    }

    private static function assertRefuses(Queue $queue, string $why): void
    {
        $answer = self::ask($queue);
        self::assertSame(503, $answer->status);
        self::assertStringContainsString($why, implode('', self::reasons($answer)));
    }

    /** @return list<string> */
    private static function reasons(Answer $answer): array
    {
        $reasons = $answer->json()['reasons'] ?? [];

        return array_map(static fn(mixed $reason): string => \is_string($reason) ? $reason : '', \is_array($reasons) ? array_values($reasons) : []);
    }

    /** @param array<string, string> $headers as PHP names them */
    private static function ask(Queue $queue, ?string $authorization = 'Bearer ' . self::TOKEN, string $address = '/contact_health.php', array $headers = []): Answer
    {
        $request = Request::create($address, server: $headers + ($authorization === null ? [] : ['HTTP_AUTHORIZATION' => $authorization]));

        return Answer::of($queue->application()->health()->handle($request));
    }
}
