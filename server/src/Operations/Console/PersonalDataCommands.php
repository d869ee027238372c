<?php

declare(strict_types=1);

namespace Enquiry\Operations\Console;

use Enquiry\Store\Backup;
use Enquiry\Store\BackupFailed;
use Enquiry\Store\StoredEnquiry;
use Symfony\Component\Console\Attribute\Argument;
use Symfony\Component\Console\Attribute\Option;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Output\OutputInterface;
use Symfony\Component\Console\Style\SymfonyStyle;

/** Shows, exports and deletes a person's data. */
final readonly class PersonalDataCommands
{
    private const ERASE_HELP = <<<'TEXT'
        Deletes the enquiries from the database and its files. If backups in DATA_DIR/backups have the address, the
        command lists them and exits with 1: delete these backups.

        It cannot delete:
         - sent mail: the mailboxes of the sales team, the queue of the mail server
         - backups in other places: after you restore one, erase again
         - the logs, archived logs and replicas of a database server
         - the log, if a mail server quoted the address when it refused a mail
        TEXT;

    public function __construct(private Services $services) {}

    /** @return list<Command> */
    public function commands(): array
    {
        return [
            (new Command('find'))
                ->setDescription('Lists the enquiries from an email address')
                ->setCode($this->find(...)),
            (new Command('export'))
                ->setDescription('Prints everything that is stored about an email address as JSON')
                ->setCode($this->export(...)),
            (new Command('erase'))
                ->setDescription('Deletes all enquiries from an email address, delivered or not')
                ->setHelp(self::ERASE_HELP)
                ->setCode($this->erase(...)),
            (new Command('purge'))
                ->setDescription('Deletes enquiries older than RETENTION_DAYS, except waiting enquiries')
                ->setHelp('The worker does this every night.')
                ->setCode($this->purge(...)),
        ];
    }

    public function find(
        SymfonyStyle $io,
        #[Argument('The email address, in any case')]
        string $email,
    ): int {
        $records = $this->services->repository()->findByEmail($email);
        $io->table(['Reference', 'Received', 'State', 'Sent', 'Replaces'], array_map(
            fn(StoredEnquiry $record): array => [
                Services::line($record->reference),
                $this->services->format($record->receivedAt),
                Services::line($record->state),
                $this->services->format($record->sentAt),
                implode(', ', $record->replaces()),
            ],
            $records,
        ));

        return $records === [] ? Command::FAILURE : Command::SUCCESS;
    }

    public function export(
        OutputInterface $output,
        #[Argument('The email address, in any case')]
        string $email,
    ): int {
        $output->writeln(Services::json($this->services->repository()->findByEmail($email)), OutputInterface::OUTPUT_RAW);

        return Command::SUCCESS;
    }

    public function erase(
        SymfonyStyle $io,
        #[Argument('The email address, in any case')]
        string $email,
        #[Option('Do not ask for confirmation')]
        bool $force = false,
    ): int {
        $repository = $this->services->repository();
        $count = \count($repository->findByEmail($email));
        if ($count > 0 && !$force && !$io->confirm("Delete permanently: {$count}?", false)) {
            $io->writeln('Nothing was deleted.');

            return Command::FAILURE;
        }
        $io->writeln("Deleted: {$repository->erase($email)}");
        // Also if nothing was found, because an earlier run may have been interrupted.
        $this->services->database()->scrub();
        $backups = $this->backupsWith($email);
        if ($backups !== []) {
            $io->error('Delete these backups: they have the address or cannot be read. backup --keep=1 makes a new backup and deletes the others.');
            $io->listing($backups);
        }

        return $backups === [] ? Command::SUCCESS : Command::FAILURE;
    }

    /** @return list<string> */
    private function backupsWith(string $email): array
    {
        $folder = $this->services->backups();
        $found = [];
        foreach ($folder->names('/\.(?:sqlite|part)$/D') as $name) {
            try {
                if (!Backup::open($folder->file($name))->holdsEmail($email)) {
                    continue;
                }
            } catch (BackupFailed) {
                // It may have the address.
            }
            $found[] = $folder->file($name);
        }

        return $found;
    }

    public function purge(SymfonyStyle $io): int
    {
        $io->writeln("Deleted: {$this->services->chores()->purge()}");

        return Command::SUCCESS;
    }
}
