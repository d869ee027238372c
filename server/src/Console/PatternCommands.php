<?php

declare(strict_types=1);

namespace Enquiry\Console;

use Enquiry\Database\State;
use Enquiry\Enquiry\Pattern;
use Enquiry\Log\LogFile;
use Enquiry\Queue\StoredEnquiry;
use Symfony\Component\Console\Attribute\Argument;
use Symfony\Component\Console\Attribute\MapInput;
use Symfony\Component\Console\Attribute\Option;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Style\SymfonyStyle;

/** Exports, marks, dismisses and deletes the enquiries that match a pattern. export --csv exports all. */
final readonly class PatternCommands
{
    /** How many of the matching enquiries a command lists before it asks. */
    private const SHOWN = 5;

    private const NONE = 'No enquiry matches.';

    public function __construct(private Services $services) {}

    public function dismiss(
        SymfonyStyle $io,
        #[MapInput]
        Selection $selection,
    ): int {
        $states = $this->listMatches($io, $this->target($selection->pattern), $selection);
        $found = array_keys(array_intersect($states, [State::Waiting->value, State::Failed->value]));
        if ($found === []) {
            throw new Failure('No enquiry that waits or has failed matches.');
        }
        $count = \count($found);
        Terminal::confirm($io, "Do not mail those that wait or have failed: {$count}?", $selection->force);
        $dismissed = $this->services->repository()->dismissEach($found, $this->services->clock->time());
        $io->writeln("Dismissed: {$dismissed}");
        if ($dismissed < $count) {
            $io->writeln('Others are being mailed now. Run the command again in some minutes.');
        }

        return $dismissed === 0 ? Command::FAILURE : Command::SUCCESS;
    }

    public function erase(
        SymfonyStyle $io,
        #[MapInput]
        Selection $selection,
    ): int {
        $wanted = $this->target($selection->pattern);
        $found = array_keys($this->listMatches($io, $wanted, $selection));
        if ($found !== []) {
            Terminal::confirm($io, 'Delete permanently: ' . \count($found) . '?', $selection->force);
        }
        $email = $wanted instanceof Pattern && $selection->since === '' ? $wanted->email() : null;
        // Also if nothing matches: a backup may have what was purged.
        $erased = $email === null ? $found : [$email];
        $this->services->application()->erasures()->remember($erased, $this->services->clock->time());
        $deleted = $this->services->repository()->erase($found);
        $this->sayIfListed($io, $wanted);
        $io->writeln('Backups may have more. backup --only makes a new backup and deletes the others.');
        $io->writeln($deleted === 0 ? self::NONE : "Deleted: {$deleted}");

        return $deleted === 0 ? Command::FAILURE : Command::SUCCESS;
    }

    public function export(
        SymfonyStyle $io,
        #[Argument('A reference, or a pattern such as zoe@b.co, @b.co, 203.0.113.0/24 or \'"a text"\'')]
        string $pattern = '',
        #[Option(Services::SINCE)]
        string $since = '',
        #[Option('Only those received before then. A date without a time includes that day')]
        string $until = '',
        #[Option('All enquiries as CSV')]
        bool $csv = false,
        #[Option('With --csv: write this file, which only its owner can read')]
        string $file = '',
        #[Option('Replace the file')]
        bool $force = false,
    ): int {
        if (($pattern !== '') === $csv || (!$csv && "{$until}{$file}" !== '')) {
            throw new \InvalidArgumentException('Name either a pattern or --csv. --until and --file need --csv.');
        }
        $from = $this->services->time($since);
        if ($csv) {
            $before = $this->services->time($until, \PHP_INT_MAX, 'midnight +1 day');
            $records = $this->services->repository()->newest(null, $from, $before);
            (new CsvExport($io, $this->services->configuration()->forms))->write($records, $file, $force);

            return Command::SUCCESS;
        }
        $wanted = $this->target($pattern);
        $this->sayIfListed($io->getErrorStyle(), $wanted);
        $records = [...$this->matching($wanted, $from)];
        if ($records === []) {
            throw new Failure(self::NONE);
        }
        $logged = $this->logged(array_column($records, 'reference'));
        $exported = array_map(
            static fn(StoredEnquiry $record): array => $record->jsonSerialize()
                + ['log' => $logged[$record->reference] ?? []],
            array_reverse($records),
        );
        Terminal::printJson($io, $exported);

        return Command::SUCCESS;
    }

    private function sayIfListed(SymfonyStyle $io, Pattern|StoredEnquiry $wanted): void
    {
        $suspects = $this->services->suspects();
        $lines = $wanted instanceof Pattern ? $suspects->linesWith($wanted) : [];
        if ($lines !== []) {
            $numbers = implode(', ', $lines);
            $io->writeln(Terminal::line("{$suspects->file} has {$wanted}. Edit the file. Lines: {$numbers}"));
        }
    }

    /**
     * @param list<string> $references
     * @return array<string, list<mixed>> the lines of the log that name them, the newest file first
     */
    private function logged(array $references): array
    {
        $lines = [];
        foreach (LogFile::filesIn($this->services->configuration()->folder()) as $file) {
            foreach (explode("\n", (string) @file_get_contents($file)) as $line) {
                preg_match_all('/"(\w{5}-\w{5})"/', $line, $named);
                foreach (array_intersect($named[1], $references) as $reference) {
                    $lines[$reference][] = json_decode($line);
                }
            }
        }

        return $lines;
    }

    /** The enquiry with this reference, or a pattern. A text may look like a reference. */
    private function target(string $typed): Pattern|StoredEnquiry
    {
        try {
            $record = $this->services->find($typed);
        } catch (\InvalidArgumentException) {
            $record = null;
        }

        return $record ?? Pattern::parse($typed);
    }

    /** @return array<string, string> the states of the matching enquiries, by reference */
    private function listMatches(SymfonyStyle $io, Pattern|StoredEnquiry $wanted, Selection $selection): array
    {
        $from = $this->services->time($selection->since);
        $period = $from === 0 ? '' : ', received since ' . Terminal::time($from);
        $words = $wanted instanceof Pattern ? $wanted->inWords() : 'the reference';
        $io->writeln(Terminal::line("Matches {$words}{$period}:"));
        $states = [];
        foreach ($this->matching($wanted, $from) as $record) {
            $states[$record->reference] = $record->state;
            $io->writeln(\count($states) > self::SHOWN ? [] : $this->services->summary($record));
        }
        $io->writeln(\count($states) > self::SHOWN ? '…' : []);
        foreach (array_count_values($states) as $state => $count) {
            $io->writeln("{$state}: {$count}");
        }

        return $states;
    }

    /** @return iterable<StoredEnquiry> newest first */
    private function matching(Pattern|StoredEnquiry $wanted, int $receivedSince): iterable
    {
        if ($wanted instanceof StoredEnquiry) {
            yield $wanted;

            return;
        }
        foreach ($this->services->repository()->newest(receivedSince: $receivedSince) as $record) {
            if ($wanted->matches($record->email, null, $record->text())) {
                yield $record;
            }
        }
    }
}
