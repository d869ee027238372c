<?php

declare(strict_types=1);

namespace Enquiry\Tests\Storage;

use Enquiry\Database\Database;
use Enquiry\Database\DataFolder;
use Enquiry\Database\SqliteDatabase;
use Enquiry\Tests\Support\DataFolders;
use Enquiry\Tests\Support\Environment;
use Enquiry\Tests\Support\OtherHost;
use Enquiry\Tests\Support\PrivateFile;

final class SqliteStoreTest extends StoreTestCase
{
    private string $folder;

    public function test_the_folder_and_its_files_are_private_and_guarded(): void
    {
        $this->outbox()->add(self::enquiry());

        self::assertSame(0o700, fileperms($this->folder) & 0o777);
        $files = (new DataFolder($this->folder))->names('/^(?!\.htaccess$)/D');
        self::assertContains(PrivateFile::DATABASE, $files);
        foreach ($files as $file) {
            self::assertSame(0o600, fileperms("{$this->folder}/{$file}") & 0o777, $file);
        }
        self::assertSame("Require all denied\n", file_get_contents("{$this->folder}/.htaccess"));
    }

    public function test_each_commit_empties_the_journal_and_syncs_to_the_disk(): void
    {
        OtherHost::whileSqliteIsAnother(function (): void {
            $pragma = fn(string $name): string => $this->database->rows("PRAGMA {$name}")[0]->text($name);

            self::assertSame('truncate', $pragma('journal_mode'));
            self::assertSame('2', $pragma('synchronous'));
            self::assertSame('1', $pragma('secure_delete'));
        });
    }

    protected function open(): Database
    {
        return new SqliteDatabase(new DataFolder($this->folder));
    }

    protected function environment(): array
    {
        return Environment::for(Environment::deadPort(), ['DATA_DIR' => $this->folder]);
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
