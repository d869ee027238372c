<?php

declare(strict_types=1);

namespace Enquiry\Console;

use Enquiry\Database\Backup;
use Symfony\Component\Console\Attribute\Argument;
use Symfony\Component\Console\Attribute\Option;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Style\SymfonyStyle;

/** Backs up and restores all enquiries. */
final readonly class DatabaseCommands
{
    private const BACKUP_HELP = <<<'TEXT'
        The backup is a SQLite file, also if the enquiries are in MySQL or MariaDB. Only its owner can read it.
        <info>restore FILE</info> restores it into the configured database, which may be another one.

        Copy the files to another machine too, and keep them private there: they hold everything that visitors typed.
        TEXT;

    private const RESTORE_HELP = <<<'TEXT'
        Adds the enquiries that are missing in the configured database. It changes and deletes nothing, and can run
        again.
        If the SQLite database is damaged: stop the worker, rename the file enquiries.sqlite, run <info>setup</info>,
        restore the renamed file, then the latest backup. All that can be read of the renamed file is restored. Do not
        delete it before.

        Added enquiries that were waiting when the backup was made are mailed, even if they were already mailed after
        the backup. Sent and failed enquiries are not mailed.
        Enquiries that were erased, or are older than the privacy notice says, are left out.
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
        #[Option('Delete all other backups in DATA_DIR/backups')]
        bool $only = false,
    ): int {
        if ($only && $file !== null) {
            $io->error('--only is for the files in DATA_DIR/backups, so name no other file with it.');

            return Command::INVALID;
        }
        [$file, $count] = $this->services->chores()->backUp($file, $only ? 0 : null);
        $io->writeln("Backed up to {$file}: {$count}");

        return Command::SUCCESS;
    }

    public function restore(
        SymfonyStyle $io,
        #[Argument('A file that backup wrote, or a damaged database that was renamed')]
        string $file,
    ): int {
        $database = $this->services->database();
        $backup = Backup::open($file);
        [$added, $known, $left] = $this->services->erasures()->restore($backup, $this->services->purgedBefore());
        $io->writeln("Restored to {$database->name()}: {$added}. Already there: {$known}");
        $io->writeln(
            $left === 0 ? [] : "Left out, because they were erased or are older than the privacy notice says: {$left}",
        );
        if ($backup->damaged === null) {
            return Command::SUCCESS;
        }
        $lost = $backup->damaged->lost();
        $io->warning(
            "{$file} is damaged. Read: "
                . ($added + $known + $left)
                . '. Not read: '
                . match ($lost) {
                    null => 'unknown, because the list of references is damaged too.',
                    [] => '0.',
                    default => \count($lost)
                        . '. If another backup has these enquiries, restore it too: '
                        . implode(', ', array_map(Services::plain(...), $lost)),
                },
        );

        return $lost === [] ? Command::SUCCESS : Command::FAILURE;
    }
}
