<?php

declare(strict_types=1);

namespace Enquiry\Tests;

use Enquiry\Application;
use Enquiry\Configuration;
use Enquiry\Storage\Connection;
use Enquiry\Storage\Database;
use Enquiry\Storage\DatabaseUrl;
use Enquiry\Storage\Journal;
use Enquiry\Tests\Support\Children;
use Enquiry\Tests\Support\Contract;
use Enquiry\Tests\Support\DatabaseServer;
use Enquiry\Tests\Support\DataFolders;
use Enquiry\Tests\Support\Desk;
use Enquiry\Tests\Support\Environment;
use Enquiry\Tests\Support\Queue;
use PHPUnit\Framework\TestCase;
use Symfony\Component\Console\Tester\ApplicationTester;
use Symfony\Component\Process\Process;

final class ConsoleTest extends TestCase
{
    /** @var array<string, string> */
    private array $environment;
    private Queue $queue;

    protected function setUp(): void
    {
        $this->environment = Environment::for(Environment::deadPort());
        $this->queue = new Queue($this->environment);
    }

    public function test_setup_makes_what_is_missing_and_can_be_run_again(): void
    {
        self::assertStringContainsString('are ready', $this->call('setup'));
        self::assertFileExists("{$this->environment['DATA_DIR']}/enquiries.sqlite");
        self::assertStringContainsString('are ready', $this->call('setup'));
        self::assertStringContainsString('cannot be given to nobody-at-all', $this->call('setup', ['--owner' => 'nobody-at-all'], 1));
    }

    public function test_a_store_that_cannot_be_used_is_told_in_words(): void
    {
        $this->environment['DATA_DIR'] = '/dev/null/data';

        self::assertStringContainsString('cannot be made or written', $this->call('setup', exitCode: 1));
    }

    public function test_status_counts_and_ends_with_1_where_somebody_should_look(): void
    {
        self::assertStringContainsString('Waiting', $this->call('status'));
        $this->queue->add();
        $this->queue->now += 30 * 60;
        self::assertSame(['waiting' => 1, 'due' => 1, 'oldestSeconds' => 1800, 'failed' => 0, 'sentToday' => 0, 'workerSeenSecondsAgo' => null, 'reasons' => []], json_decode($this->call('status', ['--json' => true]), true));
        ++$this->queue->now;
        self::assertStringContainsString('1801 seconds old', $this->call('status', exitCode: 1));
    }

    public function test_status_says_why_enquiries_are_refused(): void
    {
        $this->environment['MAX_WAITING'] = '1';
        $this->queue->add();
        self::assertSame(503, Desk::post($this->environment)->status);
        $said = $this->call('status', exitCode: 1);
        self::assertStringContainsString('No enquiry can be taken: More than 1 enquiries are waiting', $said);
        self::assertStringContainsString('An enquiry was refused 0 seconds ago: More than 1 enquiries are waiting', $said);
    }

    public function test_status_says_that_the_clock_went_back_and_when_it_did(): void
    {
        $this->call('work', ['--once' => true]);
        $this->queue->now -= 3600;
        self::assertStringContainsString('The clock is 3600 seconds behind', $this->call('status', exitCode: 1));
        $this->call('work', ['--once' => true]);
        self::assertMatchesRegularExpression('/The clock last went back +6 Mar 2026 23:42 SAST, by 3600 s/', $this->call('status'));
    }

    public function test_setup_tells_of_a_disk_without_room(): void
    {
        $said = Children::run(1, fn(): \Closure => function (): string {
            $this->call('setup');
            pcntl_signal(\SIGXFSZ, \SIG_IGN);
            posix_setrlimit(\POSIX_RLIMIT_FSIZE, 100_000, 100_000);

            return $this->call('setup', exitCode: 1);
        });

        self::assertStringContainsString('no room for an enquiry', $said[0]);
    }

    public function test_work_once_delivers_nothing_without_a_mail_server_and_says_when_it_ran(): void
    {
        $reference = $this->queue->add();
        self::assertSame('', $this->call('work', ['--once' => true]));
        self::assertSame(1, $this->queue->record($reference)->attempts);
        self::assertStringContainsString('"workerSeenSecondsAgo":0', $this->call('status', ['--json' => true]));
        self::assertStringContainsString('Last refused with: The mail server cannot be used', $this->call('status'));
    }

