<?php

declare(strict_types=1);

namespace Enquiry\Tests;

use Enquiry\Tests\Support\Children;
use Enquiry\Tests\Support\Contract;
use Enquiry\Tests\Support\Desk;
use Enquiry\Tests\Support\Environment;
use Enquiry\Tests\Support\FixturePages;
use Enquiry\Tests\Support\MailServer;
use Enquiry\Tests\Support\Operator;
use Enquiry\Tests\Support\PrivateFile;
use Enquiry\Tests\Support\Queue;
use PHPUnit\Framework\Attributes\TestWith;
use PHPUnit\Framework\TestCase;

final class WorkerTest extends TestCase
{
    public function test_each_problem_is_mailed_once_in_six_hours_and_the_end_of_all_after_an_hour_without_any(): void
    {
        $server = MailServer::scripted(['RCPT' => ['say' => "451 Try later\r\n", 'times' => 1]]);
        $settings = ['ALERT_TO' => 'operator@kokerboom.example', 'MAIL_TO_NOTHING' => 'owner@kokerboom.example'];
        $queue = new Queue(Environment::for($server->port, $settings));
        $queue->add();
        $queue->fail();
        $queue->work();
        // It was refused, so nobody has it.
        $queue->work();
        $failing = $server->nextAlert();
        self::assertSame('The website needs your attention', $failing['subject']);
        self::assertMatchesRegularExpression('/^- One enquiry has failed.*\n- MAIL_TO_NOTHING names no form/m', $failing['text']);
        self::assertSame(['operator@kokerboom.example'], $failing['envelope']['to']);

        // It goes, and another one comes. Then that one goes, and the first one comes back.
        $queue->call('erase', ['who' => 'zoe@example.co.za', '--force' => true]);
        $queue->refuse();
        $queue->work();
        self::assertMatchesRegularExpression('/^(?!.*has failed).*was refused/s', $server->nextAlert()['text']);
        $queue->add();
        $queue->fail();
        foreach ([700, 20_899] as $seconds) {
            $queue->now += $seconds;
            $queue->work();
        }
        ++$queue->now;
        $queue->work();
        self::assertMatchesRegularExpression('/^(?!.*was refused).*has failed/s', $server->nextAlert()['text']);

        $queue->call('erase', ['who' => 'zoe@example.co.za', '--force' => true]);
        foreach ([60, 3_539] as $seconds) {
            $queue->now += $seconds;
            $queue->work();
        }
        $queue->refuse();
        $queue->work();
        self::assertStringContainsString('was refused', $server->nextAlert()['text'], 'before that, nothing was over');
        foreach ([700, 3_600] as $seconds) {
            $queue->now += $seconds;
            $queue->work();
        }
        self::assertSame('The website works again', $server->nextAlert()['subject']);

        // Within six hours, that is not mailed again.
        ++$queue->now;
        rename($file = PrivateFile::in($queue->environment, PrivateFile::DATABASE), "{$file}-moved");
        $queue->work();
        rename("{$file}-moved", $file);
        self::assertStringContainsString('is missing or empty', $server->nextAlert()['text']);
        foreach ([60, 3_600, 10_100] as $seconds) {
            $queue->now += $seconds;
            $queue->work();
        }
        $queue->add();
        $queue->fail();
        $queue->work();
        self::assertStringContainsString('has failed', $server->nextAlert()['text']);

        // And later only after another problem.
        $queue->call('erase', ['who' => 'zoe@example.co.za', '--force' => true]);
        foreach ([60, 8_000, 30_000] as $seconds) {
            $queue->now += $seconds;
            $queue->work();
        }
        self::assertSame('The website works again', $server->nextAlert()['subject']);
        $queue->add();
        $queue->fail();
        $queue->work();
        self::assertStringContainsString('has failed', $server->nextAlert()['text']);
    }

