<?php

declare(strict_types=1);

namespace Enquiry\Tests;

use Enquiry\Database\DataFolder;
use Enquiry\Queue\Result;
use Enquiry\Queue\SuspectList;
use Enquiry\Tests\Support\Children;
use Enquiry\Tests\Support\DatabaseServer;
use Enquiry\Tests\Support\Desk;
use Enquiry\Tests\Support\Environment;
use Enquiry\Tests\Support\Files;
use Enquiry\Tests\Support\MailServer;
use Enquiry\Tests\Support\Operator;
use Enquiry\Tests\Support\Queue;
use PHPUnit\Framework\Attributes\TestWith;
use PHPUnit\Framework\TestCase;

/** What an operator can do when spam comes. */
final class SpamTest extends TestCase
{
    /** @var array<string, string> */
    private array $environment;
    private Queue $queue;
    private int $posted = 0;

    protected function setUp(): void
    {
        $this->use('SQLite');
    }

    #[TestWith(['SQLite'])]
    #[TestWith(['MariaDB'])]
    public function test_list_finds_enquiries_by_text_in_any_script_and_case(string $database): void
    {
        $this->use($database);
        $references = [
            'ПРИВЕТ' => $this->post(['subject' => 'Ein Привет']),
            '100%_of' => $this->post(['message' => "Win 100%_OF\n the \"prize\""]),
            'of the "PRIZE' => $this->post(['message' => "of\n\tthe \u{200B}\"prize\""]),
            'STRASSE' => $this->post(['surname' => 'Straße']),
            'casino' => $this->post(['subject' => "\u{1D41C}\u{1D41A}sino"]),
            'OTHER@example' => $this->post(['email' => 'other@example.com']),
        ];
        foreach ($references as $text => $reference) {
            self::assertStringContainsString($reference, $this->call('list', ['--search' => $text]), $text);
        }
        self::assertSame([$references['100%_of']], $this->listed(['--search' => '100%_of']));
        $last = $references['OTHER@example'];
        self::assertSame([$last], $this->listed(['--search' => substr(strtolower($last), 2)]));
        self::assertStringContainsString('No enquiry was found', $this->call('list', ['--search' => '100__of'], 1));
    }

    public function test_list_finds_enquiries_by_time_state_and_mark_page_by_page(): void
    {
        $marked = $this->post(['message' => str_repeat('https://example.com ', 4)], server: ['REMOTE_ADDR' => '203.0.113.77'], time: '2026-03-05 21:00 UTC');
        $midnight = $this->post(time: '2026-03-05 22:00 UTC');
        $new = $this->post(time: '2026-03-06 20:42:07 UTC');
        $this->call('dismiss', ['pattern' => 'zoe@example.co.za', '--since' => '2026-03-06', '--force' => true]);

        self::assertSame([$new, $midnight], $this->listed(['--since' => '2026-03-06']));
        self::assertSame([$new], $this->listed(['--since' => '2026-03-06 01:00']));
        self::assertSame([$new], $this->listed(['--since' => '2 hours']));
        self::assertSame([$new, $midnight], $this->listed(['--since' => 'yesterday']));
        self::assertSame([], $this->listed(['--since' => '119 minutes']));
        foreach (['2026-13-01', '2026-02-31', 'soon'] as $wrong) {
            self::assertStringContainsString('A time must be written like', $this->call('list', ['--since' => $wrong], 2), $wrong);
        }
        self::assertSame([$new, $midnight], $this->listed(['state' => 'closed']));
        self::assertSame([$marked], $this->listed(['state' => 'waiting']));
        self::assertSame([$marked], $this->listed(['--search' => '203.0.113.0']));
        self::assertStringContainsString('"waiting", "sent", "failed"', $this->call('list', ['state' => 'lost'], 2));
        self::assertMatchesRegularExpression("/^{$marked}  waiting  5 Mar 2026 23:00  ! \\S.*\\n +203\\.0\\.113\\.0\\/24: .*it has 4 links\\n$/D", $this->call('list', ['--flagged' => true]));
        $this->call('spam', ['pattern' => '203.0.113.1', '--force' => true]);
        self::assertStringContainsString(": it has 4 links; matches the operator's list: 203.0.113.0/24\n", $this->call('list', ['--flagged' => true]));
        for ($number = 1; $number <= 22; ++$number) {
            $this->queue->add(['subject' => $number % 2 === 1 ? "Odd {$number}" : 'Even']);
        }
        $this->queue->add(['subject' => 'Odd 23']);
        self::assertCount(12, $this->listed(['--search' => 'odd']));
        for ($number = 1; $number <= 9; ++$number) {
            $this->queue->add(['subject' => 'Odd']);
        }
        self::assertStringContainsString('--all', $this->call('list', ['--search' => 'odd']));
        self::assertCount(21, $this->listed(['--search' => 'odd', '--all' => true]));
    }

