<?php

declare(strict_types=1);

namespace Enquiry\Console;

use Enquiry\Database\Backup;
use Enquiry\Enquiry\Message;
use Enquiry\Queue\StoredEnquiry;
use Symfony\Component\Console\Attribute\Argument;
use Symfony\Component\Console\Attribute\MapInput;
use Symfony\Component\Console\Attribute\Option;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Output\OutputInterface;
use Symfony\Component\Console\Style\SymfonyStyle;

/** Exports and deletes the enquiries of a person; exports, backs up and restores all. */
final readonly class DataCommands
{
    private const WHO = 'An email address, phone number or reference, such as zoe@b.co, 082 123 4567 or 7K3QM-0XW4T';

    public function __construct(private Services $services) {}

    public function erase(
        SymfonyStyle $io,
        #[Argument(self::WHO)]
        string $who,
        #[Option(Services::FORCE)]
        bool $force = false,
    ): int {
        $found = $this->matching($who);
        $io->writeln(array_map($this->services->summary(...), $found));
        Output::confirm($io, 'Delete permanently: ' . \count($found) . '?', $force);
        $deleted = $this->services->repository()->erase(array_column($found, 'reference'));
        $days = $this->services->configuration()->keptDays()['backups'];
        $io->writeln([
            "Deleted: {$deleted}",
            "Backups have them until they are deleted, after {$days} days. After a restore, erase again.",
            'suspects.txt in DATA_DIR may name the person: edit it.',
        ]);

        return Command::SUCCESS;
    }

    public function export(
        SymfonyStyle $io,
        #[Argument(self::WHO)]
        string $who = '',
        #[MapInput]
        Received $received = new Received(),
        #[Option('All enquiries as CSV')]
        bool $csv = false,
        #[Option('With --csv: "," for Excel in the USA and the UK, or ";"')]
        string $separator = ';',
    ): int {
        if (($who !== '') === $csv || (!$csv && $received->isGiven())) {
            throw new \InvalidArgumentException('Name either a person or --csv. --since and --until need --csv.');
        }
        if (!\in_array($separator, [';', ','], true)) {
            throw new \InvalidArgumentException('--separator must be ";" or ",".');
        }
        if ($csv) {
            $export = new CsvExport($separator);
            $io->write($export->heading(), false, OutputInterface::OUTPUT_RAW);
            foreach ($this->services->received($received) as $record) {
                $line = $export->enquiry($record, $this->services->view($record));
                $io->write($line, false, OutputInterface::OUTPUT_RAW);
            }

            return Command::SUCCESS;
        }
        Output::printJson($io, $this->matching($who));

        return Command::SUCCESS;
    }

    /** @return non-empty-list<StoredEnquiry> oldest first */
    private function matching(string $who): array
    {
        $repository = $this->services->repository();
        $phone = Message::phoneIn($who);
        $found = match (true) {
            str_contains($who, '@') => $repository->from('email', Message::normaliseEmail($who)),
            $phone !== null => $repository->from('phone', $phone),
            default => array_filter([$this->services->find($who)]),
        };

        return $found === [] ? throw new Failure('No enquiry matches.') : $found;
    }

    public function backup(
        SymfonyStyle $io,
        #[Argument('By default DATA_DIR/backups/enquiries-<time in UTC>.sqlite')]
        ?string $file = null,
    ): int {
        [$file, $count] = $this->services->application()->chores()->backUp($file);
        $io->writeln("Backed up to {$file}: {$count}");

        return Command::SUCCESS;
    }

    public function restore(
        SymfonyStyle $io,
        #[Argument('A file that backup wrote')]
        string $file,
    ): int {
        $database = $this->services->database();
        $backup = Backup::open($file);
        $database->makeIfMissing();
        [$added, $known] = $backup->restore($database);
        $io->writeln([
            "Restored to {$database->name()}: {$added}. Already there: {$known}",
            'If people asked you to erase their enquiries since the backup, erase them again.',
        ]);

        return Command::SUCCESS;
    }
}
