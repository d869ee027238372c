<?php

declare(strict_types=1);

namespace Enquiry\Tests\Storage;

use Enquiry\Store\Connection;
use Enquiry\Store\Database;
use Enquiry\Store\DataFolder;
use Enquiry\Store\Dialect;
use Enquiry\Store\SqliteDatabase;
use Enquiry\Store\StoreUnavailable;
use Enquiry\Store\TimeLimit;
use Enquiry\Tests\Support\Children;
use Enquiry\Tests\Support\DataFolders;
use Enquiry\Tests\Support\Files;
use PHPUnit\Framework\Attributes\TestWith;
use Symfony\Component\Filesystem\Filesystem;

final class SqliteStoreTest extends StoreTestCase
{
    private string $folder;

    public function test_32_first_requests_at_once_on_an_empty_machine_all_succeed(): void
    {
        $this->clear();
        $answers = Children::run(32, fn(): \Closure => fn(): string => $this->outbox($this->open())->intake->add(self::enquiry())->isNew ? 'taken' : 'known');

        self::assertSame(['taken' => 32], array_count_values($answers));
        self::assertSame(32, $this->waiting());
    }

    public function test_the_folder_and_its_files_are_private_and_guarded(): void
    {
        $this->outbox()->intake->add(self::enquiry());

        self::assertSame(0o700, fileperms($this->folder) & 0o777);
        foreach (['enquiries.sqlite', 'enquiries.sqlite-wal', 'enquiries.sqlite-shm', 'write.lock'] as $file) {
            self::assertSame(0o600, fileperms("{$this->folder}/{$file}") & 0o777, $file);
        }
        self::assertSame("Require all denied\n", file_get_contents("{$this->folder}/.htaccess"));
        self::assertFileExists("{$this->folder}/index.html");
    }

    public function test_it_writes_ahead_and_waits_for_the_disk(): void
    {
        $pragma = fn(string $name): ?string => $this->database->read(
            static fn(Connection $connection): ?string => $connection->row("PRAGMA {$name}")?->text($name === 'busy_timeout' ? 'timeout' : $name),
        );

        self::assertSame('wal', $pragma('journal_mode'));
        self::assertSame('2', $pragma('synchronous'));
        self::assertSame('1000', $pragma('busy_timeout'));
    }

    public function test_after_a_claim_it_waits_for_the_disk_again(): void
    {
        $this->outbox()->intake->add(self::enquiry());
        $this->claim();

        self::assertSame('2', $this->database->read(static fn(Connection $connection): ?string => $connection->row('PRAGMA synchronous')?->text('synchronous')));
    }

    public function test_a_connection_left_in_the_middle_of_a_transaction_starts_afresh(): void
    {
        $persistent = fn(): SqliteDatabase => new SqliteDatabase(new DataFolder($this->folder), persistent: true);
        $persistent()->read(static function (Connection $connection): void {
            $connection->command('BEGIN IMMEDIATE');
            $connection->change("INSERT INTO enquiry_meta (name, value) VALUES ('half', 1)");
        });
        $next = $persistent();

        self::assertNull($next->read(static fn(Connection $connection) => $connection->row("SELECT value FROM enquiry_meta WHERE name = 'half'")));
        self::assertTrue($this->outbox($next)->intake->add(self::enquiry())->isNew);
    }

    /** Debian's SQLite does so unasked, others do not. */
    public function test_what_is_deleted_is_overwritten(): void
    {
        $persistent = fn(): SqliteDatabase => new SqliteDatabase(new DataFolder($this->folder), persistent: true);
        $persistent()->read(static fn(Connection $connection) => $connection->command('PRAGMA secure_delete=OFF'));

        self::assertSame(1, $persistent()->read(static fn(Connection $connection): ?int => $connection->row('PRAGMA secure_delete')?->number('secure_delete')));
    }

    public function test_a_file_that_is_replaced_is_noticed(): void
    {
        $this->outbox()->intake->add(self::enquiry());
        (new Filesystem())->remove(["{$this->folder}/enquiries.sqlite", "{$this->folder}/enquiries.sqlite-wal", "{$this->folder}/enquiries.sqlite-shm"]);
        $this->outbox()->intake->add(self::enquiry());

        self::assertSame(1, $this->waiting());
    }