    /** @param ?string $network null if nothing is stored */
    #[TestWith(['203.0.113.77', '203.0.113.0/24', 'SQLite'])]
    #[TestWith(['::ffff:203.0.113.77', '203.0.113.0/24', 'SQLite'])]
    #[TestWith(['2001:db8:aaaa:bbbb:cccc::77', '2001:db8:aaaa::/48', 'MariaDB'])]
    #[TestWith(['', null, 'SQLite'])]
    public function test_the_network_is_stored_and_never_the_address(string $address, ?string $network, string $database): void
    {
        $this->use($database);
        $reference = $this->post(server: ['REMOTE_ADDR' => $address]);

        $shown = (array) json_decode($this->call('show', ['reference' => $reference]), true);
        self::assertSame($network, $shown['network'] ?? null);
        self::assertStringContainsString((string) json_encode($network, \JSON_UNESCAPED_SLASHES), $this->call('export', ['pattern' => 'zoe@example.co.za']));
        self::assertFalse($address !== '' && Files::hold($this->environment['DATA_DIR'], $address));
        self::assertStringNotContainsString('77', (string) json_encode($this->queue->rows('SELECT network FROM enquiry')));
    }

    /** @param list<string> $matched kinds of sendOneOfEachKind() */
    #[TestWith(['ZOE@b.co', 'the email address zoe@b.co', ['by address']])]
    #[TestWith(['@b.co', 'email addresses of the domain b.co and its subdomains', ['by address', 'by subdomain']])]
    #[TestWith(['B.co', 'email addresses of the domain b.co and its subdomains', ['by address', 'by subdomain']])]
    #[TestWith(['*@b.co', 'email addresses of the domain b.co and its subdomains', ['by address', 'by subdomain']])]
    #[TestWith(['203.0.113.0/24', 'senders in the network 203.0.113.0/24', ['by network']])]
    #[TestWith(['203.0.113.200', 'senders in the network 203.0.113.0/24', ['by network']])]
    #[TestWith(['203.0.0.0/15', 'senders in the network 203.0.0.0/15', ['by network', 'by wider network']])]
    #[TestWith(['2001:db8::/48', 'senders in the network 2001:db8::/48', ['by IPv6']])]
    #[TestWith(['2001:db8::/32', 'senders in the network 2001:db8::/32', ['by IPv6', 'by IPv6 nearby']])]
    #[TestWith(['win  a PRIZE', 'the text "win  a PRIZE" in', ['by text']])]
    #[TestWith(['"b.co"', 'the text "b.co" in', ['by link']])]
    #[TestWith(['zoë van', 'the text "zoë van" in', ['by name']])]
    #[TestWith(['0821111111', 'the number 0821111111 in', ['by number']])]
    #[TestWith(["\u{A0}ZOE@b.co\u{3000}", 'the email address zoe@b.co', ['by address']])]
    #[TestWith(["\"\u{3000}win a prize\u{A0}\"", 'the text "win a prize" in', ['by text']])]
    public function test_a_pattern_is_explained_and_matches_stored_and_new_enquiries_alike(string $pattern, string $words, array $matched): void
    {
        $sent = $this->sendOneOfEachKind();
        self::assertStringContainsString("Matches {$words}", $this->call('spam', ['pattern' => $pattern], 1, ['no']));
        self::assertSame([], $this->listed(['--flagged' => true]));
        self::assertStringContainsString('Marked: ' . \count($matched), $this->call('spam', ['pattern' => $pattern], typed: ['yes']));
        self::assertEqualsCanonicalizing(array_values(array_intersect_key($sent, array_flip($matched))), $this->listed(['--flagged' => true]));

        $listed = trim($this->listFile());
        $again = $this->sendOneOfEachKind();
        foreach ($again as $kind => $reference) {
            $flags = ((array) json_decode($this->call('show', ['reference' => $reference]), true))['flags'] ?? null;
            self::assertSame(\in_array($kind, $matched, true) ? ["matches the operator's list: {$listed}"] : [], $flags, $kind);
        }

        self::assertStringContainsString(' is now in ', $this->call('spam', ['pattern' => $listed, '--force' => true]));
        self::assertSame($listed, trim($this->listFile()));
    }