    public function test_what_failed_is_listed_shown_and_retried(): void
    {
        self::assertStringContainsString('Nothing has failed', $this->call('failed'));
        $reference = (string) $this->queue->add();
        $this->queue->outbox()->giveUp($this->queue->outbox()->claim($this->queue->now, 60, 'lease') ?? self::fail(), 'no such host');

        self::assertMatchesRegularExpression("/{$reference} +7 Mar 2026 00:42 SAST +1 +no such host/", $this->call('failed'));
        self::assertStringContainsString('"message": "Good day', $this->call('failed:show', ['reference' => strtolower($reference)]));
        self::assertStringContainsString('no enquiry with this reference', $this->call('failed:show', ['reference' => '00000-00000'], 1));
        self::assertStringContainsString('is not an enquiry reference', $this->call('failed:show', ['reference' => 'x'], 1));
        self::assertStringContainsString('either a reference or --all', $this->call('failed:retry', exitCode: 2));
        self::assertStringContainsString('either a reference or --all', $this->call('failed:retry', ['reference' => $reference, '--all' => true], 2));
        self::assertStringContainsString('No enquiry with this reference', $this->call('failed:retry', ['reference' => '00000-00000'], 1));
        self::assertStringContainsString('Queued again: 1', $this->call('failed:retry', ['reference' => $reference]));
        self::assertSame($this->queue->now, $this->queue->outbox()->nextDueAt());
        self::assertStringContainsString('Nothing has failed', $this->call('failed:retry', ['--all' => true]));
    }

    public function test_a_person_s_enquiries_are_found_exported_and_erased(): void
    {
        $reference = (string) $this->queue->add();
        $this->queue->add(['email' => 'other@example.com']);

        self::assertMatchesRegularExpression("/{$reference} +7 Mar 2026 00:42 SAST +waiting/", $this->call('find', ['email' => 'ZOE@example.co.za']));
        $this->call('find', ['email' => 'nobody@example.com'], 1);
        $exported = json_decode($this->call('export', ['email' => 'zoe@example.co.za']), true);
        self::assertIsArray($exported);
        self::assertSame([$reference], array_column($exported, 'reference'));
        self::assertStringContainsString("Zoë", $this->call('export', ['email' => 'zoe@example.co.za']));

        self::assertStringContainsString('Nothing was deleted', $this->call('erase', ['email' => 'zoe@example.co.za'], 1, ['no']));
        self::assertStringContainsString('Deleted: 1', $this->call('erase', ['email' => 'zoe@example.co.za'], 0, ['yes']));
        self::assertStringContainsString('Nothing is stored', $this->call('erase', ['email' => 'zoe@example.co.za']));
        self::assertStringContainsString('Deleted: 1', $this->call('erase', ['email' => 'other@example.com', '--force' => true]));
    }

    public function test_what_an_enquiry_replaces_is_shown_with_it(): void
    {
        $earlier = [(string) $this->queue->add(key: 'first'), (string) $this->queue->add(key: 'second')];
        $reference = Desk::post($this->environment, ['name' => 'Zo'], ['X-Form-Replaces' => 'first, second'])->headers['enquiry-reference'] ?? '';
        $exported = json_decode($this->call('export', ['email' => 'zoe@example.co.za']), true);
        $shown = json_decode($this->call('failed:show', ['reference' => $reference]), true);

        self::assertMatchesRegularExpression("/{$reference} +7 Mar 2026 00:42 SAST +waiting +– +{$earlier[0]}, {$earlier[1]}/", $this->call('find', ['email' => 'zoe@example.co.za']));
        self::assertIsArray($exported);
        self::assertSame([[], [], $earlier], array_column($exported, 'replaces'));
        self::assertIsArray($shown);
        self::assertSame($earlier, $shown['replaces'] ?? null);
        self::assertSame(['name' => 'Zo'] + Contract::answers()['message'], $shown['fields'] ?? null);
    }