    /** SQLite opens for reading what may not be written, and PHP keeps the connection over the end of a request. */
    public function test_what_could_not_be_written_for_a_while_is_written_again(): void
    {
        $this->outbox()->intake->add(self::enquiry());
        $files = glob("{$this->folder}/enquiries.sqlite*");
        self::assertNotFalse($files);
        (new DataFolder($this->folder))->giveTo('nobody');
        $answers = Children::run(1, fn(): \Closure => function () use ($files): string {
            // Nobody can forbid root anything.
            $nobody = posix_getpwnam('nobody');
            \assert($nobody !== false);
            posix_setuid($nobody['uid']);
            $open = fn(): SqliteDatabase => new SqliteDatabase(new DataFolder($this->folder), persistent: true);
            $lived = $open();
            array_map(static fn($file): bool => chmod($file, 0o400), $files);
            $said = '';
            foreach ([$open(), $lived] as $database) {
                try {
                    $said .= $this->outbox($database)->intake->add(self::enquiry())->reference;
                } catch (StoreUnavailable $unavailable) {
                    $said .= str_contains($unavailable->getMessage(), 'Give the files of DATA_DIR to the user') ? 'refused ' : $unavailable->getMessage();
                }
            }
            array_map(static fn($file): bool => chmod($file, 0o600), $files);
            foreach ([$open(), $lived] as $database) {
                $said .= $this->outbox($database)->intake->add(self::enquiry())->isNew ? 'taken ' : '';
            }

            return $said;
        });

        self::assertSame('refused refused taken taken ', $answers[0]);
    }

    public function test_a_database_that_another_program_locks_is_unavailable(): void
    {
        $other = new \PDO("sqlite:{$this->folder}/enquiries.sqlite");
        $other->exec('BEGIN IMMEDIATE');
        try {
            $this->outbox()->intake->add(self::enquiry());
            self::fail('It was stored.');
        } catch (StoreUnavailable $unavailable) {
            self::assertStringContainsString('locked', $unavailable->getMessage());
        }
        $other->exec('ROLLBACK');

        self::assertTrue($this->outbox()->intake->add(self::enquiry())->isNew);
    }

    /** As one that was suspended just before its turn. */
    public function test_a_process_that_is_stuck_in_the_line_holds_up_nobody(): void
    {
        $lock = $this->locked('line.lock');
        $answers = Children::run(32, fn(): \Closure => function (): string {
            pcntl_alarm(300); // ends a child that would wait for ever

            return $this->outbox($this->open())->intake->add(self::enquiry())->isNew ? 'taken' : 'known';
        });

        fclose($lock);
        self::assertSame(['taken' => 32], array_count_values($answers));
    }

    public function test_however_many_wait_for_a_lock_each_is_told(): void
    {
        $lock = $this->locked('write.lock');
        $answers = $this->answersToEight();
        fclose($lock);

        self::assertSame(['refused' => 8], $answers);
    }

    /** The same, where it is another program that locks the database itself. */
    public function test_however_many_wait_for_the_database_each_is_told(): void
    {
        $other = new \PDO("sqlite:{$this->folder}/enquiries.sqlite");
        $other->exec('BEGIN IMMEDIATE');
        $answers = $this->answersToEight();
        $other->exec('ROLLBACK');

        self::assertSame(['refused' => 8], $answers);
    }

    /** @return array<string, int> how often each answer was given */
    private function answersToEight(): array
    {
        return array_count_values(Children::run(8, fn(): \Closure => function (): string {
            try {
                return $this->outbox(new SqliteDatabase(new DataFolder($this->folder), TimeLimit::ofRequest()))->intake->add(self::enquiry())->reference;
            } catch (StoreUnavailable) {
                return 'refused';
            }
        }));
    }

    /** @return resource that holds it for as long as it is held itself */
    private function locked(string $file)
    {
        $lock = fopen("{$this->folder}/{$file}", 'c');
        self::assertNotFalse($lock);
        flock($lock, \LOCK_EX);

        return $lock;
    }

    public function test_a_full_disk_is_unavailable_and_what_is_there_stays(): void
    {
        $this->outbox()->intake->add(self::enquiry());
        $pages = $this->database->read(static fn(Connection $connection): int => $connection->row('PRAGMA page_count')?->number('page_count') ?? 0);
        $this->database->read(static fn(Connection $connection) => $connection->command("PRAGMA max_page_count={$pages}"));
        try {
            for ($i = 0; $i < 100; ++$i) {
                $this->outbox()->intake->add(self::enquiry(['message' => str_repeat('x', 9000)]));
            }
            self::fail('It was stored.');
        } catch (StoreUnavailable $unavailable) {
            self::assertStringContainsString('full', $unavailable->getMessage());
        }
        $this->database->read(static fn(Connection $connection) => $connection->command('PRAGMA max_page_count=100000'));

        self::assertTrue($this->outbox()->intake->add(self::enquiry())->isNew);
    }