    public function test_a_refused_login_is_tried_a_few_times_an_hour_until_its_settings_change(): void
    {
        $server = MailServer::start(['auth' => ['user' => 'website', 'pass' => 'the new one']]);
        $settings = ['MAIL_TO' => 'sales@kokerboom.example, owner@kokerboom.example', 'SMTP_USERNAME' => 'website'];
        $environment = Environment::for($server->port, $settings + ['SMTP_PASSWORD' => 'the old one']);
        $queue = new Queue($environment);
        $queue->add();
        $queue->fail();
        $tried = [];
        for ($hour = 0; $hour < 4; ++$hour) {
            for ($minute = 0; $minute < 60; ++$minute) {
                if ($minute % 25 === 0) {
                    $queue->add();
                }
                if ($minute % 5 === 0) {
                    $queue->visit();
                }
                $queue->work();
                $queue->now += 60;
            }
            $tried[] = self::logins($server);
        }
        self::assertSame([4, 1, 1, 1], $tried);
        self::assertMatchesRegularExpression('/The\s+mail\s+server\s+refuses\s+the\s+login\..*\s535\s.*Enquiries\s+that\s+wait:\s+13\./s', $queue->call('status', exitCode: 1));

        $queue->call('work', ['--now' => true], 1);
        self::assertSame(1, self::logins($server));
        // A clock that was ahead goes back.
        $queue->now -= 86_400;
        $queue->work();
        self::assertSame(1, self::logins($server));
        $repaired = new Queue(['SMTP_PASSWORD' => 'the new one'] + $environment, "@{$queue->now}");
        self::assertSame(24, $repaired->work());
        self::assertStringNotContainsString('login', $repaired->call('status', exitCode: 1));
    }

    /** @return int how many there were since the last time */
    private static function logins(MailServer $server): int
    {
        $connection = stream_socket_client("tcp://127.0.0.1:{$server->port}");
        \assert($connection !== false);
        fwrite($connection, "NOOP now\r\n");
        fgets($connection);
        fclose($connection);

        return \count((array) preg_grep('/^password/', $server->heardUntil('/^NOOP now/')));
    }

    public function test_of_several_processes_at_once_one_mails_the_alert(): void
    {
        $server = MailServer::start();
        $queue = new Queue(Environment::for($server->port, ['ALERT_TO' => 'operator@kokerboom.example']));
        $queue->add();
        $queue->fail();
        Children::run(6, static fn(): \Closure => static fn(): string => (string) $queue->work());
        $queue->refuse();
        $queue->work();

        // On a busy machine a process may wait too long for the database, which is another problem.
        $times = 0;
        do {
            $text = $server->nextAlert()['text'];
            $times += substr_count($text, 'One enquiry has failed');
        } while (!str_contains($text, 'was refused'));
        self::assertSame(1, $times);
    }

    public function test_status_says_the_truth_about_a_worker_that_runs_about_every_minute(): void
    {
        $queue = new Queue(Environment::for(Environment::deadPort()));
        for ($minute = 0; $minute < 8; ++$minute) {
            $queue->work();
            $queue->now += 58;
            self::assertMatchesRegularExpression('/Since a worker ran +less than 5 minutes /', $queue->call('status'));
            ++$queue->now;
        }
        $queue->now += 300;
        self::assertDoesNotMatchRegularExpression('/less than/', $queue->call('status'));
    }

    public function test_a_run_with_nothing_to_do_writes_a_heartbeat_every_few_minutes_only(): void
    {
        $queue = new Queue(Environment::for(Environment::deadPort()));
        $queue->work();
        foreach ([60 => false, 139 => false, 1 => true] as $seconds => $isWritten) {
            $file = PrivateFile::in($queue->environment, PrivateFile::DATABASE);
            $before = md5_file($file);
            $queue->now += $seconds;
            $queue->work();
            self::assertSame($isWritten, md5_file($file) !== $before, "after {$seconds} seconds");
        }
        Desk::post($queue->environment, server: ['REMOTE_ADDR' => '203.0.113.7'], time: "@{$queue->now}");
        $queue->now += 600;
        $queue->work();
        self::assertSame([], $queue->tables->countedClients(), 'whose time is over');
    }