    public function test_what_was_settled_long_ago_is_purged(): void
    {
        $this->queue->add();
        $this->queue->add();
        $this->queue->outbox()->markSent($this->queue->outbox()->claim($this->queue->now, 60, 'lease') ?? self::fail(), $this->queue->now);
        $this->queue->now += 730 * 86_400;
        self::assertStringContainsString('Older than 730 days: 0', $this->call('purge', ['--dry-run' => true]));
        ++$this->queue->now;
        self::assertStringContainsString('Older than 730 days: 1', $this->call('purge', ['--dry-run' => true]));
        self::assertStringContainsString('Deleted: 1', $this->call('purge'));
        self::assertStringContainsString('Deleted: 0', $this->call('purge'));
    }

    public function test_a_clock_that_leaps_by_years_does_not_purge_everything(): void
    {
        $this->queue->add();
        $this->queue->outbox()->markSent($this->queue->outbox()->claim($this->queue->now, 60, 'lease') ?? self::fail(), $this->queue->now);
        self::assertStringContainsString('Deleted: 0', $this->call('purge'));
        $this->queue->now += 3 * 365 * 86_400;
        $this->call('work', ['--once' => true]);
        self::assertStringContainsString('This last ran on 7 Mar 2026 00:42 SAST', $this->call('purge', exitCode: 1));
        self::assertStringContainsString('Older than 730 days: 1', $this->call('purge', ['--dry-run' => true]));
        $this->queue->now -= 3 * 365 * 86_400;
        self::assertStringContainsString('Deleted: 0', $this->call('purge'));

        $this->queue->now += 31 * 86_400;
        self::assertStringContainsString('Deleted: 0', $this->call('purge'));
        $this->queue->now += 3 * 365 * 86_400;
        self::assertStringContainsString('Deleted: 1', $this->call('purge', ['--force' => true]));
        $this->queue->now -= 365 * 86_400;
        $this->call('purge');
        $this->queue->now += 365 * 86_400;
        self::assertStringContainsString('Deleted: 0', $this->call('purge'), 'the latest time counts');
    }

    public function test_what_waits_moves_from_database_to_database_and_is_in_one_place_at_the_end(): void
    {
        $urls = [DatabaseServer::postgresql()->url, DatabaseServer::mariadb()->url, 'sqlite://' . DataFolders::fresh()];
        $references = array_map(fn(int $i): string => (string) $this->queue->add(['subject' => "Number {$i} \u{1F4A9}"]), range(1, 5));
        $this->queue->outbox()->retryLater($this->queue->outbox()->claim($this->queue->now, 60, 'lease') ?? self::fail(), $this->queue->now + 300, 'later');
        $before = $this->everything($this->queue->database);
        foreach ($urls as $url) {
            $database = $this->databaseAt($url);
            $database->write(static fn(Connection $connection): int => $connection->change('DELETE FROM enquiry'));
            self::assertStringContainsString('Moved to ' . $database->name() . ': 5', $this->call('move', ['url' => $url]));
            self::assertSame(0, $this->waitingIn($this->environment));
            $this->environment['DATABASE_URL'] = $url;
            self::assertSame($before, $this->everything($database));
        }
        self::assertSame($references, array_column($before, 'reference'));
        self::assertStringContainsString('the database that they are in', $this->call('move', ['url' => end($urls)], 2));
        self::assertStringContainsString('not the URL of a database', $this->call('move', ['url' => 'nowhere'], 2));
        self::assertStringContainsString('the database that they are in', $this->call('move', exitCode: 2, typed: [end($urls)]));
    }

