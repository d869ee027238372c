<?php

declare(strict_types=1);

namespace Enquiry\Tests\Storage;

use Enquiry\Database\Database;
use Enquiry\Database\DataFolder;
use Enquiry\Database\SqliteDatabase;
use Enquiry\Tests\Support\DataFolders;

final class SqliteStoreTest extends StoreTestCase
{
    private string $folder;

    public function test_the_folder_and_its_files_are_private_and_guarded(): void
    {
        $this->outbox()->intake->add(self::enquiry());

        self::assertSame(0o700, fileperms($this->folder) & 0o777);
        foreach (['enquiries.sqlite', 'enquiries.sqlite-journal', 'database-was-made.txt', 'write.lock'] as $file) {
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

    /** As after a power failure. */
    public function test_an_empty_id_beside_a_database_is_repaired_and_beside_none_refused(): void
    {
        $id = (new DataFolder($this->folder))->id();
        $database = new SqliteDatabase(new DataFolder($this->folder, $id));
        file_put_contents("{$this->folder}/installation.id", '');
        self::assertNotSame('', $this->outbox($database)->intake->add(self::enquiry())->reference);
        self::assertSame("{$id}\n", file_get_contents("{$this->folder}/installation.id"));

        file_put_contents("{$this->folder}/installation.id", '');
        unlink($database->name());
        $this->expectExceptionMessage('is not the one whose DATA_ID is in .env');
        $this->outbox($database)->intake->add(self::enquiry());
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