    public function test_a_worker_purges_and_backs_up_once_a_day_after_its_mail(): void
    {
        $queue = new Queue(Environment::for(MailServer::start()->port, ['TEST_PAGES_DIR' => FixturePages::promising(enquiries: 1, backups: 4)]), '2026-03-06 23:59:58 UTC');
        $made = [];
        // The night begins at 02:00, which is 00:00 UTC.
        foreach ([0, 1, 1, 60, 86_339, 1, 200_000, 1] as $seconds) {
            $queue->now += $seconds;
            $queue->add();
            $queue->work();
            $made[] = implode(' ', $queue->backups());
        }
        $names = array_map(static fn(string $time): string => PrivateFile::backup(strtotime("2026-03-{$time} UTC")), ['06 23:59:58', '07 00:00:00', '08 00:00:00', '10 07:33:20']);
        $first = implode(' ', \array_slice($names, 0, 1));
        $second = implode(' ', \array_slice($names, 0, 2));
        $third = implode(' ', \array_slice($names, 0, 3));
        $fourth = implode(' ', \array_slice($names, 2, 2));

        self::assertSame([$first, $first, $second, $second, $second, $third, $fourth, $fourth], $made);
        foreach ($queue->backups() as $name) {
            $restored = Queue::restored(PrivateFile::in($queue->environment, PrivateFile::BACKUPS . "/{$name}"));
            self::assertSame(0, Operator::status($restored->environment, $restored->clock())['waiting'], 'the mail goes first');
        }
        self::assertCount(2, Operator::list($queue->environment, $queue->clock()), 'the others were older than a day');

        $cutOff = PrivateFile::in($queue->environment, PrivateFile::BACKUPS) . "/{$names[0]}.part";
        touch($cutOff);
        $queue->now += 86_400;
        $queue->work();
        self::assertFileDoesNotExist($cutOff);
    }

    /** The privacy notice has no exception for an enquiry that waits, or whose form was removed. */
    #[TestWith(['waits'])]
    #[TestWith(['is of a removed form'])]
    #[TestWith(['has failed'])]
    #[TestWith(['was dismissed'])]
    public function test_an_enquiry_that_was_never_delivered_is_a_problem_within_the_hour_and_goes_after_its_period(string $one): void
    {
        $environment = Environment::for(Environment::deadPort(), ['TEST_PAGES_DIR' => FixturePages::promising(enquiries: 30, backups: 3)]);
        $queue = new Queue($environment);
        $reference = match ($one) {
            'is of a removed form' => Desk::send(['IDENTITY' => 'tests/identity'] + $environment, Contract::json(['name' => 'Zoë', 'contactNumber' => '0821234567', 'time' => 'Morning', 'consent' => 'yes']), [], form: 'callback')->headers['enquiry-reference'] ?? self::fail(),
            default => $queue->add(),
        };
        match ($one) {
            'has failed' => $queue->fail(),
            'was dismissed' => $queue->call('dismiss', ['reference' => $reference, '--force' => true]),
            default => null,
        };
        $queue->work();
        $queue->now += 3_600;
        $queue->work();
        $isProblem = $one !== 'was dismissed';
        self::assertSame($isProblem, preg_match('/oldest waiting enquiry |One enquiry has failed/', Operator::call($environment, $queue->clock(), 'status', exitCode: (int) $isProblem)) === 1);

        foreach ([6, 6, 6, 6, 5] as $days) {
            $queue->now += $days * 86_400;
            $queue->work();
        }
        self::assertSame([$reference], Operator::list($environment, $queue->clock()), 'after 29 days');
        $queue->now += 2 * 86_400;
        $queue->work();
        self::assertStringNotContainsString($reference, $queue->tables->content());
    }