    #[TestWith(['', 'must have 3'])]
    #[TestWith(['ab', 'must have 3'])]
    #[TestWith(["\u{3000}", 'must have 3'])]
    #[TestWith(["\u{A0}\u{A0}", 'must have 3'])]
    #[TestWith(["\"\u{A0} \u{A0}\"", 'must have 3'])]
    #[TestWith(["\u{FF41}", 'must have 3'])] // A wide "a", which is folded to one letter.
    #[TestWith(["\u{200D}", 'must have 3'])]
    #[TestWith(["\u{301}\u{301}", 'must have 3'])]
    #[TestWith(['@b', 'a valid one'])]
    #[TestWith(['203.0.113.0/240', 'a valid one'])]
    #[TestWith(['0.0.0.0/0', 'a valid one'])]
    #[TestWith(["caf\xE9", 'in UTF-8'])]
    public function test_a_pattern_that_cannot_be_understood_changes_nothing(string $pattern, string $said): void
    {
        $reference = $this->post();
        foreach (['spam', 'dismiss', 'erase'] as $command) {
            self::assertStringContainsString($said, $this->call($command, ['pattern' => $pattern, '--force' => true], 2));
        }
        self::assertStringContainsString("{$reference}  waiting", $this->call('list'));
        self::assertFileDoesNotExist("{$this->environment['DATA_DIR']}/suspects.txt");
    }

    public function test_the_operator_s_list_marks_the_mail_and_refuses_nothing(): void
    {
        $server = MailServer::start();
        $this->environment['SMTP_PORT'] = (string) $server->port;
        $this->list("# a wave of casinos\r\n\r\n@casino.example  # since Monday\r\n");
        $this->post(['email' => 'win@mail.casino.example']);
        $marked = $server->next();
        $this->post();
        $plain = $server->next();

        self::assertStringContainsString("For sales only: this may be spam (matches the operator's list: @casino.example)", $marked['text']);
        self::assertStringContainsString('@casino.example', array_column($marked['headers'], 'line', 'key')['x-enquiry-flags'] ?? '');
        self::assertStringNotContainsString('may be spam', $plain['text']);
    }

    public function test_a_damaged_list_stops_no_enquiry_and_its_good_lines_work(): void
    {
        $this->list("\u{FEFF}\"our #1 casino\"\ncaf\xE9\n@\n10.0.0.0/99\n" . str_repeat('x', 300) . "\n\u{3000}\n“win big”");
        $first = $this->post(['subject' => 'Our #1 Casino']);
        $second = $this->post(['message' => 'WIN BIG']);
        $other = $this->post();

        self::assertSame([$second, $first], $this->listed(['--flagged' => true]));
        $suspects = $this->suspects();
        self::assertSame(['"our #1 casino"', '"win big"'], array_map(strval(...), $suspects->patterns()));
        preg_match_all('/Line \d/', implode('', $suspects->errors()), $lines);
        self::assertSame(['Line 2', 'Line 3', 'Line 4', 'Line 5', 'Line 6'], $lines[0]);
        $this->call('spam', ['pattern' => $other, '--force' => true]);
        self::assertStringEndsWith("“win big”\n\"{$other}\"\n", $this->listFile());
    }

    public function test_of_a_spoilt_list_the_first_ten_errors_and_their_number_are_shown(): void
    {
        $this->list(str_repeat("\xE9\n", 12));

        preg_match_all('/Line (\d+)|Further lines that cannot be used: \d+/', implode('', $this->suspects()->errors()), $found);
        self::assertSame([...array_map(static fn(int $line): string => "Line {$line}", range(1, 10)), 'Further lines that cannot be used: 2'], $found[0]);
    }

    public function test_none_of_8_patterns_added_at_once_is_lost(): void
    {
        $this->call('setup');
        $said = Children::run(8, fn(int $child): \Closure => fn(): string => $this->call('spam', ['pattern' => "@casino{$child}.example", '--force' => true]));

        self::assertSame(8, substr_count($all = implode("\n", $said), ' is now in '), $all);
        self::assertSame(8, substr_count($this->listFile(), "\n"));
        self::assertSame(0o600, fileperms($this->suspects()->file) & 0o777);
    }