    public function test_a_move_that_was_interrupted_is_taken_up_again_and_leaves_what_a_worker_has_in_hand(): void
    {
        $url = 'sqlite://' . DataFolders::fresh();
        $target = $this->databaseAt($url);
        [$inHand, $stored, $untouched] = [(string) $this->queue->add(), (string) $this->queue->add(), (string) $this->queue->add()];
        $this->queue->outbox()->claim($this->queue->now, 60, 'a worker');
        // As an earlier run leaves it that was killed between storing there and deleting here.
        $row = $this->queue->database->read(static fn(Connection $connection) => $connection->row('SELECT payload FROM enquiry WHERE id = 2')?->text('payload') ?? '');
        $target->write(static fn(Connection $connection): int => $connection->change(
            "INSERT INTO enquiry (reference, received_at, email, payload, flags, state, attempts, due_at) VALUES (?, 0, '', ?, '[]', 'sent', 1, 0)",
            [$stored, $row],
        ));
        $this->queue->database->write(fn(Connection $connection): int => $connection->change("UPDATE enquiry SET lease = 'moving', due_at = ? WHERE id = 2", [$this->queue->now + 600]));

        self::assertStringContainsString('Left: 1', $this->call('move', ['url' => $url], 1));
        self::assertSame([[$stored, 'sent'], [$untouched, 'waiting']], array_map(
            static fn(array $there): array => [$there['reference'], $there['state']],
            $this->everything($target),
        ));
        self::assertSame([$inHand], array_column($this->everything($this->queue->database), 'reference'));
        $this->queue->now += 60;
        self::assertStringContainsString(': 1', $this->call('move', ['url' => $url]));
    }

    public function test_a_message_that_was_sent_again_to_the_new_database_keeps_both(): void
    {
        $url = 'sqlite://' . DataFolders::fresh();
        $target = $this->databaseAt($url);
        $this->queue->add();
        $this->queue->database->write(static fn(Connection $connection): int => $connection->change("UPDATE enquiry SET idempotency_key = 'key'"));
        $target->write(static fn(Connection $connection): int => $connection->change(
            "INSERT INTO enquiry (reference, idempotency_key, received_at, email, payload, flags, state, attempts, due_at) VALUES ('00000-00000', 'key', 0, '', '{}', '[]', 'waiting', 0, 0)",
        ));
        $this->call('move', ['url' => $url]);

        self::assertCount(2, $this->everything($target));
    }

    public function test_it_runs_as_a_program_and_helps_without_a_configuration(): void
    {
        $console = __DIR__ . '/../../server/console';
        $help = new Process([$console, 'help', 'work'], env: ['MAIL_TO' => 'nobody'] + $this->environment);
        self::assertSame(0, $help->run());
        self::assertStringContainsString('php server/console work --once', $help->getOutput());

        $status = new Process([$console, 'status'], env: ['MAIL_TO' => 'nobody'] + $this->environment);
        self::assertSame(1, $status->run());
        self::assertStringContainsString('MAIL_TO must be', $status->getErrorOutput());
    }

    /**
     * @param array<string, mixed> $arguments
     * @param list<string>         $typed
     */
    private function call(string $command, array $arguments = [], int $exitCode = 0, array $typed = []): string
    {
        $console = Application::console(fn(): Configuration => Configuration::fromArray($this->environment), $this->queue->clock());
        $console->setAutoExit(false);
        $tester = new ApplicationTester($console);
        $tester->setInputs($typed);
        $code = $tester->run(['command' => $command] + $arguments);
        self::assertSame($exitCode, $code, $tester->getDisplay());

        return (string) preg_replace('/ +\n +/', ' ', $tester->getDisplay());
    }

    private function databaseAt(string $url): Database
    {
        return DatabaseUrl::parse($url)?->open() ?? self::fail('The URL was not understood.');
    }

    /** @param array<string, string> $environment */
    private function waitingIn(array $environment): int
    {
        return (new Journal(Configuration::fromArray($environment)->queue->database()))->status($this->queue->now)->waiting;
    }

    /** @return list<array<string, string|null>> */
    private function everything(Database $database): array
    {
        $columns = ['reference', 'idempotency_key', 'received_at', 'email', 'payload', 'flags', 'state', 'attempts', 'due_at', 'last_error'];

        return $database->read(static function (Connection $connection) use ($columns): array {
            $all = [];
            foreach ($connection->rows('SELECT * FROM enquiry ORDER BY id') as $row) {
                $all[] = array_combine($columns, array_map($row->textOrNull(...), $columns));
            }

            return $all;
        });
    }
}