    public function test_one_run_under_a_clock_that_is_years_ahead_deletes_nothing(): void
    {
        $environment = Environment::for(MailServer::start()->port, ['TEST_PAGES_DIR' => FixturePages::promising(enquiries: 30, backups: 2)]);
        $queue = new Queue($environment);
        $start = $queue->now;
        $queue->work();
        $reference = $queue->add();
        $work = static function (int $days) use ($queue): array {
            $queue->now += $days * 86_400;
            $queue->work();

            return $queue->backups();
        };
        self::assertCount(2, $work(1));
        $work(1_000);
        self::assertSame('sent', $queue->state($reference));
        self::assertStringNotContainsString('purge', Operator::call($environment, $queue->clock(), 'status'), 'it was put off');
        self::assertContains(PrivateFile::backup($start + 2 * 86_400), $work(-999), 'not taken for the oldest');
        self::assertSame([PrivateFile::backup($start + 2 * 86_400), PrivateFile::backup($start + 3 * 86_400)], $work(1));
        self::assertSame('sent', $queue->state($reference));
        array_map($work, [5, 5, 5, 5, 6]);
        self::assertSame('sent', $queue->state($reference));
        $work(2);
        self::assertStringContainsString('No enquiry was found', Operator::call($environment, $queue->clock(), 'list', exitCode: 1));
    }

    public function test_a_failed_backup_is_logged_each_hour_and_shown_and_old_ones_stay_until_one_succeeds(): void
    {
        $environment = Environment::for(MailServer::start()->port, ['TEST_PAGES_DIR' => FixturePages::promising(enquiries: 30, backups: 3)]);
        $queue = new Queue($environment);
        $queue->work();
        [$good] = $queue->backups();
        foreach ([86_400, 3_599, 1, 3 * 86_400] as $seconds) {
            $queue->now += $seconds;
            mkdir(PrivateFile::in($environment, PrivateFile::BACKUPS . '/' . PrivateFile::backup($queue->now) . '.part'));
            $queue->add();
            self::assertSame(1, $queue->work(), 'it holds up no mail');
        }
        self::assertSame(['backup', 'backup', 'backup'], array_column(self::lines($queue), 'chore'));
        self::assertContains($good, $queue->backups());
        $shown = preg_replace('/\s+/', ' ', Operator::call($environment, $queue->clock(), 'status', exitCode: 1)) ?? '';
        self::assertMatchesRegularExpression('~The nightly backup fails, and last worked on 7 Mar 2026 00:42 SAST: .*unable to open~', $shown);

        $queue->now += 3_600;
        $queue->work();
        self::assertNotContains($good, $queue->backups(), 'another machine may have done the purge');
        self::assertStringNotContainsString('nightly', Operator::call($environment, $queue->clock(), 'status'));
    }

    public function test_a_backup_that_does_not_fit_on_the_disk_leaves_no_half_file(): void
    {
        $queue = new Queue(Environment::for(MailServer::start()->port));
        array_map(static fn() => $queue->add(['message' => str_repeat('long ', 900)]), range(1, 60));
        // Else the worker would write their pages, which are above the limit.
        $queue->work();
        $before = $queue->backups();
        $queue->now += 86_400;
        Children::run(1, static fn(): \Closure => static function () use ($queue): string {
            pcntl_signal(\SIGXFSZ, \SIG_IGN);
            posix_setrlimit(\POSIX_RLIMIT_FSIZE, 200_000, 200_000);
            $queue->work();

            return '';
        });

        self::assertMatchesRegularExpression('/\.sqlite cannot be made\. .*(?:full|disk I.O).*\. Make room on the disk/', Environment::log($queue->environment));
        self::assertSame($before, $queue->backups());
    }

    /** @return list<array<mixed>> what the lines of the log know beside their words */
    private static function lines(Queue $queue): array
    {
        $lines = [];
        foreach (explode("\n", trim(Environment::log($queue->environment))) as $line) {
            $decoded = json_decode($line, true);
            $context = \is_array($decoded) ? $decoded['context'] ?? null : null;
            $lines[] = \is_array($context) ? $context : [];
        }

        return $lines;
    }
}
