<?php

declare(strict_types=1);

namespace Enquiry\Tests;

use Enquiry\Application;
use Enquiry\Configuration\Configuration;
use Enquiry\Configuration\Installation;
use Enquiry\Configuration\Settings;
use Enquiry\Tests\Support\Answer;
use Enquiry\Tests\Support\Children;
use Enquiry\Tests\Support\Desk;
use Enquiry\Tests\Support\Environment;
use Enquiry\Tests\Support\MailServer;
use Enquiry\Tests\Support\Operator;
use Enquiry\Tests\Support\PrivateFile;
use Enquiry\Tests\Support\Queue;
use PHPUnit\Framework\Attributes\TestWith;
use PHPUnit\Framework\TestCase;

final class HealthTest extends TestCase
{
    public function test_it_shows_only_that_all_is_well_and_the_release(): void
    {
        $queue = self::queue();
        $queue->add();
        $answer = self::ask($queue);

        self::assertSame([200, '{"status":"ok"}'], [$answer->status, $answer->body]);
        self::assertStringContainsString('no-store', $answer->headers['cache-control'] ?? '');

        // By its release, npm run deploy tells that the new one answers.
        $deployed = Configuration::load(new Installation(\dirname(__DIR__, 2) . '/server', '0123456789ab'), new Settings($queue->environment));
        self::assertSame('{"status":"ok","release":"0123456789ab"}', Answer::of((new Application($deployed, $queue->clock()))->health())->body);
    }

    public function test_a_missing_worker_is_a_warning_and_after_two_days_a_problem(): void
    {
        $queue = self::queue();
        self::assertMatchesRegularExpression('~^The worker has never run\.~', self::warnings($queue)[0] ?? '');
        self::assertSame(200, self::ask($queue)->status);
        $queue->work();
        self::assertStringNotContainsString('worker', implode('', self::warnings($queue)));
        $queue->now += 900;
        self::assertStringContainsString('The worker last ran 15 minutes ago', self::warnings($queue)[0] ?? '');
        $queue->now += 172_801 - 900;
        self::assertStringContainsString('The worker last ran 2 days ago', self::problems($queue)[0] ?? '');
    }

    public function test_the_first_backup_is_a_problem_if_it_does_not_end_and_a_later_one_after_two_nights(): void
    {
        $queue = self::queue();
        $queue->tables->beginBackup($queue->now);
        self::assertSame([], self::problems($queue));
        $queue->now += 600;
        self::assertStringStartsWith('The nightly backup fails, and has never worked', implode('', self::problems($queue)));

        $queue->now += 3_000;
        $queue->work();
        $queue->now += 2 * 86_400 + 7_200;
        $queue->tables->beginBackup($queue->now);
        self::assertStringNotContainsString('backup', implode('', self::problems($queue)));
        ++$queue->now;
        self::assertStringContainsString('The nightly backup fails, and last worked on', implode('', self::problems($queue)));
    }

    public function test_an_enquiry_that_waits_too_long_is_a_problem_until_it_is_sent(): void
    {
        $queue = self::queue();
        $queue->add();
        $queue->now += 1_800;
        self::assertSame([], self::problems($queue));
        ++$queue->now;
        self::assertSame(['The oldest waiting enquiry for all recipients is 30 minutes old (1 enquiry).'], self::problems($queue));

        $queue->deliver();
        self::assertSame([], self::problems($queue));

        foreach ([1_801, 0] as $seconds) {
            $queue->add();
            $queue->postpone('Try later', 3_600);
            $queue->now += $seconds;
        }
        self::assertSame(['The oldest waiting enquiry for sales@kokerboom.example is 30 minutes old (2 enquiries): Try later.'], self::problems($queue));
    }

    public function test_an_enquiry_of_a_clock_that_was_hours_ahead_is_a_problem_at_once(): void
    {
        $queue = self::queue();
        $queue->now += 7_200;
        $queue->add();
        $queue->now -= 7_200;

        self::assertSame(['The oldest waiting enquiry for all recipients is 2 hours old (1 enquiry).'], self::problems($queue));
    }

