<?php

declare(strict_types=1);

namespace Enquiry\Tests\Storage;

use Enquiry\Database\Database;
use Enquiry\Database\DataFolder;
use Enquiry\Database\SqliteDatabase;
use Enquiry\Database\StoreUnavailable;
use Enquiry\Tests\Support\DataFolders;
use PHPUnit\Framework\Attributes\TestWith;

final class SqliteStoreTest extends StoreTestCase
{
    private string $folder;

    public function test_the_folder_and_its_files_are_private_and_guarded(): void
    {
        $this->outbox()->intake->add(self::enquiry());

        self::assertSame(0o700, fileperms($this->folder) & 0o777);
        foreach (['enquiries.sqlite', 'enquiries.sqlite-journal', 'write.lock'] as $file) {
            self::assertSame(0o600, fileperms("{$this->folder}/{$file}") & 0o777, $file);
        }
        self::assertSame("Require all denied\n", file_get_contents("{$this->folder}/.htaccess"));
        self::assertFileExists("{$this->folder}/index.html");
    }

    public function test_each_commit_empties_the_journal_and_syncs_to_the_disk(): void
    {
        $pragma = fn(string $name): ?string => $this->database->row("PRAGMA {$name}")?->text($name);

        self::assertSame('truncate', $pragma('journal_mode'));
        self::assertSame('2', $pragma('synchronous'));
        self::assertSame('1', $pragma('secure_delete'));
    }

    public function test_a_database_with_a_damaged_page_accepts_no_enquiry(): void
    {
        array_map(fn(): string => $this->outbox()->intake->add(self::enquiry()), range(1, 20));
        $file = $this->database->name();
        $this->overwriteLastPage($file);
        // SQLite alone would accept it: it reads other pages.
        (new \PDO("sqlite:{$file}"))->exec('DELETE FROM enquiry_rate');

        for ($attempt = 1; $attempt <= 2; ++$attempt) {
            try {
                $this->outbox()->intake->add(self::enquiry());
                self::fail('It was stored.');
            } catch (StoreUnavailable $unavailable) {
                self::assertStringContainsString('Rename the file, and restore', $unavailable->getMessage());
            }
        }

        rename($file, "{$file}.damaged");
        self::assertNotSame('', $this->outbox()->intake->add(self::enquiry()));
    }

    private function overwriteLastPage(string $file): void
    {
        $handle = fopen($file, 'r+');
        self::assertNotFalse($handle);
        fseek($handle, (int) filesize($file) - 4_096);
        fwrite($handle, random_bytes(4_096));
        fclose($handle);
        touch($file, time() - 60);
    }

    /** As after a power failure. */
    public function test_an_empty_id_beside_a_database_is_repaired_and_beside_none_refused(): void
    {
        $id = (new DataFolder($this->folder))->id();
        $database = new SqliteDatabase(new DataFolder($this->folder, $id));
        file_put_contents("{$this->folder}/installation.id", '');
        self::assertNotSame('', $this->outbox($database)->intake->add(self::enquiry()));
        self::assertSame("{$id}\n", file_get_contents("{$this->folder}/installation.id"));

        file_put_contents("{$this->folder}/installation.id", '');
        unlink($database->name());
        $this->expectExceptionMessage('is not the one whose DATA_ID is in .env');
        $this->outbox($database)->intake->add(self::enquiry());
    }

    #[TestWith(["CREATE TRIGGER no BEFORE INSERT ON enquiry BEGIN SELECT RAISE(ABORT, 'no'); END"])]
    #[TestWith(["CREATE TRIGGER no BEFORE INSERT ON enquiry_rate BEGIN SELECT RAISE(ABORT, 'no'); END"])]
    #[TestWith(['ALTER TABLE enquiry DROP COLUMN network'])]
    public function test_a_table_that_accepts_no_row_is_noticed_before_an_enquiry_arrives(string $change): void
    {
        $this->outbox()->intake->rehearse();
        $this->database->change($change);

        $this->expectException(StoreUnavailable::class);
        $this->outbox()->intake->rehearse();
    }

    public function test_a_row_left_by_a_write_test_does_not_fail_the_next_test(): void
    {
        $this->outbox()->intake->add(self::enquiry());
        $this->database->change("UPDATE enquiry SET reference = 'rehearsal'");
        $this->outbox()->intake->rehearse();

        self::assertSame(0, $this->waiting());
    }

    protected function open(): Database
    {
        return new SqliteDatabase(new DataFolder($this->folder));
    }

    protected function dropTables(): void
    {
        $this->clear();
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
