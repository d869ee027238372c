<?php

declare(strict_types=1);

namespace Enquiry\Tests;

use Enquiry\Tests\Support\Contract;
use Enquiry\Tests\Support\DatabaseServer;
use Enquiry\Tests\Support\Desk;
use Enquiry\Tests\Support\Environment;
use Enquiry\Tests\Support\Operator;
use Enquiry\Tests\Support\PrivateFile;
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

    #[TestWith(['SQLite'])]
    #[TestWith(['MariaDB'])]
    public function test_list_finds_a_name_however_it_is_typed(string $database): void
    {
        $this->use($database);
        $same = [
            ["O'Connor", "O\u{2019}Connor", "O\u{2BC}Connor", "o\u{B4}connor", "O`Connor"],
            ['Labuschagne', "Labuschagn\u{E9}", "LABUSCHAGNE\u{301}"],
            ['Jean-Pierre', "jean\u{2011}pierre", "Jean\u{2013}Pierre"],
            ["said \"yes\"", "Said \u{201C}Yes\u{201D}"],
        ];
        foreach ($same as $spellings) {
            $references = array_reverse(array_map(fn(string $spelling): string => $this->post(['message' => "I am {$spelling}, good day"]), $spellings));
            foreach ($spellings as $spelling) {
                self::assertSame($references, $this->listed(['--search' => $spelling]), $spelling);
            }
        }
        $surname = $this->post(['name' => "D\u{2019}Arcy", 'surname' => "N\u{F9}\u{F1}ez"]);
        self::assertSame([$surname], $this->listed(['--search' => "d'arcy nunez"]));
    }

    public function test_list_finds_enquiries_by_time_state_and_mark_page_by_page(): void
    {
        $marked = $this->post(['message' => 'file://example.com/quote'], time: '2026-03-05 21:00 UTC');
        $midnight = $this->post(time: '2026-03-05 22:00 UTC');
        $new = $this->post(time: '2026-03-06 20:42:07 UTC');
        foreach ([$midnight, $new] as $reference) {
            $this->call('dismiss', ['reference' => $reference, '--force' => true]);
        }

        self::assertSame([$new, $midnight], $this->listed(['--since' => '2026-03-06']));
        self::assertSame([$marked], $this->listed(['--until' => '2026-03-05']));
        foreach (['', 'monday', '2026', '2026-13-01', '2026-02-31'] as $typed) {
            self::assertStringContainsString("\"{$typed}\" is no day. Write it as 2026-10-05.", $this->call('list', ['--since' => $typed], 2));
        }
        self::assertSame([$new, $midnight], $this->listed(['state' => 'dismissed']));
        self::assertSame([$marked], $this->listed(['state' => 'waiting']));
        self::assertStringContainsString('"waiting", "sent", "failed"', $this->call('list', ['state' => 'lost'], 2));
        self::assertMatchesRegularExpression("/^{$marked}  waiting    5 Mar 2026 23:00  ! \\S.*\\n +it has a path to a file\\n$/D", $this->call('list', ['--flagged' => true]));
        for ($number = 1; $number <= 23; ++$number) {
            $this->queue->add(['subject' => $number % 2 === 1 ? "Odd {$number}" : 'Even']);
        }
        self::assertCount(12, $this->listed(['--search' => 'odd']));
        for ($number = 1; $number <= 9; ++$number) {
            $this->queue->add(['subject' => 'Odd']);
        }
        self::assertStringContainsString('--all', $this->call('list', ['--search' => 'odd']));
        self::assertCount(21, $this->listed(['--search' => 'odd', '--all' => true]));
    }

    /** @param array<string, string> $fields */
    #[TestWith(['zoe@B.co', ['email' => 'ZOE@b.co']])]
    #[TestWith(['b.co', ['email' => 'zoe@mail.b.co']])]
    #[TestWith(['b.co', ['message' => 'See https://b.co/prize now']])]
    #[TestWith(['win  a PRIZE # since March', ['message' => "Win\na prize!"]])]
    #[TestWith(['203.0.113.0/24', []])]
    #[TestWith(['203.0.113.77', []])]
    #[TestWith(["\u{FEFF}203.0.0.0/15\r\n# spam\r\nnothing\r\n", []])]
    public function test_an_enquiry_that_a_line_of_the_list_names_is_marked(string $lines, array $fields): void
    {
        $this->list($lines);
        $reference = $this->post($fields, ['REMOTE_ADDR' => '203.0.113.77']);

        self::assertStringContainsString('suspects.txt names it', $this->call('list', ['--flagged' => true, '--search' => $reference]));
    }

    /** @param array<string, string> $fields */
    #[TestWith(['prize', ['message' => 'Two prizes']])]
    #[TestWith(['prize', ['message' => 'An enterprize']])]
    #[TestWith(['b.co', ['email' => 'zoe@b.company']])]
    #[TestWith(['# prize', ['message' => 'A prize']])]
    #[TestWith(['203.0.113.0/24', ['message' => 'Our server is 203.0.113.5']])]
    #[TestWith(['.', ['message' => 'No sentence, no dot']])]
    public function test_an_enquiry_that_no_line_names_is_not_marked(string $lines, array $fields): void
    {
        $this->list($lines);
        $this->post($fields + ['surname' => 'van', 'message' => 'Hello', 'subject' => 'Hello', 'email' => 'zoe@example.com']);

        self::assertSame([], $this->listed(['--flagged' => true]));
    }

    public function test_an_enquiry_is_marked_by_each_sign_that_the_privacy_notice_tells_and_by_no_other(): void
    {
        $told = array_column(Contract::notice()['spamSigns'], 'mark');
        foreach (Contract::notice()['spamSigns'] as $sign) {
            $this->use('SQLite');
            $this->list($sign['suspects'] ?? '');
            $this->post($sign['fields'] ?? [], headers: $sign['headers'] ?? []);
            $flags = Desk::stored($this->environment)['flags'];
            self::assertStringContainsString($sign['mark'], implode('; ', $flags));
            foreach ($flags as $flag) {
                self::assertCount(1, array_filter($told, static fn(string $mark): bool => str_contains($flag, $mark)), $flag);
            }
        }
    }

    public function test_a_damaged_list_stops_no_enquiry(): void
    {
        $this->list("203.0.113.0/99\ncaf\xE9\n\u{200B}\nprize\n" . str_repeat("\xFF", 40));
        $marked = $this->post(['message' => 'A prize']);
        self::assertSame([$marked], $this->listed(['--flagged' => true]));

        unlink(PrivateFile::in($this->environment, PrivateFile::SUSPECTS));
        mkdir(PrivateFile::in($this->environment, PrivateFile::SUSPECTS));
        $this->post();
    }

    #[TestWith(['SQLite'])]
    #[TestWith(['MariaDB'])]
    public function test_the_rest_of_a_flood_is_dismissed_and_what_looks_genuine_stays(string $database): void
    {
        $this->use($database);
        $this->list('casino');
        $old = $this->post(['subject' => 'Casino'], time: '2026-03-06 18:00 UTC');
        $spam = [$this->post(['subject' => 'Casino']), $this->post(['subject' => 'Casino'])];
        $genuine = $this->post();

        self::assertStringContainsString('No enquiry that waits', $this->call('dismiss', ['--flagged' => true, '--until' => '2026-03-05'], 1));
        self::assertStringContainsString('Nothing was changed', $this->call('dismiss', ['--flagged' => true, '--since' => '2026-03-07'], 1, ['no']));
        self::assertStringContainsString('Dismissed 2 enquiries.', $this->call('dismiss', ['--flagged' => true, '--since' => '2026-03-07'], typed: ['yes']));
        self::assertSame(array_reverse($spam), $this->listed(['state' => 'dismissed']));
        self::assertSame([$genuine, $old], $this->listed(['state' => 'waiting']));
        self::assertStringContainsString('No enquiry that waits', $this->call('dismiss', ['--flagged' => true, '--since' => '2026-03-07'], 1));
        foreach ([['--flagged' => true], ['--since' => '2026-03-07']] as $wrong) {
            self::assertStringContainsString('Name either', $this->call('dismiss', ['reference' => $old] + $wrong, 2));
        }
    }

    public function test_spam_of_some_days_is_erased_at_once(): void
    {
        $this->list('casino');
        $old = $this->post(['subject' => 'Casino'], time: '2026-03-06 18:00 UTC');
        $this->post(['subject' => 'Casino']);
        $this->post(['subject' => 'Casino', 'email' => 'another@example.co.za']);
        $genuine = $this->post();

        self::assertStringContainsString('No enquiry matches.', $this->call('erase', ['--flagged' => true, '--until' => '2026-03-05'], 1));
        self::assertStringContainsString('Nothing was changed', $this->call('erase', ['--flagged' => true, '--since' => '2026-03-07'], 1, ['no']));
        self::assertStringContainsString('Deleted 2 enquiries.', $this->call('erase', ['--flagged' => true, '--since' => '2026-03-07'], typed: ['yes']));
        self::assertSame([$genuine, $old], $this->listed([]));
        foreach ([[], ['--flagged' => true], ['who' => $old, '--flagged' => true, '--since' => '2026-03-07'], ['who' => $old, '--since' => '2026-03-07']] as $wrong) {
            self::assertStringContainsString('Name either', $this->call('erase', $wrong + ['--force' => true], 2));
        }
    }

    #[TestWith(['SQLite'])]
    #[TestWith(['MariaDB'])]
    public function test_a_person_is_exported_and_erased_by_address_number_or_reference(string $database): void
    {
        $this->use($database);
        $byAddress = [$this->post(['email' => 'Thandi@example.co.za']), $this->post(['email' => 'thandi@example.co.za', 'contactNumber' => '0831234567'])];
        $byNumber = $this->post(['email' => 'sipho@example.co.za', 'contactNumber' => '0831234567']);
        $other = $this->post();

        self::assertSame($byAddress, $this->exported('THANDI@example.co.za'));
        self::assertSame([$byAddress[1], $byNumber], $this->exported('+27 (0)83 123-4567'));
        self::assertSame([$byNumber], $this->exported(strtolower($byNumber)));
        self::assertStringContainsString('No enquiry matches.', $this->call('export', ['who' => 'nobody@example.co.za'], 1));
        foreach (['export', 'erase'] as $command) {
            self::assertMatchesRegularExpression('/a phone number or a reference.*list --search/s', $this->call($command, ['who' => 'Thandi'], 2));
        }
        foreach ([[], ['who' => $byNumber, '--since' => '2026-03-07']] as $wrong) {
            self::assertStringContainsString('Name either', $this->call('export', $wrong, 2));
        }

        self::assertStringContainsString("{$byNumber}  waiting", $this->call('erase', ['who' => '083 123 4567'], 1, ['']), 'Enter alone deletes nothing');
        self::assertStringContainsString('Deleted 2 enquiries.', $this->call('erase', ['who' => '083 123 4567'], typed: ['yes']));
        self::assertStringContainsString('Deleted 1 enquiry.', $this->call('erase', ['who' => 'thandi@example.co.za', '--force' => true]));
        self::assertSame([$other], $this->listed([]));
        self::assertStringContainsString('No enquiry matches.', $this->call('erase', ['who' => 'thandi@example.co.za', '--force' => true], 1));
        $left = $this->queue->tables->content();
        foreach ([...$byAddress, $byNumber] as $erased) {
            self::assertStringNotContainsString($erased, $left);
        }
    }

    /** @param array<string, string> $fields */
    #[TestWith(['SQLite', ['message' => 'Ring me on 083 123-4567 tonight', 'contactNumber' => '0821111111']])]
    #[TestWith(['MariaDB', ['message' => 'Ring me on +27 (0)83 123 4567.', 'contactNumber' => '0821111111']])]
    #[TestWith(['SQLite', ['contactNumber' => '0831234567']])]
    public function test_a_number_is_found_in_every_field_however_it_is_written(string $database, array $fields): void
    {
        $this->use($database);
        $this->post(['message' => 'Order 083 999 4567, 083-123 45678', 'contactNumber' => '0821111111']);
        $reference = $this->post($fields);
        foreach (['083 123 4567', '+27831234567', '0831234567'] as $typed) {
            self::assertSame([$reference], $this->listed(['--search' => $typed]), $typed);
        }
    }

    private function use(string $database): void
    {
        if ($database === 'MariaDB') {
            DatabaseServer::mariadb()->dropTables();
        }
        $this->environment = Environment::for(Environment::deadPort(), $database === 'MariaDB' ? ['DATABASE_URL' => DatabaseServer::mariadb()->url] : []);
        $this->queue = new Queue($this->environment);
    }

    /**
     * @param array<string, string> $fields
     * @param array<string, string> $server
     * @param array<string, string> $headers
     * @return string the reference
     */
    private function post(array $fields = [], array $server = [], array $headers = [], string $time = Desk::TIME): string
    {
        $number = strtr((string) ++$this->posted, '0123456789', 'abcdefghij');
        $answer = Desk::post($this->environment, $fields + ['surname' => 'Surname', 'message' => "Hello number {$number}"], $headers, $server + ['REMOTE_ADDR' => '192.0.2.1'], time: $time);
        self::assertSame(200, $answer->status, $answer->body . Environment::log($this->environment));

        return $answer->headers['enquiry-reference'] ?? self::fail();
    }

    private function list(string $lines): void
    {
        @mkdir($this->environment['DATA_DIR'], 0o700);
        file_put_contents(PrivateFile::in($this->environment, PrivateFile::SUSPECTS), $lines);
    }

    /** @return list<string> references */
    private function exported(string $who): array
    {
        return array_column(Operator::export($this->environment, $this->queue->clock(), $who), 'reference');
    }

    /**
     * @param array<string, mixed> $arguments
     * @return list<string> references
     */
    private function listed(array $arguments): array
    {
        return Operator::list($this->environment, $this->queue->clock(), $arguments);
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