    public function test_a_list_that_cannot_be_read_stops_no_enquiry(): void
    {
        mkdir("{$this->environment['DATA_DIR']}/suspects.txt", recursive: true);
        $this->post();

        self::assertStringContainsString('cannot be created or written', $this->call('spam', ['pattern' => 'casino', '--force' => true], 1));
        rmdir($this->suspects()->file);
        symlink('/proc/version', $this->suspects()->file);
        self::assertStringContainsString('suspects.txt cannot be created or written', $this->call('spam', ['pattern' => 'casino', '--force' => true], 1));
    }

    #[TestWith(['SQLite'])]
    #[TestWith(['MariaDB'])]
    public function test_a_wave_is_marked_dismissed_and_erased(string $database): void
    {
        $this->use($database);
        $outbox = $this->queue->outbox();
        $settled = function (string $subject, string $time, bool $isFailed = false) use ($outbox): string {
            $reference = $this->post(['subject' => $subject], time: $time);
            $claim = $outbox->claim($this->queue->now + 7200, 60, $reference) ?? self::fail();
            self::assertTrue($isFailed ? $outbox->settle(Result::failed($claim, 'no such host')) : $outbox->settle(Result::sent($claim, $this->queue->now)));

            return $reference;
        };
        $real = $settled('A quote', '2026-03-05 08:00 UTC');
        $old = $settled('Casino', '2026-03-05 08:00 UTC');
        $failed = $settled('Casino failed', '2026-03-06 20:00 UTC', isFailed: true);
        $first = (string) $this->queue->add(['subject' => 'CASINO']);
        for ($number = 2; $number <= 105; ++$number) {
            $this->queue->add(['subject' => 'CASINO']);
        }
        $mailing = $outbox->claim($this->queue->now, 60, 'running') ?? self::fail();

        $wave = ['pattern' => 'casino', '--since' => '3 hours'];
        $said = $this->call('spam', $wave, 1, ['no']);
        self::assertMatchesRegularExpression('/Matches the text "casino" .*since 6 Mar 2026 21:42:\n(?:\S{11}  waiting .*\n){5}…\nwaiting: 105\nfailed: 1\n.*Matching enquiries: 106\. Mark them, and later ones\?.*\nNothing was changed/s', $said);
        self::assertStringContainsString('Marked: 106', $this->call('spam', $wave, typed: ['yes']));

        $this->call('dismiss', $wave, 1, ['no']);
        $said = $this->call('dismiss', $wave, typed: ['yes']);
        self::assertStringContainsString('Dismissed: 105', $said);
        self::assertStringContainsString('Others are being mailed now', $said);
        self::assertSame([$first], $this->listed(['state' => 'waiting']));
        self::assertSame([], $this->listed(['state' => 'failed']));
        self::assertTrue($outbox->settle(Result::sent($mailing, $this->queue->now)));
        self::assertSame(0, $this->queue->work());
        self::assertStringContainsString('No enquiry that waits or has failed matches', $this->call('dismiss', $wave, 1));
        self::assertStringContainsString('Queued again: 1', $this->call('retry', ['reference' => $failed]));
        $outbox->claim($this->queue->now, 60, 'ended');
        $this->queue->now += 60;
        self::assertStringContainsString('Dismissed: 1', $this->call('dismiss', $wave + ['--force' => true]), 'after the lease');

        $this->call('erase', $wave, 1, ['no']);
        $said = $this->call('erase', $wave, typed: ['yes']);
        self::assertStringContainsString('Deleted: 106', $said);
        self::assertStringContainsString('Backups may have more', $said);
        self::assertSame([$old, $real], $this->listed([]));
        $this->call('backup', ['--only' => true]);
        self::assertFalse(Files::hold($this->environment['DATA_DIR'], 'CASINO'));
    }

    /** @param list<int> $lines */
    #[TestWith(['zoe@example.co.za', [1, 2]])]
    #[TestWith(['082 123 4567', [3, 4]])]
    #[TestWith(['+27 (0)82 123-4567', [3, 4]])]
    public function test_the_list_is_searched_for_a_person_in_longer_lines_and_other_notations(string $person, array $lines): void
    {
        $this->list("\"write to ZOE@example.co.za now\"\nspam.example # zoe@example.co.za asked us\n+27821234567\n\"ring 082-123 4567\"\n082 123 45678\n");
        $this->post();

        $words = 'Lines: ' . implode(', ', $lines) . "\n";
        self::assertStringContainsString($words, $this->call('export', ['pattern' => $person]));
        self::assertStringContainsString($words, $this->call('erase', ['pattern' => $person, '--force' => true]));
        self::assertStringNotContainsString('suspects.txt', $this->call('erase', ['pattern' => 'other@example.co.za', '--force' => true], 1));
    }