    #[TestWith([100_000, '~^No enquiry can be accepted or delivered: There is no room in ~'])]
    #[TestWith([200_000, '~^$~'])]
    public function test_it_fails_when_an_enquiry_does_not_fit_on_the_disk(int $bytes, string $expected): void
    {
        $queue = self::queue();
        $queue->call('setup');
        $said = Children::run(1, static fn(): \Closure => static function () use ($queue, $bytes): string {
            pcntl_signal(\SIGXFSZ, \SIG_IGN);
            posix_setrlimit(\POSIX_RLIMIT_FSIZE, $bytes, $bytes);

            return implode('', self::problems($queue));
        });

        self::assertMatchesRegularExpression($expected, $said[0]);
    }

    public function test_it_fails_for_11_minutes_after_the_site_could_not_accept_an_enquiry(): void
    {
        $environment = Environment::for(Environment::deadPort());
        $queue = new Queue($environment);
        $queue->call('setup');
        $lock = PrivateFile::in($environment, PrivateFile::WRITE_LOCK);
        unlink($lock);
        mkdir($lock);
        self::assertSame(503, Desk::post($environment)->status);
        rmdir($lock);
        $queue->now += 660;
        self::assertStringStartsWith("An enquiry was refused 11 minutes ago: {$lock} cannot be created or written.", implode('', self::problems($queue)));
        ++$queue->now;
        self::assertSame([], self::problems($queue));
    }

    public function test_it_fails_after_an_unforeseen_error(): void
    {
        $environment = Environment::for(Environment::deadPort());
        self::assertSame(500, Desk::post($environment, time: 'a clock that is broken')->status);

        $queue = new Queue($environment, 'now');
        self::assertStringContainsString('a clock that is broken', implode('', self::problems($queue)));
        $queue->now += 680;
        self::assertSame([], self::problems($queue));
        // A note about a release that is no longer there.
        $note = PrivateFile::in($environment, PrivateFile::PROGRAM_FAILED);
        file_put_contents($note, 'ParseError: syntax error in /gone/server/src/Parts.php:1');
        self::assertSame([], self::problems($queue));
    }

    public function test_one_refused_login_is_a_warning_and_the_second_a_problem(): void
    {
        $server = MailServer::start(['auth' => ['user' => 'website', 'pass' => 'the new one']]);
        $login = ['SMTP_USERNAME' => 'website', 'SMTP_PASSWORD' => 'the old one'];
        $webhook = ['WEBHOOK_URL' => 'http://127.0.0.1:' . Environment::deadPort(), 'WEBHOOK_SECRET' => 'whsec_' . base64_encode(str_repeat('k', 24))];
        $queue = new Queue(Environment::for($server->port, $login + $webhook));
        $queue->add();
        $queue->work();
        self::assertSame([], self::problems($queue));
        self::assertMatchesRegularExpression('/^The mail server refuses [^\n]*\nFor webhook, 1 enquiry must wait [^\n]*$/D', implode("\n", self::warnings($queue)), 'the waiting email is no other');
        $queue->now += 300;
        $queue->work();
        self::assertStringStartsWith('The mail server refuses the login.', implode('', self::problems($queue)));
    }

    private static function queue(): Queue
    {
        return new Queue(Environment::for(Environment::deadPort(), ['HEALTH_TOKEN' => str_repeat('t', 32)]));
    }

    /** @return list<string> */
    private static function problems(Queue $queue): array
    {
        return Operator::status($queue->environment, $queue->clock())['problems'];
    }

    /** @return list<string> */
    private static function warnings(Queue $queue): array
    {
        return Operator::status($queue->environment, $queue->clock())['warnings'];
    }

    private static function ask(Queue $queue): Answer
    {
        return Answer::of($queue->application()->health());
    }
}
