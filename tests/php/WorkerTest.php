<?php

declare(strict_types=1);

namespace Enquiry\Tests;

use Enquiry\Database\Connection;
use Enquiry\Database\Row;
use Enquiry\Queue\EnquiryRepository;
use Enquiry\Tests\Support\Children;
use Enquiry\Tests\Support\Environment;
use Enquiry\Tests\Support\FixturePages;
use Enquiry\Tests\Support\MailServer;
use Enquiry\Tests\Support\Operator;
use Enquiry\Tests\Support\Queue;
use PHPUnit\Framework\Attributes\TestWith;
use PHPUnit\Framework\TestCase;

final class WorkerTest extends TestCase
{
    public function test_the_operator_is_told_once_that_something_is_wrong_and_once_that_all_is_well_again(): void
    {
        $server = MailServer::start();
        $queue = new Queue(Environment::for($server->port, ['ALERT_TO' => 'operator@kokerboom.example']));
        $queue->add();
        $queue->database->change("UPDATE enquiry SET payload = '{'");
        $queue->work();
        $failing = $server->nextAlert();
        self::assertSame('The website needs your attention', $failing['subject']);
        self::assertStringContainsString('One enquiry has failed.', $failing['text']);
        self::assertSame(['operator@kokerboom.example'], $failing['envelope']['to']);

        $queue->now += 60;
        $queue->work();
        (new EnquiryRepository($queue->database))->erase(array_map(strval(...), array_column($queue->rows('SELECT reference FROM enquiry'), 'reference')));
        $queue->work();
        self::assertSame('The website works again', $server->nextAlert()['subject']);

        // A second incident on the same day, another problem while it lasts, and nothing new.
        $queue->now += 60;
        $queue->add();
        $queue->database->change("UPDATE enquiry SET payload = '{'");
        $queue->work();
        self::assertStringNotContainsString('was refused', $server->nextAlert()['text']);
        touch("{$queue->environment['DATA_DIR']}/not-stored.seen", $queue->now);
        $queue->work();
        self::assertStringContainsString('was refused', $server->nextAlert()['text']);
        foreach ([60, 60, 21_480] as $seconds) {
            $queue->now += $seconds;
            $queue->work();
        }
        self::assertStringNotContainsString('was refused', $server->nextAlert()['text']);
    }

    public function test_an_alert_that_could_not_be_mailed_is_mailed_by_the_next_run(): void
    {
        $server = MailServer::scripted(['greeting' => ['then' => 'close', 'times' => 1]]);
        $queue = new Queue(Environment::for($server->port));
        $queue->add();
        $queue->database->change("UPDATE enquiry SET payload = '{'");
        $queue->work();
        $queue->work();

        self::assertStringContainsString('One enquiry has failed.', $server->nextAlert()['text']);
    }

    public function test_a_run_with_nothing_to_do_writes_a_heartbeat_every_five_minutes_only(): void
    {
        $queue = new Queue(Environment::for(Environment::deadPort()));
        $queue->work();
        foreach ([60 => false, 239 => false, 1 => true] as $seconds => $isWritten) {
            $before = md5_file($queue->database->name());
            $queue->now += $seconds;
            $queue->work();
            self::assertSame($isWritten, md5_file($queue->database->name()) !== $before, "after {$seconds} seconds");
        }
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
            $made[] = implode(' ', self::backups($queue));
        }
        $names = array_map(static fn(string $time): string => "enquiries-{$time}Z.sqlite", ['20260306T235958', '20260307T000000', '20260308T000000', '20260310T073320']);
        $first = implode(' ', \array_slice($names, 0, 1));
        $second = implode(' ', \array_slice($names, 0, 2));
        $third = implode(' ', \array_slice($names, 0, 3));
        $fourth = implode(' ', \array_slice($names, 2, 2));

        self::assertSame([$first, $first, $second, $second, $second, $third, $fourth, $fourth], $made);
        $states = static fn(Connection $connection): array => array_map(static fn(Row $row): string => $row->text('state'), $connection->rows('SELECT state FROM enquiry'));
        foreach (self::backups($queue) as $name) {
            self::assertNotContains('waiting', $states(Connection::sqlite("{$queue->configuration->folder()->path}/backups/{$name}")), 'the mail goes first');
        }
        self::assertSame(['sent', 'sent'], $queue->database->read($states), 'the others were older than a day');
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
        $reference = $queue->add();
        $queue->work();
        $queue->database->change(match ($one) {
            'waits' => "UPDATE delivery SET error = 'no such host'",
            'is of a removed form' => "UPDATE enquiry SET form = 'removed'",
            'has failed' => "UPDATE enquiry SET state = 'failed'",
            default => "UPDATE enquiry SET state = 'closed'",
        });
        if ($one === 'has failed') {
            $queue->database->change("UPDATE delivery SET state = 'failed'");
        }
        $queue->now += 3_600;
        $queue->work();
        $isProblem = $one !== 'was dismissed';
        self::assertSame($isProblem, preg_match('/oldest waiting enquiry is|form removed cannot be used|One enquiry has failed/', Operator::call($environment, $queue->clock(), 'status', exitCode: (int) $isProblem)) === 1);

