<?php

declare(strict_types=1);

namespace Enquiry\Tests;

use Enquiry\Tests\Support\Answer;
use Enquiry\Tests\Support\DataFolders;
use Enquiry\Tests\Support\Desk;
use Enquiry\Tests\Support\Environment;
use Enquiry\Tests\Support\FixturePages;
use Enquiry\Tests\Support\Host;
use Enquiry\Tests\Support\MailServer;
use Enquiry\Tests\Support\PrivateFile;
use Enquiry\Tests\Support\Queue;
use Enquiry\Tests\Support\ServerCopy;
use Enquiry\Tests\Support\WebServer;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\TestWith;
use PHPUnit\Framework\TestCase;
use Symfony\Component\Process\Process;

/** Silence means that all is well: each problem reaches somebody in at least two ways. */
final class SilenceTest extends TestCase
{
    private const SERVER = __DIR__ . '/../../server';
    private const DAY = 86_400;

    /** What was told this long ago is told again. */
    private const PAUSE = 21_600;
    private const TOKEN = '0123456789abcdef0123456789abcdef';

    /**
     * The problem, what it is called, the ways in which somebody hears of it, its cause and its settings.
     * monitor: the health page. ping: the exit code of status. cron: the output and the exit code of work.
     * address: the answer to a cron that opens contact_work.php. alert: the mail to ALERT_TO.
     * @return iterable<string, array{string, list<string>, \Closure(Queue): mixed, 3?: array<string, string>}>
     */
    public static function problems(): iterable
    {
        $all = ['cron', 'address', 'alert', 'monitor', 'ping'];
        $withoutMail = ['cron', 'address', 'monitor', 'ping'];
        $nothing = static fn(): null => null;
        $fourNights = static function (Queue $queue, \Closure $damage): void {
            $queue->now -= 4 * self::DAY + self::PAUSE;
            $queue->add();
            $queue->work();
            $damage();
            foreach ([2, 1, 1] as $days) {
                $queue->now += $days * self::DAY;
                $queue->work();
            }
        };

        yield 'the password of the mailbox was changed' => ['The mail server refuses the login', $withoutMail, static function (Queue $queue): void {
            $queue->now -= 31 * 60;
            $queue->add();
        }, ['SMTP_USERNAME' => 'website', 'SMTP_PASSWORD' => 'the old one']];
        yield 'cron died' => ['The worker last ran 2 days ago', ['monitor', 'alert', 'ping'], static function (Queue $queue): void {
            $queue->now -= 2 * self::DAY + 60;
            $queue->work();
            // A visit a quarter of an hour ago, when that was no problem yet.
            $queue->now += 2 * self::DAY + 60 - 900;
            $queue->visit();
        }];
        yield 'the backup fails' => ['The nightly backup fails, and last worked on', $all, static function (Queue $queue) use ($fourNights): void {
            $fourNights($queue, static function () use ($queue): void {
                rename($folder = PrivateFile::in($queue->environment, PrivateFile::BACKUPS), "{$folder}-moved");
                touch($folder);
            });
        }];
        yield 'the purge fails' => ['The daily purge fails', $all, static function (Queue $queue) use ($fourNights): void {
            $fourNights($queue, static fn() => $queue->tables->refuse('no', 'DELETE'));
        }, ['TEST_PAGES_DIR' => FixturePages::promising(enquiries: 1, backups: 4)]];
        yield 'the database is deleted' => [PrivateFile::DATABASE . ' is missing or empty', $all, static function (Queue $queue): void {
            array_map(static fn() => $queue->add(), range(1, 5));
            unlink(PrivateFile::in($queue->environment, PrivateFile::DATABASE));
        }];
        yield 'the data folder is gone' => ['cannot be created or written', $all, static function (Queue $queue): void {
            rename($queue->environment['DATA_DIR'], "{$queue->environment['DATA_DIR']}-moved");
            touch($queue->environment['DATA_DIR']);
        }];
        yield 'the database can be read only' => ['No enquiry can be accepted or delivered', ['cron', 'address', 'alert'], static function (Queue $queue): void {
            $queue->tables->refuse('database or disk is full', 'INSERT', 'UPDATE', 'DELETE');
        }];
        yield 'an enquiry has failed' => ['One enquiry has failed', $all, static function (Queue $queue): void {
            $queue->add();
            $queue->fail();
        }];
        yield 'an enquiry was refused a moment ago' => ['An enquiry was refused', $all, static function (Queue $queue): void {
            $queue->now -= 60;
            $queue->refuse();
        }];
        yield 'a form is broken' => ['The form quote cannot be used', $all, static fn(Queue $queue): string => $queue->add(), ['IDENTITY' => self::firmWithBrokenForm()]];
        yield 'the webhook has no key' => ['WEBHOOK_SECRET must be', $all, $nothing, ['WEBHOOK_URL' => 'https://crm.example/']];
        yield 'the privacy notice names no receiver' => ['others in privacy.ts', $all, $nothing, [
            'WEBHOOK_URL' => 'https://crm.example/',
            'WEBHOOK_SECRET' => 'whsec_' . base64_encode(str_repeat('k', 24)),
            'TEST_PAGES_DIR' => self::firmThatNamesNobody(),
        ]];
        yield 'a setting is invalid that the mail does not need' => ['RATE_LIMIT must be', $all, $nothing, ['RATE_LIMIT' => 'twenty']];
        yield 'the program failed a moment ago' => ['a clock that is broken', $all, static fn(Queue $queue): Answer => Desk::post($queue->environment, time: 'a clock that is broken')];
        yield 'the mail settings are invalid' => ['SMTP_ENCRYPTION must be', $withoutMail, $nothing, ['SMTP_ENCRYPTION' => 'nonee']];
    }

