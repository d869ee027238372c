<?php

declare(strict_types=1);

namespace Enquiry\Console;

use Enquiry\Database\Backup;
use Enquiry\Delivery\StoredEnquiry;
use Enquiry\Enquiry\Message;
use Enquiry\Operations\QueueNumbers;
use Symfony\Component\Console\Attribute\Argument;
use Symfony\Component\Console\Attribute\MapInput;
use Symfony\Component\Console\Attribute\Option;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Output\OutputInterface;
use Symfony\Component\Console\Output\StreamOutput;
use Symfony\Component\Console\Style\SymfonyStyle;

/** Exports and deletes the enquiries of a person; exports, backs up and restores all. */
final readonly class DataCommands
{
    private const WHO = 'An email address, phone number or reference, such as zoe@b.co, 082 123 4567 or 7K3QM-0XW4T';

    public function __construct(private CommandContext $context) {}

    public function erase(
        SymfonyStyle $io,
        #[Argument(self::WHO)]
        string $who = '',
        #[Option('All suspected ones of the days that --since and --until name')]
        bool $flagged = false,
        #[MapInput]
        Received $received = new Received(),
        #[Option(CommandContext::FORCE)]
        bool $force = false,
    ): int {
        if (($who === '') !== $flagged || $flagged !== $received->isGiven()) {
            throw new \InvalidArgumentException('Name either a person, or --flagged with --since or --until.');
        }
        $found = $flagged ? $this->suspected($received) : $this->matching($who);
        $io->writeln(array_map(fn(StoredEnquiry $record): string => $this->context->summary($record), $found));
        $references = array_column($found, 'reference');
        $question = 'Delete ' . QueueNumbers::inWords(\count($found)) . ' permanently?';
        $this->context->confirm($io, $question, $references, $force);
        $deleted = $this->context->queue()->erase($references);
        $io->writeln(['Deleted ' . QueueNumbers::inWords($deleted) . '.', ...$this->copiesOf($found)]);

        return Command::SUCCESS;
    }

    /**
     * @param non-empty-list<StoredEnquiry> $erased
     * @return list<string> where else they may be
     */
    private function copiesOf(array $erased): array
    {
        $folder = $this->context->configuration()->folder();
        $days = $this->context->configuration()->keptDays()['backups'];
        $targets = [];
        foreach (array_merge(...array_column($erased, 'deliveries')) as $row) {
            if ($row->numberOrNull('delivered_at') !== null) {
                $targets[$row->text('target')] = true;
            }
        }

        return [
            ...$folder->backups()->names('/\.sqlite$/D') === []
                ? []
                : ["Backups have them until they are deleted, after {$days} days. After a restore, erase again."],
            ...is_file($folder->file('suspects.txt'))
                ? ['suspects.txt in DATA_DIR may name the person: edit it.']
                : [],
            ...$targets === []
                ? []
                : ['Also delete the copies that were sent to: ' . implode(', ', array_keys($targets))],
        ];
    }

    public function export(
        OutputInterface $output,
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
            self::print($output, $export->heading());
            foreach ($this->context->received($received) as $record) {
                self::print($output, $export->enquiry($record, $this->context->view($record)));
            }

            return Command::SUCCESS;
        }
        self::print($output, Output::json($this->matching($who)));

        return Command::SUCCESS;
    }

    /** Symfony does not notice a full disk, and a file without the last enquiries looks complete. */
    private static function print(OutputInterface $output, string $text): void
    {
        if ($output instanceof StreamOutput && @fwrite($output->getStream(), $text) !== \strlen($text)) {
            throw new Failure('The export could not be written: the disk may be full. What was written is incomplete.');
        }
    }

    /** @return non-empty-list<StoredEnquiry> oldest first */
    private function matching(string $who): array
    {
        $repository = $this->context->repository();
        if (str_contains($who, '@')) {
            return self::some($repository->from('email', Message::normaliseEmail($who)));
        }
        $phone = Message::phoneIn($who);
        try {
            // First, because one reference in 20,000 looks like a phone number.
            $named = $this->context->find($who);
        } catch (\InvalidArgumentException) {
            $named = $phone !== null ? null : throw new \InvalidArgumentException(
                'Name an email address, a phone number or a reference. To find them by a name, use list --search=NAME.',
            );
        }

        return self::some(match (true) {
            $named !== null => [$named],
            $phone !== null => $repository->from('phone', $phone),
            default => [],
        });
    }

    /** @return non-empty-list<StoredEnquiry> */
    private function suspected(Received $received): array
    {
        $records = iterator_to_array($this->context->received($received), false);

        return self::some(array_filter($records, static fn(StoredEnquiry $record): bool => $record->flags !== []));
    }

    /**
     * @param array<StoredEnquiry> $found
     * @return non-empty-list<StoredEnquiry>
     */
    private static function some(array $found): array
    {
        return $found === [] ? throw new Failure('No enquiry matches.') : array_values($found);
    }

    public function backup(
        SymfonyStyle $io,
        #[Argument('By default DATA_DIR/backups/enquiries-<time in UTC>.sqlite')]
        ?string $file = null,
    ): int {
        $path = $file === null ? null : $this->context->backupFile($file);
        [$path, $count] = $this->context->application()->parts->chores()->backUp($path);
        $io->writeln('Backed up ' . QueueNumbers::inWords($count) . " to {$path}.");

        return Command::SUCCESS;
    }

    public function restore(
        SymfonyStyle $io,
        #[Argument('A file that backup wrote')]
        string $file,
    ): int {
        $database = $this->context->database();
        $backup = Backup::open($this->context->backupFile($file));
        $database->makeIfMissing();
        [$added, $known] = $backup->restore($database);
        $io->writeln([
            "Restored {$added} of " . QueueNumbers::inWords($added + $known) . " to {$database->name()}."
                . ($known === 0 ? '' : ' The others were there already.'),
            'If people asked you to erase their enquiries since the backup, erase them again.',
        ]);

        return Command::SUCCESS;
    }
}
