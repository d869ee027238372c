<?php

declare(strict_types=1);

namespace Enquiry\Tests;

use Enquiry\Tests\Support\Contract;
use Enquiry\Tests\Support\DatabaseServer;
use Enquiry\Tests\Support\DataFolders;
use Enquiry\Tests\Support\Desk;
use Enquiry\Tests\Support\Environment;
use Enquiry\Tests\Support\FixturePages;
use Enquiry\Tests\Support\Host;
use Enquiry\Tests\Support\MailServer;
use Enquiry\Tests\Support\Operator;
use Enquiry\Tests\Support\PrivateFile;
use Enquiry\Tests\Support\Queue;
use PHPUnit\Framework\Attributes\TestWith;
use PHPUnit\Framework\TestCase;
use Symfony\Component\Filesystem\Filesystem;
use Symfony\Component\Process\Process;

/** @phpstan-import-type Exported from Operator */
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

    public function test_setup_creates_missing_files_and_can_run_again(): void
    {
        $said = $this->call('setup');
        self::assertStringContainsString('are ready', $said);
        self::assertMatchesRegularExpression('/Add this line to \.env.* DATA_ID=[0-9a-f]{16}\s/s', $said, 'it cannot be added');
        self::assertFileExists(PrivateFile::in($this->environment, PrivateFile::DATABASE));
        self::assertStringContainsString('are ready', $this->call('setup'));
        $this->queue->tables->refuse('database or disk is full', 'INSERT');
        self::assertStringContainsString('disk is full', $this->call('setup', exitCode: 1), 'it can still be read');
    }

    public function test_a_data_folder_whose_disk_is_not_mounted_is_refused_and_no_new_queue(): void
    {
        $root = DataFolders::made();
        file_put_contents("{$root}/.env", 'DATA_ID=');
        $this->call('setup', root: $root);
        self::assertMatchesRegularExpression('/^DATA_ID=\nDATA_ID=[0-9a-f]{16}\n$/D', $lines = (string) file_get_contents("{$root}/.env"));
        self::assertSame(200, Desk::post($this->environment)->status);

        $this->environment['DATA_ID'] = trim((string) strrchr($lines, '='), "=\n");
        $said = $this->call('setup', root: $root);
        self::assertStringContainsString('are ready', $said);
        self::assertSame(posix_geteuid() === 0, str_contains((string) preg_replace('/[\s!]+/', '', $said), "chown-Rwww-data{$this->environment['DATA_DIR']}{$root}/.env"), 'however its lines are wrapped');
        self::assertStringEqualsFile("{$root}/.env", $lines);
        self::assertSame(200, Desk::post($this->environment)->status);

        $mounted = $this->environment['DATA_DIR'];
        rename($mounted, "{$mounted}-elsewhere");
        foreach ([false, true] as $isThere) {
            $isThere && mkdir($mounted, 0o700);
            self::assertSame(503, Desk::post($this->environment)->status);
            foreach (['setup' => [], 'work' => ['--now' => true], 'list' => [], 'status' => [], 'backup' => []] as $command => $arguments) {
                self::assertStringContainsString('mount it', $this->call($command, $arguments, 1, root: $root), $command);
            }
            self::assertFileDoesNotExist(PrivateFile::in($this->environment, PrivateFile::DATABASE));
            (new Filesystem())->remove($mounted);
        }

        // Another folder, on purpose.
        $this->environment['DATA_ID'] = '';
        putenv("DATA_DIR={$mounted}");
        $said = $this->call('setup', root: $root);
        putenv('DATA_DIR');
        self::assertStringContainsString('Add this line to .env', $said, 'the web server may use another one');
        self::assertStringContainsString('are ready', $this->call('setup', root: $root));
        self::assertSame(3, substr_count((string) file_get_contents("{$root}/.env"), 'DATA_ID='));
    }

    #[TestWith(['SQLite'])]
    #[TestWith(['MariaDB'])]
    public function test_status_prints_the_queue_for_programs(string $kind): void
    {
        $this->useDatabase($kind, Environment::deadPort());
        $this->queue->work();
        $this->queue->add();
        $this->queue->now += 30 * 60;
        $status = json_decode($this->call('status', ['--json' => true]), true);
        self::assertIsArray($status);
        self::assertSame(['waiting' => 1, 'oldestSeconds' => 1800, 'failed' => 0, 'workerSeenSecondsAgo' => 1800, 'problems' => []], array_diff_key($status, ['warnings' => 0]));
        self::assertStringContainsString('The worker last ran 30 minutes ago.', (string) json_encode($status['warnings'] ?? null));
    }

    public function test_status_says_that_the_store_cannot_be_read(): void
    {
        $this->environment['DATABASE_URL'] = 'mysql://website:x@127.0.0.1:' . Environment::deadPort() . '/enquiries';
        self::assertStringContainsString('[ERROR] No enquiry can be accepted or delivered: The database failed', $this->call('status', exitCode: 1));
        self::assertMatchesRegularExpression('/^{\s+"problems": \[\s.*The database failed/s', $this->call('status', ['--json' => true], 1));
        $said = $this->call('list', exitCode: 1);
        self::assertStringContainsString('The database failed', $said);
        self::assertStringContainsString('Check DATABASE_URL, and that the database server runs.', $said);
        self::assertStringNotContainsString('.php', $said);
    }

    /** @param string $with how the file is lost */
    #[TestWith(['rm'])]
    #[TestWith(['truncate --size=0'])]
    public function test_a_lost_database_is_replaced_by_no_empty_one_until_an_operator_decides(string $with): void
    {
        $reference = $this->queue->add();
        $file = PrivateFile::in($this->environment, PrivateFile::DATABASE);
        $this->call('backup', ['file' => $backup = DataFolders::fresh()]);
        copy($file, $kept = DataFolders::fresh());
        $lose = static fn(): Process => Process::fromShellCommandline("{$with} {$file}")->mustRun();

        $lose();
        self::assertSame(503, Desk::post($this->environment)->status);
        foreach (['setup' => [], 'work' => [], 'list' => [], 'status' => [], 'backup' => ['file' => DataFolders::fresh()]] as $command => $arguments) {
            // status wraps its lines, depending on the length of the folder's path.
            self::assertMatchesRegularExpression('/is\s+missing\s+or\s+empty,\s+although\s+it\s+was\s+made\s+before/', $this->call($command, $arguments, 1), $command);
        }
        clearstatcache();
        self::assertSame(0, (int) @filesize($file));
        copy($kept, $file);
        self::assertSame(200, Desk::post($this->environment)->status);

        $lose();
        self::assertStringContainsString('Restored 1 of 1 enquiry to ', $this->call('restore', ['file' => $backup]));
        self::assertStringContainsString($reference, $this->call('list'));
        $lose();
        $this->call('setup', ['--new' => true]);
        self::assertSame(200, Desk::post($this->environment)->status);
        self::assertStringNotContainsString($reference, $this->call('list'));
        self::assertStringContainsString('Restored 1 of 1 enquiry to ', $this->call('restore', ['file' => $backup]));
    }

    public function test_failed_enquiries_are_listed_shown_and_retried(): void
    {
        self::assertStringContainsString('No enquiry was found', $this->call('list', ['state' => 'failed'], 1));
        $reference = $this->queue->add();
        self::assertStringContainsString('work --now', $this->call('retry', ['reference' => $reference], 1));
        $this->queue->fail(str_repeat('no such host ', 9));

        $listed = $this->call('list', ['state' => 'failed']);
        self::assertMatchesRegularExpression("/^{$reference}  failed     7 Mar 2026 00:42    Zoë O'Brien: A quote for a mobile a…\n    sales@kokerboom\.example lacks it\. no such host/", $listed);
        self::assertStringNotContainsString('No problems found', $this->call('status', exitCode: 1));
        self::assertStringContainsString('One enquiry has failed for sales@kokerboom.example: no such host', $this->call('status', exitCode: 1));
        self::assertStringContainsString('sales@kokerboom.example: failed; last error: no', $this->call('show', ['reference' => strtolower($reference)]));
        self::assertStringContainsString('no enquiry with this reference', $this->call('show', ['reference' => '00000-00000', '--quiet' => true], 1));
        self::assertStringContainsString('is not an enquiry reference', $this->call('show', ['reference' => 'x'], 2));
        self::assertStringContainsString('either a reference', $this->call('retry', exitCode: 2));
        self::assertStringContainsString('or --all', $this->call('retry', ['reference' => $reference, '--all' => true], 2));
        self::assertStringContainsString('no enquiry with this reference', $this->call('retry', ['reference' => '00000-00000'], 1));
        self::assertStringContainsString('Queued 1 enquiry again.', $this->call('retry', ['reference' => $reference, '--force' => true]));
        self::assertSame([$reference], Operator::list($this->environment, $this->queue->clock(), ['state' => 'waiting']));
        self::assertStringContainsString('No enquiry has failed.', $this->call('retry', ['--all' => true]));
    }

    public function test_a_spreadsheet_gets_a_month_of_enquiries_and_runs_none_of_them(): void
    {
        $old = $this->queue->add(['subject' => '0031201234567']);
        $this->queue->now += 86_400;
        $fields = ['subject' => '=HYPERLINK("https://evil.example")', 'message' => "One \"quoted\"\n  +1"];
        $reference = $this->queue->add($fields, flags: ['odd', 'late']);
        $this->queue->now += 86_400;
        $options = ['--csv' => true, '--since' => '2026-03-08', '--until' => '2026-03-08'];
        $csv = "\u{FEFF}\"Reference\";\"Received\";\"Form\";\"State\";\"May be spam\";\"Name\";\"Email\";\"Number\";\"Subject\";\"Message\";\"Other fields\"\r\n"
            . "\"{$reference}\";\"2026-03-08 00:42\";\"contact\";\"waiting\";\"odd; late\";"
            . "\"Zoë O'Brien\";\"zoe@example.co.za\";\"082 123 4567\";"
            . "\"'=HYPERLINK(\"\"https://evil.example\"\")\";\"One \"\"quoted\"\"\n'  +1\";\"\"\r\n";

        self::assertSame($csv, $this->call('export', $options));
        self::assertMatchesRegularExpression("/{$old}.*,\"'0031201234567\",/", $this->call('export', ['--csv' => true, '--separator' => ',']), 'with its zeros');
    }

    /** @param string $message as Excel splits it where the list separator is not the file's */
    #[TestWith(["hello;=cmd|'/C calc'!A0", "hello;'=cmd|'/C calc'!A0"])]
    #[TestWith(['hello, @SUM(1)', "hello,' @SUM(1)"])]
    #[TestWith(["hello\t-1+1", "hello\t'-1+1"])]
    #[TestWith(["hello\n=1+1", "hello\n'=1+1"])]
    #[TestWith(['hello;"=1+1"', "hello;'\"\"=1+1\"\""])]
    #[TestWith(['=1;+1,-1', "'=1;'+1,'-1"])]
    #[TestWith(['＝1;＋1,－1,＠a', "'＝1;'＋1,'－1,'＠a"])]
    #[TestWith(['1-1; a=b, x@b.co', '1-1; a=b, x@b.co'])]
    public function test_no_value_is_a_formula_behind_any_separator(string $message, string $cell): void
    {
        $this->queue->add(['message' => $message]);
        foreach ([';', ','] as $separator) {
            self::assertStringContainsString("{$separator}\"{$cell}\"{$separator}", $this->call('export', ['--csv' => true, '--separator' => $separator]));
        }
        self::assertStringContainsString('must be ";" or ","', $this->call('export', ['--csv' => true, '--separator' => '|'], 2));
    }

    public function test_a_failed_enquiry_can_be_dismissed_and_is_kept(): void
    {
        $reference = $this->queue->add();
        $this->queue->add();
        $this->queue->fail();

        self::assertStringContainsString('no enquiry with this reference', $this->call('dismiss', ['reference' => '00000-00000'], 1));
        $said = $this->call('dismiss', ['reference' => strtolower($reference)], typed: ['yes']);
        self::assertMatchesRegularExpression("/^{$reference}  failed .*Dismissed 1 enquiry\./s", $said);
        self::assertStringContainsString("\nNo problems found.\n", $this->call('status'));
        self::assertStringContainsString('No enquiry has failed.', $this->call('retry', ['--all' => true]));
        self::assertStringContainsString("{$reference}  dismissed ", $this->call('list', ['state' => 'dismissed']));
        self::assertStringContainsString('sales@kokerboom.example: dismissed; last error: no', $this->call('show', ['reference' => $reference]));
        self::assertStringContainsString('Queued 1 enquiry again.', $this->call('retry', ['reference' => $reference, '--force' => true]));
        self::assertStringContainsString("{$reference}  waiting", $this->call('list'));
        $this->queue->deliver();
        $this->queue->deliver();
        self::assertStringContainsString('No enquiry that waits or has failed matches.', $this->call('dismiss', ['reference' => $reference, '--force' => true], 1));
    }

    public function test_everything_that_waits_can_be_mailed_at_once(): void
    {
        $server = MailServer::start();
        $this->environment = Environment::for($server->port);
        $this->queue = new Queue($this->environment);
        $this->queue->add();
        $this->queue->postpone('Try later', 3_600);
        self::assertSame('', $this->call('work'));
        self::assertStringContainsString('Mailed: 1', $this->call('work', ['--now' => true]));

        $server->stop();
        $this->queue->add();
        $said = $this->call('work', ['--now' => true]);
        self::assertMatchesRegularExpression('/Mailed: 0.*Waiting +1 .*Connection\s+refused/s', $said);
    }

    public function test_a_mistake_in_a_command_is_explained(): void
    {
        foreach (['nonsense' => [], 'show' => [], 'list' => ['--sinse' => '2026-10-05'], 'export' => [], 'retry' => []] as $command => $arguments) {
            self::assertDoesNotMatchRegularExpression('/Exception|\.php/', $this->call($command, $arguments, 2));
        }
    }

    public function test_the_newest_enquiries_are_listed_within_80_columns(): void
    {
        self::assertStringContainsString('No enquiry was found', $this->call('list', exitCode: 1));
        $sent = $this->queue->add(['name' => 'Nomathemba', 'surname' => 'van der Westhuizen', 'subject' => str_repeat('💩 <info>', 20)]);
        $this->queue->deliver();
        for ($i = 1; $i <= 20; ++$i) {
            $this->queue->add(['subject' => "Number {$i}"]);
        }
        $first = $this->call('list');
        $second = $this->call('list', ['--all' => true]);

        self::assertMatchesRegularExpression('/^\S{11}  waiting    7 Mar 2026 00:42    Zoë O.Brien: Number 20\n/', $first);
        self::assertStringContainsString('For all enquiries use --all', $first);
        self::assertSame(21, substr_count($first, "\n"));
        self::assertMatchesRegularExpression("/^{$sent}  sent       7 Mar 2026 00:42    Nomathemba van de…: 💩 <info>.*…\n$/um", $second);
        self::assertSame(21, substr_count($second, "\n"));
        self::assertLessThanOrEqual(80, max(array_map(static fn(string $line): int => mb_strwidth($line, 'UTF-8'), explode("\n", $second))));
        self::assertTrue(str_ends_with($second, $this->call('list', ['state' => 'sent'])));
    }

    public function test_show_has_the_enquiry_as_the_mail_and_who_has_it(): void
    {
        $this->environment = ['MAIL_TO' => 'sales@kokerboom.example,owner@kokerboom.example,late@kokerboom.example'] + $this->environment;
        $this->queue = new Queue($this->environment);
        $fields = ['subject' => '<info>An app</info>', 'message' => "Good day\n\n- one"];
        $reference = $this->queue->add($fields, flags: ['odd'], promisedBy: $this->queue->now + 3_600);
        self::assertStringContainsString('Nobody has it.', $this->call('show', ['reference' => $reference]));
        $this->queue->deliver();
        $this->queue->fail('no such mailbox.');
        $this->queue->postpone('Try later', 3_600);

        self::assertSame(<<<TEXT
            This may be spam (odd). It may also be a real enquiry.

            Promised by Saturday 01:42

            Name:      Zoë O'Brien
            Email:     zoe@example.co.za
            Number:    082 123 4567
            Received:  Saturday 7 March 2026 at 00:42 SAST
            Form:      Contact form
            Reference: {$reference}
            Subject:   <info>An app</info>

            Message:
            Good day

            - one

            Delivery:
            sales@kokerboom.example: sent; accepted on 7 Mar 2026 00:42
            owner@kokerboom.example: failed; last error: no such mailbox
            late@kokerboom.example: waiting; next attempt after 7 Mar 2026 01:42; refused attempts: 1; last error: Try later

            TEXT, $this->call('show', ['reference' => $reference]));
    }

    public function test_what_was_typed_into_a_form_of_another_release_can_be_read(): void
    {
        $answer = Desk::send(['IDENTITY' => 'tests/identity'] + $this->environment, Contract::json(['name' => 'Zoë', 'contactNumber' => '0821234567', 'time' => 'Morning', 'note' => 'Hello', 'consent' => 'yes']), [], form: 'callback');
        $reference = $answer->headers['enquiry-reference'] ?? '';
        self::assertStringContainsString('"note": "Hello"', $this->call('show', ['reference' => $reference]));
        self::assertStringContainsString(' callback', $this->call('list'));
        self::assertMatchesRegularExpression('/^Hello$/m', $this->call('export', ['--csv' => true]));
        $this->queue->tables->replaceFields($reference, 'damaged');
        self::assertStringContainsString('damaged', $this->call('show', ['reference' => $reference]));
    }

    public function test_retry_mails_a_sent_enquiry_to_all_recipients_and_the_mail_says_so(): void
    {
        $server = MailServer::start();
        $this->environment = Environment::for($server->port, ['MAIL_TO' => 'sales@kokerboom.example,owner@kokerboom.example']);
        $this->queue = new Queue($this->environment);
        $reference = $this->queue->add();
        self::assertStringContainsString('This enquiry waits already. work --now', $this->call('retry', ['reference' => $reference], 1));
        self::assertSame(2, $this->queue->work());
        $first = [$server->next(), $server->next()][0];

        $this->queue->now += 86_400;
        self::assertStringContainsString('Nothing was changed', $this->call('retry', ['reference' => $reference], 1, ['no']));
        self::assertSame(0, $this->queue->work());
        self::assertMatchesRegularExpression('/^sales@kokerboom\.example: 1 again \(accepted on 7 Mar 2026 00:42\)\nowner@kokerboom\.example: 1 again \(/', $this->call('retry', ['reference' => $reference], 0, ['yes']));
        $this->call('status');
        self::assertSame(2, $this->queue->work());
        $second = [$server->next(), $server->next()][0];

        self::assertSame($first['subject'], $second['subject']);
        foreach ([$second['text'], $second['html']] as $text) {
            self::assertStringContainsString('Sent again on Sunday 8 March 2026 at 00:42 SAST, because someone asked for it.', $text);
        }
        $delivered = ['state' => 'sent', 'refusals' => 0, 'unanswered' => 0, 'deliveredAt' => '2026-03-07T22:42:07+00:00', 'resentAt' => '2026-03-07T22:42:07+00:00', 'error' => null];
        self::assertSame([[
            'reference' => $reference,
            'form' => 'contact',
            'receivedAt' => '2026-03-06T22:42:07+00:00',
            'promisedBy' => null,
            'email' => 'zoe@example.co.za',
            'fields' => Contract::accepted()->values,
            'flags' => [],
            'state' => 'sent',
            'deliveries' => [['target' => 'sales@kokerboom.example'] + $delivered, ['target' => 'owner@kokerboom.example'] + $delivered],
        ]], json_decode($this->call('export', ['who' => $reference]), true));
        $messageIds = array_map(static fn(array $mail): string => array_column($mail['headers'], 'line', 'key')['message-id'] ?? '', [$first, $second]);
        self::assertCount(2, array_unique($messageIds), 'else mail programs drop the second');
    }

    public function test_erased_data_is_in_no_file_and_erase_reports_a_blocking_reader(): void
    {
        $this->queue->add(['message' => 'erase this' . str_repeat(' at length', 900)]);
        $this->queue->add(['email' => 'other@example.com', 'message' => 'keep this']);
        $file = PrivateFile::in($this->environment, PrivateFile::DATABASE);
        $files = static fn(): string => (string) file_get_contents($file) . (string) file_get_contents("{$file}-journal");
        $other = new \PDO("sqlite:{$file}");
        $other->exec('BEGIN; SELECT COUNT(*) FROM sqlite_master');

        $said = $this->call('erase', ['who' => 'zoe@example.co.za', '--force' => true], 1);
        self::assertStringContainsString('Another program locks the database: end it', $said);
        self::assertStringContainsString('erase this', $files());
        $other->exec('COMMIT');
        $said = $this->call('erase', ['who' => 'zoe@example.co.za', '--force' => true]);
        self::assertStringEndsWith("\nDeleted 1 enquiry.\n", $said, 'there is no copy');
        self::assertStringNotContainsString('erase this', $files());
        self::assertStringContainsString('keep this', $files());
    }

    #[TestWith(['67794-9846A'])]
    #[TestWith(['0020J-51B58'])]
    public function test_a_reference_that_looks_like_a_phone_number_is_a_reference(string $reference): void
    {
        $this->queue->add();
        $this->queue->add(reference: $reference);
        self::assertSame($reference, $this->queue->exported($reference)['reference']);
        $said = $this->call('erase', ['who' => $reference, '--force' => true]);
        self::assertStringContainsString('Deleted 1 enquiry.', $said);
        self::assertCount(1, $this->exported());
    }

    public function test_erase_names_the_copies_that_remain(): void
    {
        $this->environment = ['MAIL_TO' => 'sales@kokerboom.example,owner@kokerboom.example'] + $this->environment;
        $this->queue = new Queue($this->environment);
        $reference = $this->queue->add();
        $this->queue->deliver();
        $this->queue->fail();
        $this->call('retry', ['reference' => $reference, '--to' => 'sales@kokerboom.example', '--force' => true]);
        $this->queue->add();
        $this->call('backup');
        file_put_contents(PrivateFile::in($this->environment, PrivateFile::SUSPECTS), 'zoe@example.co.za');
        $said = $this->call('erase', ['who' => 'zoe@example.co.za'], typed: ['yes']);

        self::assertStringContainsString('Delete 2 enquiries permanently?', $said);
        self::assertStringEndsWith(<<<'TEXT'
            Deleted 2 enquiries.
            Backups have them until they are deleted, after 7 days. After a restore, erase again.
            suspects.txt in DATA_DIR may name the person: edit it.
            Also delete the copies that were sent to: sales@kokerboom.example

            TEXT, $said);
    }

    public function test_an_export_that_does_not_fit_on_the_disk_fails(): void
    {
        $this->queue->add(['message' => str_repeat('at length ', 99)]);
        // A part of it fits.
        $full = "trap '' XFSZ; ulimit -f 1; exec " . \PHP_BINARY;
        foreach (['zoe@example.co.za', '--csv'] as $argument) {
            $command = "{$full} server/console export {$argument} > " . DataFolders::fresh();
            $export = Process::fromShellCommandline($command, \dirname(__DIR__, 2), $this->environment);
            self::assertSame(1, $export->run());
            self::assertStringContainsString('could not be written', $export->getErrorOutput());
        }
    }

    public function test_no_enquiry_controls_the_terminal(): void
    {
        $text = "\x1B[31m \x7F \u{9B}31m \u{202E}turned 👩‍👩‍👧";
        $reference = $this->queue->add(['subject' => $text, 'message' => $text]);
        $exported = $this->call('export', ['who' => $reference]);
        $page = $this->call('show', ['reference' => $reference]);

        foreach ([$exported, $page, $this->call('list')] as $printed) {
            self::assertDoesNotMatchRegularExpression('/[\x00-\x09\x0B-\x1F\x7F-\x{9F}\x{202E}]/u', $printed);
        }
        self::assertSame([Contract::accepted(['subject' => $text, 'message' => $text])->values], array_column((array) json_decode($exported, true), 'fields'));
        self::assertStringContainsString('👩‍👩‍👧', $exported);
        self::assertStringContainsString('👩‍👩‍👧', $page);
    }

    public function test_backups_are_private_and_replace_nothing(): void
    {
        $this->queue->add();
        $folder = PrivateFile::in($this->environment, PrivateFile::BACKUPS);
        self::assertStringContainsString("Backed up 1 enquiry to {$folder}/enquiries-20260306T224207Z.sqlite.", $this->call('backup'));
        self::assertSame([0o700, 0o600], [fileperms($folder) & 0o777, fileperms("{$folder}/enquiries-20260306T224207Z.sqlite") & 0o777]);
        self::assertStringContainsString('already exists', $this->call('backup', exitCode: 1));

        $file = DataFolders::fresh();
        // Of a backup that was cut off.
        copy("{$folder}/enquiries-20260306T224207Z.sqlite", "{$file}.part");
        self::assertStringContainsString("Backed up 1 enquiry to {$file}.", $this->call('backup', ['file' => $file]));
        self::assertStringContainsString('already exists', $this->call('backup', ['file' => $file], 1));
        self::assertMatchesRegularExpression('/cannot be made\. Its folder .* Choose another file/', $this->call('backup', ['file' => '/dev/null/backup'], 1));
    }

    #[TestWith(['SQLite', 'MariaDB'])]
    #[TestWith(['MariaDB', 'SQLite'])]
    public function test_a_backup_moves_all_enquiries_to_another_host_and_the_waiting_ones_are_mailed_once(string $from, string $to): void
    {
        $server = MailServer::start();
        $old = $this->useDatabase($from, $server->port);
        // Those after the first fifteen are marked, and dismissed.
        $references = array_map(static fn(int $i): string => $old->add(['subject' => "Number {$i} \u{1F4A9}"], "key {$i}", $i > 15 ? ['💩'] : []), range(1, 105));
        self::assertSame(20, preg_match_all('/^\S{11}  waiting /m', $this->call('dismiss', ['--flagged' => true, '--force' => true])), 'not all 90');
        $old->deliver();
        $old->fail();
        $old->postpone('later');
        $old->outbox()->claim();
        $this->call('backup', ['file' => $file = DataFolders::fresh()]);
        $before = $this->exported();

        $new = $this->useDatabase($to, $server->port);
        $new->now = $old->now + 1;
        $again = $new->add(key: 'key 105');
        self::assertMatchesRegularExpression('~^Restored 105 of 105 enquiries to [^ ]+\.$~m', $this->call('restore', ['file' => $file]));
        self::assertStringContainsString('Restored 0 of 105 enquiries to ', $this->call('restore', ['file' => $file]));
        self::assertSame($before, array_diff_key($this->exported(), [$again => true]));
        self::assertMatchesRegularExpression("/^{$again} /", $this->call('list'), 'the newest one, although the others were added later');
        self::assertSame([...$references, $again], array_column(Operator::export($this->environment, $new->clock(), '082 123 4567'), 'reference'));
        self::assertSame([$references[103], $again], [$new->add(['subject' => "Number 104 \u{1F4A9}"], 'key 104'), $new->add(key: 'key 105')], 'the same key');

        $new->now += 59;
        $new->work();
        $mailed = [];
        for ($i = 0; $i < 14; ++$i) {
            preg_match('/[0-9A-Z]{5}-[0-9A-Z]{5}/', $server->next()['subject'], $found);
            $mailed[] = $found[0] ?? '';
        }
        self::assertSame(0, $new->work());
        $waiting = \array_slice($references, 2, 13);
        self::assertEqualsCanonicalizing([...$waiting, $again], $mailed);
        self::assertSame([0], array_values(array_unique(array_map(static fn(string $reference): int => $new->delivery($reference)['unanswered'], $waiting))), 'no lease came along');
    }

    public function test_restore_rejects_an_incomplete_backup_and_changes_nothing(): void
    {
        for ($i = 0; $i < 50; ++$i) {
            $this->queue->add(['message' => str_repeat('x', 3000)]);
        }
        $this->call('backup', ['file' => $file = DataFolders::fresh()]);
        $bytes = (string) file_get_contents($file);
        $this->call('erase', ['who' => 'zoe@example.co.za', '--force' => true]);
        $foreign = new \PDO('sqlite:' . ($other = DataFolders::fresh()));
        $foreign->exec('CREATE TABLE contacts (id INTEGER, subject TEXT)');
        $damaged = substr_replace($bytes, str_repeat("\xFF", 4096), 4096 * intdiv(\strlen($bytes), 8192), 4096);
        $database = PrivateFile::in($this->environment, PrivateFile::DATABASE);
        $empty = (string) file_get_contents($database);
        file_put_contents($database, $damaged);
        self::assertStringContainsString('is damaged', $this->call('export', ['who' => 'zoe@example.co.za'], 1));
        file_put_contents($database, $empty);
        $cases = [
            '/nowhere',
            $this->environment['DATA_DIR'],
            DataFolders::file(''),
            DataFolders::file("name,email\nZo,zoe@example.co.za\n"),
            DataFolders::file($damaged),
            DataFolders::file(substr($bytes, 0, intdiv(\strlen($bytes), 2))),
            $other,
        ];
        foreach ($cases as $case) {
            self::assertStringContainsString('cannot be restored (', $this->call('restore', ['file' => $case], 1));
        }
        $said = $this->call('restore', ['file' => $file]);
        self::assertMatchesRegularExpression('/^Restored 50 of 50 enquiries to .*\n.* erase them again\.$/m', $said);
    }

    #[TestWith(['SQLite'])]
    #[TestWith(['MariaDB'])]
    public function test_without_a_worker_the_next_enquiry_deletes_what_the_privacy_notice_says(string $kind): void
    {
        $queue = $this->useDatabase($kind, Environment::deadPort());
        $this->environment = ['TEST_PAGES_DIR' => FixturePages::promising(enquiries: 1, backups: 7)] + $this->environment;
        $folder = $this->environment['DATA_DIR'];
        Desk::post($this->environment, server: ['REMOTE_ADDR' => '203.0.113.7']);
        $counted = $queue->tables->countedClients();
        self::assertNotSame([], $counted);
        [$backup] = $queue->backups();
        $queue->now += 5 * 86_400;
        // An older file may hold lines of the whole period, and the next purge may come two days late.
        [$oldLog, $log] = array_map(static fn(int $days): string => "{$folder}/" . PrivateFile::log($queue->now - $days * 86_400), [Contract::notice()['logDays'] - 2, Contract::notice()['logDays'] - 3]);
        touch($oldLog);
        touch($log);
        $other = Desk::post($this->environment, ['email' => 'other@example.com'], server: ['REMOTE_ADDR' => '198.51.100.7'], time: "@{$queue->now}");
        self::assertSame([$other->headers['enquiry-reference'] ?? null], Operator::list($this->environment, $queue->clock()));
        self::assertSame([], array_intersect($counted, $queue->tables->countedClients()));
        self::assertFileDoesNotExist($oldLog);
        self::assertFileExists($log);
        self::assertContains($backup, $queue->backups(), 'it may still be needed for two days');

        $queue->now += 2 * 86_400;
        Desk::post($this->environment, time: "@{$queue->now}");
        self::assertNotContains($backup, $queue->backups());
    }

    public function test_nothing_gets_older_than_the_notice_says_and_a_gap_between_visits(): void
    {
        $this->environment = ['TEST_PAGES_DIR' => FixturePages::promising(enquiries: 30, backups: 7)] + $this->environment;
        for ($visit = 0; $visit < 20; ++$visit) {
            $this->queue->now += 8 * 86_400;
            self::assertSame(200, Desk::post($this->environment, time: "@{$this->queue->now}")->status);
            foreach ($this->exported() as $enquiry) {
                self::assertGreaterThanOrEqual($this->queue->now - (30 + 8) * 86_400, strtotime($enquiry['receivedAt']), "at visit {$visit}");
            }
        }
    }

    public function test_the_console_shows_help_without_a_configuration(): void
    {
        $console = __DIR__ . '/../../server/console';
        $help = new Process([$console, 'help', 'work'], env: ['DATA_DIR' => 'data'] + $this->environment);
        self::assertSame(0, $help->run());
        self::assertStringContainsString('php server/console work', $help->getOutput());

        $status = new Process([$console, 'status'], env: ['DATA_DIR' => 'data'] + $this->environment);
        self::assertSame(1, $status->run());
        self::assertStringContainsString('DATA_DIR must be', $status->getErrorOutput());
    }

    /** @param array<string, string> $settings */
    #[TestWith([['MAIL_TO' => 'nobody']])]
    #[TestWith([['SMTP_HOST' => '', 'MAIL_FROM' => '', 'MAIL_TO' => '']])]
    #[TestWith([['SMTP_PASSWORD' => 'without a user', 'WEBHOOK_SECRET' => 'short']])]
    public function test_a_wrong_mail_setting_stops_only_what_sends_mail(array $settings): void
    {
        $reference = $this->queue->add();
        $other = $this->queue->add(['email' => 'other@example.com']);
        $failed = $this->queue->add(['email' => 'third@example.com']);
        foreach ([1, 2, 3] as $ignored) {
            $this->queue->fail();
        }
        $this->environment = $settings + $this->environment;

        self::assertStringContainsString('are ready', $this->call('setup'));
        self::assertStringContainsString($reference, $this->call('list'));
        self::assertStringContainsString('082 123 4567', $this->call('show', ['reference' => $reference]));
        self::assertStringContainsString($reference, $this->call('export', ['who' => 'zoe@example.co.za']));
        self::assertStringContainsString($reference, $this->call('export', ['--csv' => true]));
        self::assertStringContainsString('Backed up 3 enquiries', $this->call('backup', ['file' => $backup = DataFolders::fresh()]));
        self::assertStringContainsString('Dismissed 1 enquiry.', $this->call('dismiss', ['reference' => $other, '--force' => true]));
        self::assertStringContainsString(' must ', $this->call('retry', ['reference' => $failed, '--force' => true], 1));
        self::assertStringContainsString('Deleted 1 enquiry.', $this->call('erase', ['who' => 'zoe@example.co.za', '--force' => true]));
        self::assertStringContainsString('. The others were there already.', $this->call('restore', ['file' => $backup]));

        $name = (string) array_key_first($settings);
        self::assertMatchesRegularExpression("/Failed +2 .*(?:{$name}|SMTP_USERNAME) must.*Until\\s+then,\\s+(?:.*emails\\s+wait|every\\s+enquiry\\s+is\\s+refused)/s", $this->call('status', exitCode: 1));
        self::assertStringContainsString(' must ', $this->call('work', exitCode: 1));
    }

    public function test_in_the_repository_the_console_uses_what_npm_start_serves(): void
    {
        $reference = $this->queue->add();
        $root = DataFolders::made();
        mkdir("{$root}/server/data", 0o700, true);
        file_put_contents("{$root}/.env", 'DATA_DIR=/nowhere');
        file_put_contents("{$root}/server/data/npm-start.env", "DATA_DIR='{$this->environment['DATA_DIR']}'\n");
        self::assertStringContainsString($reference, (new Host($root))->console('list', $this->queue->clock())[1]);
        $said = (new Host($root))->console('status', $this->queue->clock())[1];
        self::assertStringContainsString('The form contact cannot be used', $said, 'there is none');
    }

    /**
     * @param array<string, mixed> $arguments
     * @param list<string>         $typed
     */
    private function call(string $command, array $arguments = [], int $exitCode = 0, array $typed = [], string $root = '/dev/null'): string
    {
        return Operator::call($this->environment, $this->queue->clock(), $command, $arguments, $exitCode, $typed, $root);
    }

    private function useDatabase(string $kind, int $smtpPort): Queue
    {
        $this->environment = Environment::for($smtpPort, $kind === 'MariaDB' ? ['DATABASE_URL' => DatabaseServer::mariadb()->url] : []);
        if ($kind === 'MariaDB') {
            DatabaseServer::mariadb()->dropTables();
        }

        return $this->queue = new Queue($this->environment, "@{$this->queue->now}");
    }

    /** @return array<string, Exported> of the sample's visitor, by reference */
    private function exported(): array
    {
        return array_column(Operator::export($this->environment, $this->queue->clock(), 'zoe@example.co.za'), null, 'reference');
    }
}
