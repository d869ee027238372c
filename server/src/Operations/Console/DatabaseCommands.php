<?php

declare(strict_types=1);

namespace Enquiry\Operations\Console;

use Enquiry\Store\Backup;
use Enquiry\Store\DataFolder;
use Symfony\Component\Console\Attribute\Argument;
use Symfony\Component\Console\Attribute\Option;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Style\SymfonyStyle;

/** Backing up and restoring all enquiries. */
final readonly class DatabaseCommands
{
    private const BACKUP_HELP = <<<'TEXT'
        The backup is a SQLite file, whichever database the enquiries are in. Only this user can read it.
        <info>restore FILE</info> restores it into the configured database, which may be another one.

        For cron, every night: <info>17 2 * * * php server/console backup --keep=7</info>
        Copy the files to another machine too, and keep them private there: they hold everything that visitors typed.
        TEXT;

    /** --keep deletes only these, including unfinished ones of interrupted runs. */
    private const BACKUP_NAME = '/^enquiries-\d{8}T\d{6}Z\.sqlite(?:\.part)?$/D';

    private const RESTORE_HELP = <<<'TEXT'
        Adds the enquiries that the configured database lacks. It changes and deletes nothing, and can run again.
        If the database is damaged, move it away first (SQLite: all files that begin with enquiries.sqlite).

        Enquiries that waited when the backup was made wait again and are mailed. If they were mailed since, and the
        database has lost that, they are mailed twice. Sent and failed ones are not mailed.
        Enquiries that were erased or purged since are back: erase them again.
        TEXT;

    public function __construct(private Services $services) {}

    /** @return list<Command> */
    public function commands(): array
    {
        return [
            (new Command('backup'))
                ->setDescription('Copies all enquiries into one file')
                ->setHelp(self::BACKUP_HELP)
                ->setCode($this->backup(...)),
            (new Command('restore'))
                ->setDescription('Restores the enquiries of a backup')
                ->setHelp(self::RESTORE_HELP)
                ->setCode($this->restore(...)),
        ];
    }

    public function backup(
        SymfonyStyle $io,
        #[Argument('By default DATA_DIR/backups/enquiries-<time in UTC>.sqlite')]
        ?string $file = null,
        #[Option('How many of the newest in DATA_DIR/backups to keep; the others are deleted')]
        ?string $keep = null,
    ): int {
        $most = $keep === null ? null : filter_var($keep, \FILTER_VALIDATE_INT, ['options' => ['min_range' => 1]]);
        if ($most === false || ($most !== null && $file !== null)) {
            $io->error('Give --keep a whole number from 1 on, and no file: it is for the files in DATA_DIR/backups.');

            return Command::INVALID;
        }
        $now = $this->services->now();
        $folder = $this->services->backups();
        $folder->make();
        $file ??= $folder->file('enquiries-' . gmdate('Ymd\THis\Z', $now) . '.sqlite');
        $count = Backup::take($this->services->database(), $file);
        $io->writeln("Backed up to {$file}: {$count}");
        // The console may run as root; the web server's user needs the files too.
        $folder->giveTo((int) fileowner($this->services->configuration()->dataFolder));
        if ($most !== null) {
            self::deleteAllBut($most, $folder);
        }
        $this->services->monitor()->recordBackup($now);

        return Command::SUCCESS;
    }

    private static function deleteAllBut(int $most, DataFolder $folder): void
    {
        foreach (\array_slice(array_reverse($folder->names(self::BACKUP_NAME)), $most) as $name) {
            unlink($folder->file($name));
        }
    }

    public function restore(
        SymfonyStyle $io,
        #[Argument('A file that backup wrote')]
        string $file,
    ): int {
        $database = $this->services->database();
        [$added, $known] = Backup::open($file)->restore($database);
        $io->writeln("Restored to {$database->name()}: {$added}. There already: {$known}");

        return Command::SUCCESS;
    }
}