    /**
     * @param list<string>           $ways
     * @param \Closure(Queue): mixed $cause
     * @param array<string, string>  $settings
     */
    #[DataProvider('problems')]
    public function test_a_problem_reaches_somebody_in_several_ways(string $what, array $ways, \Closure $cause, array $settings = []): void
    {
        self::assertGreaterThan(1, \count($ways));
        $mail = MailServer::start(isset($settings['SMTP_USERNAME']) ? ['auth' => ['user' => 'website', 'pass' => 'the new one']] : []);
        $environment = $settings + Environment::for($mail->port, ['ALERT_TO' => 'operator@kokerboom.example']);
        $queue = new Queue(['SMTP_ENCRYPTION' => 'none'] + $environment, 'now');
        $queue->call('setup');
        $now = $queue->now;
        $cause($queue);
        $queue->now = $now;
        $host = Host::make();
        $host->configure($environment);
        foreach ($ways as $way) {
            match ($way) {
                'cron' => self::assertCronSays($what, static fn(): array => $host->console('work', $queue->clock())),
                'address' => self::assertAddressSays($what, static fn(): Answer => $host->work($queue->clock())),
                'alert' => self::assertStringContainsString($what, $mail->nextAlert()['text']),
                'monitor' => self::assertFails($host->health($queue->clock())),
                'ping' => self::assertSame(1, $host->console('status', $queue->clock())[0]),
                default => self::fail($way),
            };
        }
    }

    /**
     * Without a valid configuration, what was told is noted in the folder of the program.
     * @param array<string, string> $settings
     */
    #[TestWith(['DATABASE_URL must', ['DATABASE_URL' => 'somewhere']])]
    #[TestWith(['RATE_LIMIT must be', ['RATE_LIMIT' => 'twenty']])]
    public function test_the_programs_of_the_host_tell_it_too(string $what, array $settings): void
    {
        $environment = $settings + Environment::for(Environment::deadPort(), ['HEALTH_TOKEN' => self::TOKEN]);
        $server = ServerCopy::make()->server;
        self::assertCronSays($what, static function () use ($environment, $server): array {
            $work = self::console($environment, 'work', $server);

            return [$work->getExitCode(), $work->getOutput(), $work->getErrorOutput()];
        });
        $site = WebServer::start($environment, [], $server);
        self::assertAddressSays($what, static fn(): Answer => $site->request('GET', ['Authorization' => 'Bearer ' . self::TOKEN], '', '/contact_work.php'));
        self::assertFails($site->request('GET', [], '', '/contact_health.php'));
        self::assertSame(1, self::console($environment, 'status', $server)->getExitCode());
    }