        foreach ([6, 6, 6, 6, 5] as $days) {
            $queue->now += $days * 86_400;
            $queue->work();
        }
        self::assertSame((string) $reference, $queue->record($reference)->reference, 'after 29 days');
        $queue->now += 2 * 86_400;
        $queue->work();
        self::assertSame([], $queue->rows('SELECT reference FROM enquiry UNION SELECT reference FROM delivery'));
    }

    public function test_one_run_under_a_clock_that_is_years_ahead_deletes_nothing(): void
    {
        $environment = Environment::for(MailServer::start()->port, ['TEST_PAGES_DIR' => FixturePages::promising(enquiries: 30, backups: 2)]);
        $queue = new Queue($environment);
        $queue->work();
        $reference = $queue->add();
        $work = static function (int $days) use ($queue): array {
            $queue->now += $days * 86_400;
            $queue->work();

            return self::backups($queue);
        };
        self::assertCount(2, $work(1));
        $work(1_000);
        self::assertSame('sent', $queue->record($reference)->state);
        self::assertStringNotContainsString('purge', Operator::call($environment, $queue->clock(), 'status'), 'it was put off');
        self::assertContains('enquiries-20260308T224207Z.sqlite', $work(-999), 'not taken for the oldest');
        self::assertSame(['enquiries-20260308T224207Z.sqlite', 'enquiries-20260309T224207Z.sqlite'], $work(1));
        self::assertSame('sent', $queue->record($reference)->state);
        array_map($work, [5, 5, 5, 5, 6]);
        self::assertSame('sent', $queue->record($reference)->state);
        $work(2);
        self::assertStringContainsString('No enquiry was found', Operator::call($environment, $queue->clock(), 'list', exitCode: 1));
    }

    public function test_a_failed_backup_is_logged_each_hour_and_shown_and_old_ones_stay_until_one_succeeds(): void
    {
        $environment = Environment::for(MailServer::start()->port, ['TEST_PAGES_DIR' => FixturePages::promising(enquiries: 30, backups: 3)]);
        $queue = new Queue($environment);
        $queue->work();
        [$good] = self::backups($queue);
        foreach ([86_400, 3_599, 1, 3 * 86_400] as $seconds) {
            $queue->now += $seconds;
            mkdir("{$environment['DATA_DIR']}/backups/enquiries-" . gmdate('Ymd\THis\Z', $queue->now) . '.sqlite.part');
            $queue->add();
            self::assertSame(1, $queue->work(), 'it holds up no mail');
        }
        self::assertSame(['backup', 'backup', 'backup'], array_column(self::lines($queue), 'chore'));
        self::assertContains($good, self::backups($queue));
        $shown = preg_replace('/\s+/', ' ', Operator::call($environment, $queue->clock(), 'status', exitCode: 1)) ?? '';
        self::assertMatchesRegularExpression('~The nightly backup fails, and last worked on 7 Mar 2026 00:42 SAST: .*unable to open~', $shown);

        $queue->now += 3_600;
        $queue->work();
        self::assertNotContains($good, self::backups($queue), 'another machine may have done the purge');
        self::assertStringNotContainsString('nightly', Operator::call($environment, $queue->clock(), 'status'));
    }

    public function test_a_backup_that_does_not_fit_on_the_disk_leaves_no_half_file(): void
    {
        $queue = new Queue(Environment::for(Environment::deadPort()));
        array_map(static fn() => $queue->add(['message' => str_repeat('long ', 900)]), range(1, 60));
        // The worker must not write their pages, which are above the limit.
        $queue->database->change("UPDATE enquiry SET state = 'sent'");
        Children::run(1, static fn(): \Closure => static function () use ($queue): string {
            pcntl_signal(\SIGXFSZ, \SIG_IGN);
            posix_setrlimit(\POSIX_RLIMIT_FSIZE, 200_000, 200_000);
            $queue->work();

            return '';
        });

        self::assertMatchesRegularExpression('/enquiries-\d+T\d+Z\.sqlite cannot be made\. .*(?:full|disk I.O).*\. Make room on the disk/', Environment::log($queue->environment));
        self::assertSame([], self::backups($queue));
    }

    /** @return list<string> */
    private static function backups(Queue $queue): array
    {
        return $queue->configuration->folder()->backups()->names('/^enquiries/');
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