    /** @param array<string, string> $fields */
    #[TestWith(['SQLite', ['message' => 'Ring me on 083 123-4567 tonight', 'contactNumber' => '0821111111']])]
    #[TestWith(['MariaDB', ['message' => 'Ring me on +27 (0)83 123 4567.', 'contactNumber' => '0821111111']])]
    #[TestWith(['SQLite', ['contactNumber' => '0831234567']])]
    public function test_a_number_is_found_in_every_field_however_it_is_written(string $database, array $fields): void
    {
        $this->use($database);
        $other = $this->post(['message' => 'Order 083 999 4567', 'contactNumber' => '0821111111']);
        $reference = $this->post($fields);
        foreach (['083 123 4567', '+27831234567', '0831234567'] as $typed) {
            self::assertSame([$reference], $this->listed(['--search' => $typed]), $typed);
            self::assertStringContainsString('the number 0831234567 in any field, also in the message', $this->call('erase', ['pattern' => $typed], 1, ['no']));
        }
        self::assertStringContainsString('Deleted: 1', $this->call('erase', ['pattern' => '083 123 4567', '--force' => true]));
        self::assertSame([$other], $this->listed([]));
    }

    /** @return array<string, string> references by kind */
    private function sendOneOfEachKind(): array
    {
        return [
            'by address' => $this->post(['email' => 'Zoe@B.co']),
            'by subdomain' => $this->post(['email' => 'a@mail.b.co']),
            'by a similar domain' => $this->post(['email' => 'a@ab.co']),
            'by a longer domain' => $this->post(['email' => 'a@b.co.za']),
            'by network' => $this->post(server: ['REMOTE_ADDR' => '203.0.113.77']),
            'by wider network' => $this->post(server: ['REMOTE_ADDR' => '203.1.113.77']),
            'by IPv6' => $this->post(server: ['REMOTE_ADDR' => '2001:db8::77']),
            'by IPv6 nearby' => $this->post(server: ['REMOTE_ADDR' => '2001:db8:1::77']),
            'by text' => $this->post(['subject' => "Win a\u{A0}prize"]),
            'by link' => $this->post(['message' => 'See www.B.CO']),
            'by name' => $this->post(['name' => 'Zoë', 'surname' => 'Van Wyk']),
            'by number' => $this->post(['contactNumber' => '0821111111']),
        ];
    }

    private function use(string $database): void
    {
        $this->environment = Environment::for(Environment::deadPort(), $database === 'MariaDB' ? ['DATABASE_URL' => DatabaseServer::mariadb()->url] : []);
        $this->queue = new Queue($this->environment);
        $this->queue->database->change('DELETE FROM enquiry');
    }

    /**
     * @param array<string, string> $fields
     * @param array<string, string> $server
     * @return string the reference
     */
    private function post(array $fields = [], array $server = [], string $time = Desk::TIME): string
    {
        $number = strtr((string) ++$this->posted, '0123456789', 'abcdefghij');
        $answer = Desk::post($this->environment, $fields + ['surname' => 'Surname', 'message' => "Hello number {$number}"], server: $server + ['REMOTE_ADDR' => '192.0.2.1'], time: $time);
        self::assertSame(200, $answer->status, $answer->body . Environment::log($this->environment));

        return $answer->headers['enquiry-reference'] ?? self::fail();
    }

    private function list(string $lines): void
    {
        file_put_contents("{$this->environment['DATA_DIR']}/suspects.txt", $lines);
    }

    private function suspects(): SuspectList
    {
        return new SuspectList(new DataFolder($this->environment['DATA_DIR']));
    }

    private function listFile(): string
    {
        return (string) file_get_contents("{$this->environment['DATA_DIR']}/suspects.txt");
    }

    /**
     * @param array<string, mixed> $arguments
     * @return list<string> references
     */
    private function listed(array $arguments): array
    {
        $said = Operator::run($this->environment, $this->queue->clock(), 'list', $arguments)[1];
        preg_match_all('/^[0-9A-Z]{5}-[0-9A-Z]{5}/m', $said, $found);

        return $found[0];
    }

    /**
     * @param array<string, mixed> $arguments
     * @param list<string>         $typed
     */
    private function call(string $command, array $arguments = [], int $exitCode = 0, array $typed = []): string
    {
        return Operator::call($this->environment, $this->queue->clock(), $command, $arguments, $exitCode, $typed);
    }
}