    /** The system's own limit, as a quota would have it: the write ahead log cannot grow. */
    public function test_a_file_that_may_not_grow_is_unavailable(): void
    {
        $answers = Children::run(1, fn(): \Closure => function (): string {
            pcntl_signal(\SIGXFSZ, \SIG_IGN);
            $limit = (int) filesize("{$this->folder}/enquiries.sqlite-wal") + 4096;
            posix_setrlimit(\POSIX_RLIMIT_FSIZE, $limit, $limit);
            $outbox = $this->outbox($this->open());
            for ($i = 0; $i < 100; ++$i) {
                $outbox->intake->add(self::enquiry(['message' => str_repeat('x', 9000)]));
            }

            return 'stored';
        });

        self::assertStringStartsWith(StoreUnavailable::class, $answers[0]);
        self::assertTrue($this->outbox()->intake->add(self::enquiry())->isNew);
    }

    #[TestWith(["enquiry BEGIN SELECT RAISE(ABORT, 'no')"])]
    #[TestWith(['enquiry BEGIN SELECT RAISE(IGNORE)'])]
    #[TestWith(["enquiry_rate BEGIN SELECT RAISE(ABORT, 'no')"])]
    #[TestWith(["enquiry_meta BEGIN SELECT RAISE(ABORT, 'no')"])]
    public function test_a_table_that_takes_no_row_is_noticed_before_an_enquiry_comes(string $trigger): void
    {
        $this->outbox()->intake->rehearse();
        $this->database->write(static fn(Connection $connection) => $connection->command("CREATE TRIGGER no BEFORE INSERT ON {$trigger}; END"));

        $this->expectException(StoreUnavailable::class);
        $this->outbox()->intake->rehearse();
    }

    public function test_what_a_rehearsal_may_have_left_does_not_fail_the_next(): void
    {
        $this->outbox()->intake->add(self::enquiry());
        $this->database->write(static fn(Connection $connection): int => $connection->change("UPDATE enquiry SET reference = 'rehearsal'"));
        $this->outbox()->intake->rehearse();

        self::assertSame(0, $this->waiting());
    }

    public function test_a_folder_that_cannot_be_made_is_unavailable(): void
    {
        $this->expectException(StoreUnavailable::class);
        $this->expectExceptionMessageMatches('~data folder /dev/null/data cannot be made~');
        $this->outbox(new SqliteDatabase(new DataFolder('/dev/null/data')))->intake->add(self::enquiry());
    }

    public function test_tables_of_a_later_release_are_left_alone(): void
    {
        $this->database->read(static fn(Connection $connection) => $connection->change("UPDATE enquiry_meta SET value = 99 WHERE name = 'schema_version'"));

        $this->expectException(StoreUnavailable::class);
        $this->expectExceptionMessageMatches('/later release \(version 99\)/');
        $this->open()->prepare();
    }

    #[TestWith(['ext4', false])]
    #[TestWith(['nfs4', true])]
    #[TestWith(['cifs', true])]
    #[TestWith(['fuse.sshfs', true])]
    public function test_a_network_disk_is_refused(string $type, bool $refused): void
    {
        if ($refused) {
            $this->expectException(StoreUnavailable::class);
            $this->expectExceptionMessageMatches("/network disk \\({$type}\\)/");
        }
        $mounts = "21 1 8:1 / / rw - xfs /dev/a rw\n"
            . "22 21 8:2 / " . \dirname($this->folder) . " rw,relatime shared:1 - {$type} server:/x rw\n"
            . "23 21 8:2 / {$this->folder}-other rw - tmpfs none rw\n";
        (new DataFolder($this->folder))->refuseNetworkDisk($mounts);
        self::assertDirectoryExists($this->folder);
    }

    protected function open(): Database
    {
        return new SqliteDatabase(new DataFolder($this->folder));
    }

    protected static function dialect(): Dialect
    {
        return Dialect::Sqlite;
    }

    protected function emptied(): Connection
    {
        $this->clear();
        $folder = new DataFolder($this->folder);
        $folder->make();
        $connection = $this->otherConnection();
        $connection->command('PRAGMA journal_mode=WAL');

        return $connection;
    }

    protected function otherConnection(): Connection
    {
        return Connection::open(Dialect::Sqlite, "sqlite:{$this->folder}/enquiries.sqlite", '', '', [], static fn(): bool => true);
    }

    protected function isOnDisk(string $text): bool
    {
        return Files::hold($this->folder, $text);
    }

    protected function clear(): void
    {
        $this->folder = DataFolders::fresh();
    }

    protected function setUp(): void
    {
        parent::setUp();
        $this->database->prepare();
    }
}
