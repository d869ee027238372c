<?php

declare(strict_types=1);

namespace Enquiry\Operations\Console;

use Enquiry\Store\StoredEnquiry;
use Symfony\Component\Console\Attribute\Argument;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Output\OutputInterface;
use Symfony\Component\Console\Style\SymfonyStyle;

/** Shows and exports a person's data, and deletes old data. */
final readonly class PersonalDataCommands
{
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

    public function purge(SymfonyStyle $io): int
    {
        $deleted = $this->services->chores()->purge();
        if ($deleted === null) {
            $io->error("Nothing was deleted: there was no purge for a week, so the clock may be wrong. It is now {$this->services->format($this->services->now())}. If that is right, run purge again.");

            return Command::FAILURE;
        }
        $io->writeln("Deleted: {$deleted}");

        return Command::SUCCESS;
    }
}