    /** Others than the operator read the page, so it does not say why. */
    private static function assertFails(Answer $health): void
    {
        self::assertGreaterThanOrEqual(500, $health->status);
        self::assertSame('{"status":"failing"}', $health->body);
    }

    /** @param \Closure(): array{?int, string, string} $work */
    private static function assertCronSays(string $what, \Closure $work): void
    {
        [$code, $out, $error] = $work();
        self::assertSame([1, ''], [$code, $out]);
        self::assertStringContainsString($what, $error);
        self::assertSame([1, '', ''], $work());
    }

    /** @param \Closure(): Answer $open */
    private static function assertAddressSays(string $what, \Closure $open): void
    {
        foreach ([503, 200] as $status) {
            $answer = $open();
            self::assertSame([$status, 'failing'], [$answer->status, $answer->json()['status'] ?? null]);
            self::assertStringContainsString($what, str_replace('\/', '/', $answer->body));
        }
    }

    /** @param array<string, string> $environment */
    private static function console(array $environment, string $command, string $server = self::SERVER): Process
    {
        $console = new Process([\PHP_BINARY, "{$server}/console", $command], env: $environment, timeout: 300);
        $console->run();

        return $console;
    }

    private static function firmThatNamesNobody(): string
    {
        file_put_contents(($folder = DataFolders::made()) . '/firm.json', '{"namesOthers": false}');

        return $folder;
    }

    private static function firmWithBrokenForm(): string
    {
        $folder = DataFolders::made();
        mkdir("{$folder}/forms/quote", recursive: true);
        file_put_contents("{$folder}/forms/quote/form.json", '{');

        return str_repeat('../', 20) . $folder;
    }

    public function test_cron_says_once_that_an_extension_is_missing(): void
    {
        [$server, $said] = [ServerCopy::make()->server, []];
        for ($run = 0; $run < 2; ++$run) {
            $console = new Process([\PHP_BINARY, '-n', "{$server}/console", 'work'], env: [], timeout: 300);
            if ($console->run() !== 1) {
                self::markTestSkipped('This PHP has every extension built in.');
            }
            $said[] = $console->getOutput() . $console->getErrorOutput();
        }
        self::assertMatchesRegularExpression("/^The website needs your attention:\n- The PHP of the command line lacks these extensions: [^\n]*\nWhile this lasts, each run exits with 1, and one in six hours prints this\.\n$/D", $said[0]);
        self::assertSame('', $said[1]);
    }

    /** Whoever guesses the name of the note in the temporary folder neither silences cron nor has it write elsewhere. */
    public function test_a_note_in_the_temporary_folder_is_nobody_else_s(): void
    {
        $environment = Environment::for(Environment::deadPort(), ['DATA_DIR' => '/dev/null/data', 'TMPDIR' => DataFolders::made()]);
        $said = self::console($environment, 'work')->getErrorOutput();
        self::assertStringContainsString('cannot be created', $said);
        self::assertStringNotContainsString('"event"', $said, 'cron would mail each line of the log');
        $other = DataFolders::file('as it was');
        $notes = array_filter((array) glob("{$environment['TMPDIR']}/*"), \is_string(...));
        foreach ($notes as $note) {
            self::assertSame(0o600, fileperms($note) & 0o777);
        }
        foreach ([symlink(...), link(...)] as $replace) {
            foreach ($notes as $note) {
                unlink($note);
                $replace($other, $note);
            }
            self::console($environment, 'work');
            self::assertSame('as it was', file_get_contents($other));
        }
    }

    public function test_the_first_request_after_the_database_was_deleted_is_refused_and_mails_the_alert(): void
    {
        $mail = MailServer::start();
        $environment = Environment::for($mail->port);
        $queue = new Queue($environment, 'now');
        array_map(static fn() => $queue->add(), range(1, 5));
        unlink(PrivateFile::in($environment, PrivateFile::DATABASE));

        self::assertSame(503, Desk::post($environment)->status);
        self::assertStringContainsString(PrivateFile::DATABASE . ' is missing or empty', $mail->nextAlert()['text']);
        self::assertStringContainsString(PrivateFile::DATABASE . ' is missing or empty', str_replace('\/', '/', Environment::log($environment)));
        self::assertFileDoesNotExist(PrivateFile::in($environment, PrivateFile::DATABASE));
    }
}
